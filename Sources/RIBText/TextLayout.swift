// SPDX-License-Identifier: Apache-2.0

/// How lines are laid out for the person who reads them: their width, colours and characters.
///
/// All text for people goes through one of these on its way out.
package struct TextLayout: Sendable {
    /// The narrowest text. Trees have no room in less.
    package static let leastWidth = 40
    /// The columns before what goes on beside a tree, at least.
    private static let leastStems = 5
    private static let treeIndent = 2
    private static let plainIndent = 4

    package let isColored: Bool
    /// The most columns of a line; nil for no limit.
    package let width: Int?
    package let alphabet: TextAlphabet

    /// - Parameter width: The columns after which a line is broken, at least 40; nil for no limit.
    package init(
        isColored: Bool = false, width: Int? = nil, alphabet: TextAlphabet = .unicode
    ) {
        self.isColored = isColored
        self.width = width.map { max($0, Self.leastWidth) }
        self.alphabet = alphabet
    }

    /// The lines as one text, with a line break after each.
    package func text(_ lines: [TextLine]) -> String {
        self.lines(lines).map { $0 + "\n" }.joined()
    }

    /// The lines of a text, laid out.
    package func text(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return self.text(
            (text.hasSuffix("\n") ? lines.dropLast() : lines[...]).map { TextLine(String($0)) })
    }

    /// The lines as they are shown, with a line of `~~~` below each marked part.
    package func lines(_ lines: [TextLine]) -> [String] {
        lines.flatMap { original -> [String] in
            let line = shown(original)
            guard line.isMarked || width.map({ line.columns > $0 }) == true else {
                return [line.rendered(colored: isColored)]
            }
            let stems = alphabet.text(original.stems)
            return broken(line, beside: stems)
                .flatMap { [$0] + [$0.mark(beside: stems)].compactMap { $0 } }
                .map { $0.rendered(colored: isColored) }
        }
    }

    /// The line as it is shown, if it is not broken: its invisible characters as escapes, and
    /// endless names cut.
    package func shown(_ line: TextLine) -> TextLine {
        line.mapped { alphabet.text(TerminalEscape.escaped($0)) }
    }

    private func broken(_ line: TextLine, beside stems: String) -> [TextLine] {
        guard let width else { return [line] }
        let isTree = stems.contains { $0 != " " }
        let indent =
            isTree
            ? max(stems.count, Self.leastStems) + Self.treeIndent
            : stems.count + Self.plainIndent
        let padding = String(repeating: " ", count: max(0, indent - stems.count))
        return line.wrapped(width: width, continuation: String((stems + padding).prefix(width / 2)))
    }
}

extension TextLine {
    /// The columns that the line takes.
    package var columns: Int { pieces.reduce(0) { $0 + $1.text.columns } }

    /// What stands before the lines that go on with this one: the stems of its tree, or blanks.
    fileprivate var stems: String {
        let text = pieces.lazy.map(\.text).joined()
        return String(
            text.prefix { " │├┬└╰─→".contains($0) }.map { "│├┬".contains($0) ? "│" : " " })
    }

    /// The line below this one that marks its parts; nil when there are none.
    fileprivate func mark(beside stems: String) -> TextLine? {
        guard let first = pieces.firstIndex(where: \.isMarked) else { return nil }
        let before = pieces[..<first].reduce(0) { $0 + $1.text.columns }
        let marked = pieces.reduce(0) { $0 + ($1.isMarked ? $1.text.columns : 0) }
        let stems = stems.prefix(before)
        let blanks = String(repeating: " ", count: before - stems.count)
        return TextLine(stems + blanks) + TextLine(String(repeating: "~", count: marked), .alarm)
    }
}
