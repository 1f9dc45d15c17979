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
    package func text(for report: RunReport) -> String {
        let accepted = Self.accepted(in: report)
        var text = head(of: report)
        guard !report.newFindings.isEmpty else { return text + accepted }
        var rows: [String] = []
        var details: [String] = []
        // The line about omitted findings needs room too.
        var room =
            mostBytes - text.utf8.count - accepted.utf8.count - Self.tableHead.utf8.count - 200
        for finding in report.newFindings {
            let (row, detail) = (Self.row(finding), Self.details(finding))
            room -= row.utf8.count + detail.utf8.count
            if room < 0 { break }
            rows.append(row)
            details.append(detail)
        }
        text += "\n" + Self.tableHead + rows.joined()
        let left = report.newFindings.count - rows.count
        if left > 0 {
            text += "\n… and \(Quantity.counted(left, "more finding")), less damaging.\n"
        }
        return text + details.joined() + accepted
    }

    /// The most lines of each folded list, so that new findings always have room.
    private static let mostAccepted = 100

    private static func accepted(in report: RunReport) -> String {
        func line(_ entry: KnownFinding, _ acceptance: String? = nil) -> String {
            let place = entry.ribPath.isEmpty ? "an unknown place" : entry.ribPath
            return "- \(MarkdownText.escaped(entry.kind)) at \(MarkdownText.escaped(place)): "
                + MarkdownText.code(entry.type) + (acceptance.map { ", " + $0 } ?? "") + "\n"
        }
        return list("known from the baseline", report.knownFindings) { line(KnownFinding($0)) }
            + list("suppressed", report.suppressedFindings) {
                line(KnownFinding($0), $0.acceptance.map(MarkdownText.escaped))
            }
            + list("fixed, and still in the baseline", report.fixed) { line($0) }
            + list(", not the project's mistake", report.libraryLeaks, of: "library leak") {
                line(KnownFinding($0), $0.libraryLeak?.markdown)
            }
    }

    private static func list<Element>(
        _ state: String, _ all: [Element], of noun: String = "finding",
        _ line: (Element) -> String
    ) -> String {
        guard !all.isEmpty else { return "" }
        let left = all.count - mostAccepted
        let title =
            Quantity.counted(all.count, noun) + (state.hasPrefix(",") ? "" : " ") + state
        return "\n<details><summary>\(title)</summary>\n\n"
            + all.prefix(mostAccepted).map(line).joined()
            + (left > 0 ? "- … \(left) more\n" : "") + "\n</details>\n"
    }

    private func head(of report: RunReport) -> String {
        let verdict = Verdict(report)
        let sign = verdict.isDoubtful ? "⚠️" : verdict.isClean ? "✅" : "❌"
        let caveats = CaveatLines.lines(for: report.caveats).map {
            "> ⚠️ \(MarkdownText.escaped($0))\n"
        }
        return "### \(sign) ribleak: \(MarkdownText.escaped(verdict.line))\n"
            + (caveats.isEmpty ? "" : "\n" + caveats.joined(separator: ">\n"))
    }

    private static let tableHead = """
        | finding | RIB path | culprit | times | why it is alive | place |
        |---|---|---|---|---|---|

        """

    private static func row(_ finding: Finding) -> String {
        let place = finding.place.map { MarkdownText.code("\($0.file):\($0.line)") } ?? ""
        let cells = [
            finding.kind.title, MarkdownText.escaped(finding.ribPath),
            MarkdownText.code(finding.type), "\(finding.count)",
            MarkdownText.escaped(finding.keeper ?? ""), place,
        ]
        return "| \(cells.joined(separator: " | ")) |\n"
    }

    private static func details(_ finding: Finding) -> String {
        let lines = TextReport.lines(for: finding)
        return "\n<details><summary>\(finding.kind.title): "
            + "<code>\(MarkdownText.html(finding.headline))</code></summary>\n\n"
            + MarkdownText.block(lines) + "\n</details>\n"
    }
}

extension LibraryLeak {
    /// What explains it, on one line of Markdown. Only an `https` address becomes a link.
    var markdown: String {
        var name = MarkdownText.escaped(name)
        if let link, link.hasPrefix("https://") {
            name =
                "<a href=\"\(HTMLText.escaped(link))\">\(MarkdownText.html(self.name))</a>"
        }
        return "library leak \(name): \(MarkdownText.escaped(explanation))"
    }
}
