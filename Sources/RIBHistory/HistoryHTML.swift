import RIBReport
import RIBTrees

/// A history as one page that needs nothing else: no scripts, no network.
public struct HistoryHTML: Sendable {
    /// Creates a renderer.
    public init() {}

    /// The document, ending with a line break.
    public func text(for report: HistoryReport) -> String {
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
