extension TextLine {
    /// Breaks the line between words; a word longer than a line stands alone.
    ///
    /// - Parameters:
    ///   - width: How many columns a line may take.
    ///   - continuation: What the second line and those after it begin with.
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

    /// Runs without blanks, which may be of several styles, and the blanks between them.
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

    /// True when nothing but the tree's lines is on it.
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
