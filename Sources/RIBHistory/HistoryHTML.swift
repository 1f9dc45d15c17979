// SPDX-License-Identifier: Apache-2.0

import RIBReport
import RIBText

extension HistoryReport {
    /// The history as one page that needs nothing else: no scripts, no network. It looks like a
    /// report. Ends with a line break.
    package var html: String {
        let title = "ribleak history" + (branch.map { ": \($0)" } ?? "")
        return HistoryPage.text.filled(with: [
            "styles": "'\(HTMLBaseStyle.hash)' '\(HistoryStyle.hash)'",
            "title": MarkupText.html(title), "base-style": HTMLBaseStyle.text,
            "style": HistoryStyle.text, "head": htmlHead, "body": htmlBody,
        ])
    }

    /// What the latest run found.
    private var htmlHead: String {
        guard let range, let last = runs.last else { return "" }
        let count = Quantity.counted(runs.count, "run")
        let fixed = trends.count(where: \.isFixed)
        let counts: [(count: Int, words: String, tone: String)] = [
            (last.leaks, Quantity.noun(last.leaks, "leak"), "alarm"),
            (last.inactiveFires, "fired while inactive", "alarm"),
            (last.warnings, Quantity.noun(last.warnings, "warning"), "caution"),
            (fixed, "fixed", "good"),
        ]
        return """
            <p class="span">\(MarkupText.html("\(count), \(range)"))</p>
            \(MarkupText.counts(counts))
            """
    }

    private var htmlBody: String {
        guard !runs.isEmpty else { return "<p class=\"empty\">The history has no runs.</p>" }
        let doubtful = runs.count(where: \.isDoubtful)
        let note =
            doubtful == 0
            ? ""
            : "<p class=\"note\">\(Quantity.counted(doubtful, "run")) could not be judged "
                + "completely and may miss findings.</p>\n"
        return """
            <h2>Run by run</h2>
            \(note)\(chart)
            <h2>Findings</h2>
            \(table)
            """
    }

    private var table: String {
        guard !trends.isEmpty else {
            return "<p class=\"empty\">No run found anything.</p>"
        }
        let titles = ["State", "Finding", "First seen", "Last seen", "Run by run"]
        let heads = titles.map { "<th scope=\"col\">\($0)</th>" }.joined()
        return """
            <table class="table">
            <thead><tr>\(heads)</tr></thead>
            <tbody>
            \(trends.map { $0.row(in: self) }.joined(separator: "\n"))
            </tbody>
            </table>
            """
    }
}

extension FindingTrend {
    fileprivate func row(in report: HistoryReport) -> String {
        let (state, sign) = state(in: report)
        let cells = [
            "<td><span class=\"tag\">\(sign) \(state)</span></td>",
            "<th scope=\"row\" class=\"path\"><b>\(MarkupText.html(type))</b> at "
                + "\(MarkupText.html(place))<span class=\"sub\">"
                + "\(MarkupText.html(kind)), fingerprint "
                + "\(MarkupText.html(fingerprint))</span></th>",
            "<td class=\"when\" data-title=\"first seen\">"
                + "\(MarkupText.html(firstSeen.label))</td>",
            "<td class=\"when\" data-title=\"last seen\">"
                + "\(MarkupText.html(lastSeen.label))</td>",
            "<td class=\"full\">\(counts.bars)</td>",
        ]
        return "<tr class=\"\(state)\">\(cells.joined())</tr>"
    }
}
