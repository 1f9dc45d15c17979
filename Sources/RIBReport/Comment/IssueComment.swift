// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// A new issue in a comment: enough to act on, with each line of code linked.
struct IssueComment<Issue: ReportedIssue> {
    private static var mostBytesOfDetails: Int { 5_000 }

    let issue: Issue
    /// Where the repository's lines can be read; nil for places without links.
    let code: CodeHost?

    /// What is wrong, why, where, and how to fix it.
    var short: String {
        let place = issue.gist.place.map { " at \(CommentText.plain($0))" } ?? ""
        let fix = issue.hint.map { "**Fix:** \(CommentText.plain($0))" }
        let facts = issue.facts.map(markdown) + [fix].compactMap { $0 }
        return "\n#### \(issue.rule.title)\(place)\n\n\(markdown(issue.summary))\n\n"
            + facts.map { "- \($0)\n" }.joined()
    }

    /// The same, with the details folded below.
    var detailed: String {
        guard let details = issue.details(within: Self.mostBytesOfDetails) else { return short }
        return short + CommentText.folded(details.title, MarkdownText.block(details.lines))
    }

    private func markdown(_ pieces: [IssuePiece]) -> String {
        pieces.map { piece in
            switch piece {
            case .words(let words): words
            case .text(let text): CommentText.plain(text)
            case .code(let code): CommentText.code(code)
            case .place(let place): link(to: place)
            }
        }.joined()
    }

    private func link(to place: SourcePlace) -> String {
        let text = CommentText.code("\(place.file):\(place.line)")
        return code?.link(to: place).map { "[\(text)](\($0))" } ?? text
    }
}

/// Text from a trace in a comment: harmless, and never long.
enum CommentText {
    private static let mostCharacters = 300

    /// Text without markup.
    static func plain(_ text: String, _ most: Int = mostCharacters) -> String {
        MarkdownText.escaped(clipped(text, most))
    }

    /// Inline code.
    static func code(_ text: String) -> String {
        MarkdownText.code(clipped(text, mostCharacters))
    }

    /// Text that opens at a click.
    static func folded(_ title: String, _ content: String) -> String {
        "\n<details><summary>\(title)</summary>\n\n\(content)\n</details>\n"
    }

    /// As many lines as there is room for, and the number of the others.
    static func lines(_ all: [String], within bytes: Int) -> [String] {
        var room = bytes
        let shown = all.prefix { line in
            room -= line.utf8.count + 1
            return room >= 0
        }
        let left = all.count - shown.count
        return shown + (left > 0 ? ["… \(left) more"] : [])
    }

    private static func clipped(_ text: String, _ most: Int) -> String {
        // Counted in scalars: one character may have any number of them.
        let scalars = text.unicodeScalars
        guard scalars.count > most else { return text }
        return String(String.UnicodeScalarView(scalars.prefix(most))) + "…"
    }
}
