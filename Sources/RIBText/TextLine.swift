// SPDX-License-Identifier: Apache-2.0

/// A line of a report, in pieces of different styles.
package struct TextLine: Equatable {
    struct Piece: Equatable {
        let text: String
        let style: TextStyle
    }

    var pieces: [Piece] = []

    /// Makes an empty line.
    package init() {}

    /// Makes a line of one piece.
    package init(_ text: String, _ style: TextStyle = .plain) {
        pieces = [Piece(text: text, style: style)]
    }

    package static func + (left: TextLine, right: TextLine) -> TextLine {
        var line = left
        line.pieces += right.pieces
        return line
    }

    /// The line without a line break. All pieces are escaped here, so that no caller can forget it.
    package func rendered(colored: Bool) -> String {
        pieces.map { piece in
            let text = TerminalEscape.escaped(piece.text)
            return colored ? piece.style.colored(text) : text
        }.joined()
    }
}

extension TextLine {
    /// Breaks the line between words. A word longer than a line gets a line of its own.
    ///
    /// - Parameters:
    ///   - width: The columns that a line may take.
    ///   - continuation: The start of the second and each later line.
    package func wrapped(width: Int, continuation: String) -> [TextLine] {
        var lines: [TextLine] = []
        var line = TextLine()
        var column = 0
        for word in words {
            let length = word.reduce(0) { $0 + TerminalEscape.escaped($1.text).count }
            let isBlank = word.allSatisfy { $0.text.allSatisfy { $0 == " " } }
            if column + length > width, !isBlank, !line.pieces.isEmpty, !line.isIndent {
                lines.append(line.withoutTrailingBlanks)
                line = TextLine(continuation)
                column = continuation.count
            }
            line.pieces += word
            column += length
        }
        lines.append(line)
        return lines
    }

    /// Runs without blanks, possibly in several styles, and the blanks between them.
    private var words: [[Piece]] {
        var words: [[Piece]] = []
        var wasBlank: Bool?
        for piece in pieces {
            for part in Self.parts(of: piece.text) {
                let isBlank = part.first == " "
                if isBlank == wasBlank, !words.isEmpty {
                    words[words.count - 1].append(Piece(text: part, style: piece.style))
                } else {
                    words.append([Piece(text: part, style: piece.style)])
                }
                wasBlank = isBlank
            }
        }
        return words
    }

    private static func parts(of text: String) -> [String] {
        var parts: [String] = []
        for character in text {
            if let last = parts.last, (last.first == " ") == (character == " ") {
                parts[parts.count - 1].append(character)
            } else {
                parts.append(String(character))
            }
        }
        return parts
    }

    /// Whether the line has only the drawing characters of a tree.
    private var isIndent: Bool {
        pieces.allSatisfy { $0.text.allSatisfy { " │├─╰→┬↓".contains($0) } }
    }

    private var withoutTrailingBlanks: TextLine {
        var line = self
        while let last = line.pieces.last, last.text.allSatisfy({ $0 == " " }) {
            line.pieces.removeLast()
        }
        return line
    }
}

/// The role of a piece of text, which decides its colour.
package enum TextStyle: String {
    case plain = ""
    case strong = "1"
    case faint = "2"
    case alarm = "1;31"
    case calm = "1;32"
    case caution = "33"
    case place = "36"

    /// The text between the terminal sequences for this style.
    package func colored(_ text: String) -> String {
        self == .plain || text.isEmpty ? text : "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
    }
}
