/// A line of a report, in pieces of different style.
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

    /// The line without line break; whatever the pieces hold is escaped here, so nothing can be
    /// forgotten.
    package func rendered(colored: Bool) -> String {
        pieces.map { piece in
            let text = TerminalEscape.escaped(piece.text)
            return colored ? piece.style.colored(text) : text
        }.joined()
    }
}
