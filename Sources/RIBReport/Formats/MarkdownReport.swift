// SPDX-License-Identifier: Apache-2.0

import RIBFindingText
import RIBText

/// A report for comments and job summaries, in GitHub's and GitLab's dialect of Markdown.
extension IssueReport {
    /// GitHub refuses a step's whole summary above 1 MiB (docs.github.com: Workflow commands).
    package static let mostBytesOfSummary = 1_048_576

    /// A table of the new findings, then the folded details of each. Known, suppressed and fixed
    /// ones and library leaks follow in folded lists.
    ///
    /// - Parameter mostBytes: The limit for the text. Beyond it, whole findings are left out, the
    ///   least damaging first.
    package func markdown(mostBytes: Int = mostBytesOfSummary) -> String {
        let accepted = acceptedLists
        var text = markdownHead
        let new = issues(.new)
        guard !new.isEmpty else { return text + accepted }
        let tableHead =
            "| \(columns.joined(separator: " | ")) |\n"
            + "|\(String(repeating: "---|", count: columns.count))\n"
        var rows: [String] = []
        var details: [String] = []
        // The line about omitted findings needs room too.
        var room =
            mostBytes - text.utf8.count - accepted.utf8.count - tableHead.utf8.count - 200
        for issue in new {
            let (row, detail) = (Self.row(issue), Self.details(issue))
            room -= row.utf8.count + detail.utf8.count
            if room < 0 { break }
            rows.append(row)
            details.append(detail)
        }
        text += "\n" + tableHead + rows.joined()
        let left = new.count - rows.count
        if left > 0 {
            text += "\n… and \(Quantity.counted(left, "more finding")), less damaging.\n"
        }
        return text + details.joined() + accepted
    }

    private var acceptedLists: String {
        let markdown = IssueMarkdown()
        let title = "\(Quantity.counted(fixed.count, "finding")) fixed, and still in the baseline"
        // They are cut, so that new findings always have room.
        return markdown.lists(in: self, with: [(title, fixed.map { markdown.line($0) })]) {
            $0.cut(to: 100) { "- … \($0) more" }
        }
    }

    private var markdownHead: String {
        let sign = verdict.isDoubtful ? "⚠️" : verdict.isClean ? "✅" : "❌"
        return "### \(sign) \(tool): \(MarkdownText.escaped(verdict.line))\n"
            + IssueMarkdown.caveats(caveats.map(MarkdownText.escaped))
    }

    private static func row(_ issue: any ReportedIssue) -> String {
        "| \(issue.row(IssueMarkdown()).joined(separator: " | ")) |\n"
    }

    private static func details(_ issue: any ReportedIssue) -> String {
        IssueMarkdown.folded(
            "\(issue.rule.title): <code>\(MarkdownText.html(issue.headline))</code>",
            MarkdownText.block(issue.plainLines))
    }
}
