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

/// When to colour a text report.
package enum ColorChoice: String, CaseIterable, Sendable {
    case auto
    case always
    case never

    /// Decides by the choice, then by `NO_COLOR`, `CLICOLOR_FORCE` and `FORCE_COLOR`, then by the
    /// destination of the text.
    ///
    /// - Parameters:
    ///   - isTerminal: Whether the text goes to a terminal.
    ///   - environment: The process's environment.
    package func usesColor(isTerminal: Bool, environment: [String: String]) -> Bool {
        func isSet(_ name: String) -> Bool {
            guard let value = environment[name] else { return false }
            return !value.isEmpty && value != "0"
        }
        switch self {
        case .always: return true
        case .never: return false
        case .auto:
            // By convention, any non-empty value of NO_COLOR counts, even `0`.
            if environment["NO_COLOR"]?.isEmpty == false { return false }
            if isSet("CLICOLOR_FORCE") || isSet("FORCE_COLOR") { return true }
            return isTerminal && Self.terminalUnderstandsSequences(environment)
        }
    }

    /// Whether the terminal understands escape sequences, by which text is coloured and placed. One
    /// that does not calls itself `dumb`, or has no name.
    ///
    /// - Parameter environment: The process's environment.
    package static func terminalUnderstandsSequences(_ environment: [String: String]) -> Bool {
        let name = environment["TERM"] ?? ""
        return !name.isEmpty && name != "dumb"
    }
}
