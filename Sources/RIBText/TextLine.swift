// SPDX-License-Identifier: Apache-2.0

/// A line of a report, in pieces of different styles.
package struct TextLine: Equatable {
    package struct Piece: Equatable {
        package var text: String
        package let style: TextStyle
        /// Whether `~~~` stands below it.
        var isMarked = false
    }

    package internal(set) var pieces: [Piece] = []

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

    /// The line with the text of each piece changed.
    func mapped(_ change: (String) -> String) -> TextLine {
        var line = self
        for index in pieces.indices { line.pieces[index].text = change(pieces[index].text) }
        return line
    }

    /// The same line with `~~~` below it, in whichever lines it is broken into.
    package var marked: TextLine {
        var line = self
        for index in line.pieces.indices { line.pieces[index].isMarked = true }
        return line
    }

    /// Whether there is a line with `~~~` below this one.
    package var isMarked: Bool { pieces.contains(where: \.isMarked) }

    /// The line without a line break. All pieces are escaped here, so that no caller can forget it.
    package func rendered(colored: Bool) -> String {
        pieces.map { piece in
            let text = TerminalEscape.escaped(piece.text)
            return colored ? piece.style.colored(text) : text
        }.joined()
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
    /// The background and the text change their colours.
    case inverse = "7"

    /// The text between the terminal sequences for this style.
    package func colored(_ text: String) -> String {
        self == .plain || text.isEmpty ? text : "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
    }
}
