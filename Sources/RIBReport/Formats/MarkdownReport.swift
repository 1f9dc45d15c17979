// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// A report for comments and job summaries, in GitHub's and GitLab's dialect of Markdown.
package struct MarkdownReport: Sendable {
    /// GitHub refuses a step's whole summary above 1 MiB (docs.github.com: Workflow commands).
    package static let mostBytes = 1_048_576

    private let mostBytes: Int

    /// Creates a renderer.
    ///
    /// - Parameter mostBytes: The limit for the text. Beyond it, whole findings are left out, the
    ///   least damaging first.
    package init(mostBytes: Int = MarkdownReport.mostBytes) {
        self.mostBytes = mostBytes
    }

    /// A table of the new findings, then the folded details of each. Known, suppressed and fixed
    /// ones and library leaks follow in folded lists.
    package func text(for report: some IssueReport) -> String {
        let accepted = Self.accepted(in: report)
        var text = head(of: report)
        let new = report.issues(.new)
        guard !new.isEmpty else { return text + accepted }
        let tableHead = Self.tableHead(report.wording.columns)
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

    /// The most lines of each folded list, so that new findings always have room.
    private static let mostAccepted = 100

    private static func accepted(in report: some IssueReport) -> String {
        let markdown = IssueMarkdown()
        return list("known from the baseline", report.issues(.known)) { markdown.line($0.gist) }
            + list("suppressed", report.issues(.suppressed)) {
                markdown.line($0.gist, $0.status.acceptance.map(markdown.plain))
            }
            + list("fixed, and still in the baseline", report.fixedIssues) { markdown.line($0) }
            + list(
                ", not the project's mistake", report.issues(.libraryLeak), of: "library leak"
            ) { markdown.line($0.gist, $0.status.libraryLeak?.markdown) }
    }

    private static func list<Element>(
        _ state: String, _ all: [Element], of noun: String = "finding",
        _ line: (Element) -> String
    ) -> String {
        guard !all.isEmpty else { return "" }
        let left = all.count - mostAccepted
        let title =
            Quantity.counted(all.count, noun) + (state.hasPrefix(",") ? "" : " ") + state
        let lines = all.prefix(mostAccepted).map(line).joined()
        return IssueMarkdown.folded(title, lines + (left > 0 ? "- … \(left) more\n" : ""))
    }

    private func head(of report: some IssueReport) -> String {
        let verdict = report.verdict
        let sign = verdict.isDoubtful ? "⚠️" : verdict.isClean ? "✅" : "❌"
        return "### \(sign) \(report.wording.tool): \(MarkdownText.escaped(verdict.line))\n"
            + IssueMarkdown.caveats(report.caveatLines.map(MarkdownText.escaped))
    }

    private static func tableHead(_ columns: [String]) -> String {
        "| \(columns.joined(separator: " | ")) |\n"
            + "|\(String(repeating: "---|", count: columns.count))\n"
    }

    private static func row(_ issue: some ReportedIssue) -> String {
        let cells = issue.row.map { IssueMarkdown().text([$0]) }
        return "| \(cells.joined(separator: " | ")) |\n"
    }

    private static func details(_ issue: some ReportedIssue) -> String {
        IssueMarkdown.folded(
            "\(issue.rule.title): <code>\(MarkdownText.html(issue.headline))</code>",
            MarkdownText.block(issue.lines))
    }
}

extension LibraryLeak {
    /// What explains it, on one line of Markdown. Only an `https` address becomes a link.
    var markdown: String {
        var name = MarkdownText.escaped(name)
        if let link, link.hasPrefix("https://") {
            name =
                "<a href=\"\(MarkupText.html(link))\">\(MarkdownText.html(self.name))</a>"
        }
        return "library leak \(name): \(MarkdownText.escaped(explanation))"
    }
}
