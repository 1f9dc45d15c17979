// SPDX-License-Identifier: Apache-2.0

import RIBReport
import RIBText

/// A history as one page that needs nothing else: no scripts, no network.
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
            content="default-src 'none'; style-src 'sha256-\(HistoryStyle.hash)'; base-uri 'none'; \
            form-action 'none'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(HTMLText.escaped(title))</title>
            <style>\(HistoryStyle.text)</style>
            </head>
            <body>
            <main>
            <h1>\(HTMLText.escaped(title))</h1>
            \(Self.body(of: report))
            </main>
            </body>
            </html>

            """
    }

    private static func body(of report: HistoryReport) -> String {
        guard let first = report.runs.first, let last = report.runs.last else {
            return "<p>The history has no runs.</p>"
        }
        let range = "\(first.label) to \(last.label)"
        let runs = Quantity.counted(report.runs.count, "run")
        let rows = report.trends.map { row($0, in: report) }.joined(separator: "\n")
        return """
            <p>\(HTMLText.escaped("\(runs), \(range)"))</p>
            \(HistoryChart(runs: report.runs).svg)
            <h2>Findings</h2>
            <div class="table">
            <table>
            <thead><tr><th>state</th><th>culprit</th><th>RIB path</th><th>kind</th><th>first seen</th>\
            <th>last seen</th><th>trend</th></tr></thead>
            <tbody>
            \(rows)
            </tbody>
            </table>
            </div>
            """
    }

    private static func row(_ trend: FindingTrend, in report: HistoryReport) -> String {
        let isNew = !trend.isFixed && trend.firstSeen == report.runs.last && report.runs.count > 1
        let state = trend.isFixed ? "fixed" : isNew ? "new" : "open"
        let cells = [
            "<td class=\"\(state)\">\(state)</td>",
            "<th scope=\"row\"><code>\(HTMLText.escaped(trend.type))</code></th>",
            "<td>\(HTMLText.escaped(trend.ribPath))</td>",
            "<td>\(HTMLText.escaped(trend.kind))</td>",
            "<td>\(HTMLText.escaped(trend.firstSeen.label))</td>",
            "<td>\(HTMLText.escaped(trend.lastSeen.label))</td>",
            "<td>\(HistoryChart.bars(trend.counts))</td>",
        ]
        return "<tr>\(cells.joined())</tr>"
    }
}

/// The style sheet of a history's page.
enum HistoryStyle {
    /// The SHA-256 of `text` in Base64. The page's policy allows the style by this hash; a test
    /// computes it again.
    static let hash = "GxjELbLCg95REEtVlH3cEBYHHhvnqFIKzYXTSmhOuFE="

    static let text = """
        :root { color-scheme: light dark; --ink: #1c2128; --faint: #57606a; --line: #d0d7de;
          --paper: #ffffff; --alarm: #b3261e; --caution: #8a5a00; --calm: #1a7f37; --note: #57606a; }
        @media (prefers-color-scheme: dark) {
          :root { --ink: #e6edf3; --faint: #9aa4af; --line: #30363d; --paper: #0d1117;
            --alarm: #ff8a80; --caution: #e3b341; --calm: #56d364; --note: #9aa4af; } }
        body { margin: 0; background: var(--paper); color: var(--ink);
          font: 16px/1.5 system-ui, sans-serif; }
        main { max-width: 72rem; margin: 0 auto; padding: 2rem 1.25rem; }
        h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.125rem; margin: 2rem 0 .5rem; }
        p { color: var(--faint); margin: .25rem 0 1.5rem; }
        .table { overflow-x: auto; }
        table { border-collapse: collapse; width: 100%; font-size: .875rem; }
        th, td { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line);
          vertical-align: top; font-weight: normal; }
        thead th { color: var(--faint); white-space: nowrap; }
        code { font: .8125rem ui-monospace, monospace; font-weight: 600; }
        .new, .open { color: var(--alarm); } .new { font-weight: 600; } .fixed { color: var(--calm); }
        svg { max-width: 100%; height: auto; }
        svg text { fill: var(--faint); font: 12px system-ui, sans-serif; }
        .axis { stroke: var(--line); }
        .leaks { stroke: var(--alarm); fill: var(--alarm); }
        .fires { stroke: var(--caution); fill: var(--caution); }
        .warnings { stroke: var(--note); fill: var(--note); }
        polyline { fill: none !important; stroke-width: 2; }
        .fires polyline { stroke-dasharray: 6 4; } .warnings polyline { stroke-dasharray: 2 4; }
        .bar { fill: var(--alarm); } .none { fill: var(--line); }
        """
}
