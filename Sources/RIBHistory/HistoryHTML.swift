// SPDX-License-Identifier: Apache-2.0

import RIBReport
import RIBText

/// A history as one page that needs nothing else: no scripts, no network. It looks like a report.
package struct HistoryHTML: Sendable {
    /// Creates a renderer.
    package init() {}

    /// The document, ending with a line break.
    package func text(for report: HistoryReport) -> String {
        let title = "ribleak history" + (report.branch.map { ": \($0)" } ?? "")
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" \
            content="default-src 'none'; style-src '\(HTMLBaseStyle.hash)' '\(HistoryStyle.hash)'; \
            base-uri 'none'; form-action 'none'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(MarkupText.html(title))</title>
            <style>\(HTMLBaseStyle.text)</style>
            <style>\(HistoryStyle.text)</style>
            </head>
            <body>
            <header class="head">
            <h1 class="verdict">\(MarkupText.html(title))</h1>
            \(Self.head(of: report))
            </header>
            <main>
            \(Self.body(of: report))
            </main>
            </body>
            </html>

            """
    }

    /// What the latest run found.
    private static func head(of report: HistoryReport) -> String {
        guard let first = report.runs.first, let last = report.runs.last else { return "" }
        let runs = Quantity.counted(report.runs.count, "run")
        let range = report.runs.count == 1 ? first.label : "\(first.label) to \(last.label)"
        let fixed = report.trends.count(where: \.isFixed)
        let counts: [(count: Int, words: String, tone: String)] = [
            (last.leaks, last.leaks == 1 ? "leak" : "leaks", "alarm"),
            (last.inactiveFires, "fired while inactive", "alarm"),
            (last.warnings, last.warnings == 1 ? "warning" : "warnings", "caution"),
            (fixed, "fixed", "good"),
        ]
        let entries = counts.map {
            "<div class=\"\($0.count > 0 ? $0.tone : "calm")\"><dd>\($0.count)</dd>"
                + "<dt>\($0.words)</dt></div>"
        }
        return """
            <p class="span">\(MarkupText.html("\(runs), \(range)"))</p>
            <dl class="counts">
            \(entries.joined(separator: "\n"))
            </dl>
            """
    }

    private static func body(of report: HistoryReport) -> String {
        guard !report.runs.isEmpty else { return "<p class=\"empty\">The history has no runs.</p>" }
        let doubtful = report.runs.count(where: \.isDoubtful)
        let note =
            doubtful == 0
            ? ""
            : "<p class=\"note\">\(Quantity.counted(doubtful, "run")) could not be judged "
                + "completely and may miss findings.</p>\n"
        return """
            <h2>Run by run</h2>
            \(note)\(HistoryChart(runs: report.runs).markup)
            <h2>Findings</h2>
            \(table(of: report))
            """
    }

    private static func table(of report: HistoryReport) -> String {
        guard !report.trends.isEmpty else {
            return "<p class=\"empty\">No run found anything.</p>"
        }
        let titles = ["State", "Finding", "First seen", "Last seen", "Run by run"]
        let heads = titles.map { "<th scope=\"col\">\($0)</th>" }.joined()
        return """
            <table class="table">
            <thead><tr>\(heads)</tr></thead>
            <tbody>
            \(report.trends.map { row($0, in: report) }.joined(separator: "\n"))
            </tbody>
            </table>
            """
    }

    private static func row(_ trend: FindingTrend, in report: HistoryReport) -> String {
        let isNew = !trend.isFixed && trend.firstSeen == report.runs.last && report.runs.count > 1
        let state = trend.isFixed ? "fixed" : isNew ? "new" : "open"
        let sign = trend.isFixed ? "✓" : isNew ? "+" : "✗"
        let place = trend.ribPath.isEmpty ? "an unknown place" : trend.ribPath
        let cells = [
            "<td><span class=\"tag\">\(sign) \(state)</span></td>",
            "<th scope=\"row\" class=\"path\"><b>\(MarkupText.html(trend.type))</b> at "
                + "\(MarkupText.html(place))<span class=\"sub\">"
                + "\(MarkupText.html(trend.kind)), fingerprint "
                + "\(MarkupText.html(trend.fingerprint))</span></th>",
            "<td class=\"when\" data-title=\"first seen\">"
                + "\(MarkupText.html(trend.firstSeen.label))</td>",
            "<td class=\"when\" data-title=\"last seen\">"
                + "\(MarkupText.html(trend.lastSeen.label))</td>",
            "<td class=\"full\">\(HistoryChart.bars(trend.counts))</td>",
        ]
        return "<tr class=\"\(state)\">\(cells.joined())</tr>"
    }
}
