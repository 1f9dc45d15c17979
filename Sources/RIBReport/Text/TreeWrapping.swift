import RIBTrees

/// Breaks the lines of a report that are wider than the terminal, keeping its tree upright.
struct TreeWrapping {
    let width: Int

    /// The lines, those that are too wide as several; but not a line with an edge underlined, whose
    /// mark would point elsewhere.
    func wrapped(_ lines: [TextLine]) -> [TextLine] {
        lines.enumerated().flatMap { index, line in
            let text = line.rendered(colored: false)
            let next = index + 1 < lines.count ? lines[index + 1] : TextLine()
            guard text.count > width, !Self.isMark(next), !Self.isMark(line) else { return [line] }
            return line.wrapped(width: width, continuation: Self.continuation(of: text))
        }
    }

    private static func continuation(of text: String) -> String {
        switch text.first {
        case "│", "├": "│      "
        default: "    "
        }
    }

    private static func isMark(_ line: TextLine) -> Bool {
        let text = line.rendered(colored: false)
        return text.contains("~") && text.allSatisfy { "│ ~".contains($0) }
    }
}
