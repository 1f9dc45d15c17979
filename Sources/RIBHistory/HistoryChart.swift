// SPDX-License-Identifier: Apache-2.0

import RIBReport
import RIBText

/// Draws the counts of a history's runs as SVG.
struct HistoryChart {
    private static let (width, height) = (900, 220)
    private static let (left, right, top, bottom) = (36, 180, 12, 28)

    let runs: [HistoryRun]

    private struct Series {
        let name: String
        let title: String
        let values: [Int]
    }

    /// Lines over time with different colours and dashes, each labelled at its end.
    var svg: String {
        let series = [
            Series(name: "leaks", title: "leaks", values: runs.map(\.leaks)),
            Series(name: "fires", title: "fired while inactive", values: runs.map(\.inactiveFires)),
            Series(name: "warnings", title: "warnings", values: runs.map(\.warnings)),
        ]
        let most = max(1, series.flatMap(\.values).max() ?? 1)
        let said = series.map {
            "\($0.title) from \($0.values.first ?? 0) to \($0.values.last ?? 0)"
        }
        return """
            <svg viewBox="0 0 \(Self.width) \(Self.height)" width="\(Self.width)" \
            height="\(Self.height)" role="img" aria-label="\(said.joined(separator: ", "))">
            \(axes(most))
            \(series.enumerated().map { line($1, most, place: $0) }.joined(separator: "\n"))
            </svg>
            """
    }

    private func axes(_ most: Int) -> String {
        let (bottom, end) = (y(0, most), Self.width - Self.right)
        let first = HTMLText.escaped(String(runs.first?.time.prefix(10) ?? ""))
        let last = HTMLText.escaped(String(runs.last?.time.prefix(10) ?? ""))
        return """
            <line class="axis" x1="\(Self.left)" x2="\(end)" y1="\(bottom)" y2="\(bottom)"/>
            <line class="axis" x1="\(Self.left)" x2="\(end)" y1="\(Self.top)" y2="\(Self.top)"/>
            <text x="\(Self.left - 6)" y="\(bottom + 4)" text-anchor="end">0</text>
            <text x="\(Self.left - 6)" y="\(Self.top + 4)" text-anchor="end">\(most)</text>
            <text x="\(Self.left)" y="\(Self.height - 6)">\(first)</text>
            <text x="\(end)" y="\(Self.height - 6)" text-anchor="end">\(runs.count > 1 ? last : "")</text>
            """
    }

    private func line(_ series: Series, _ most: Int, place: Int) -> String {
        let points = series.values.enumerated().map { "\(x($0)),\(y($1, most))" }
        let dots = zip(runs, series.values.enumerated()).map { run, value in
            "<circle cx=\"\(x(value.offset))\" cy=\"\(y(value.element, most))\" r=\"3\"><title>"
                + HTMLText.escaped("\(run.label): \(value.element) \(series.title)")
                + "</title></circle>"
        }
        let (key, row) = (Self.width - Self.right + 12, Self.top + 16 + place * 20)
        return """
            <g class="\(series.name)"><polyline points="\(points.joined(separator: " "))"/>\
            \(dots.joined())<polyline points="\(key),\(row - 4) \(key + 24),\(row - 4)"/></g>
            <text x="\(key + 32)" y="\(row)">\(series.title): \(series.values.last ?? 0)</text>
            """
    }

    private func x(_ run: Int) -> Int {
        let room = Self.width - Self.left - Self.right
        return runs.count > 1 ? Self.left + room * run / (runs.count - 1) : Self.left + room / 2
    }

    private func y(_ value: Int, _ most: Int) -> Int {
        let room = Self.height - Self.top - Self.bottom
        return Self.height - Self.bottom - room * value / most
    }

    /// A small bar for each run, for a table row.
    static func bars(_ values: [Int]) -> String {
        let most = max(1, values.max() ?? 1)
        let bars = values.enumerated().map { index, value in
            let height = value > 0 ? max(2, 20 * value / most) : 1
            return "<rect class=\"\(value > 0 ? "bar" : "none")\" x=\"\(index * 6)\" "
                + "y=\"\(20 - height)\" width=\"4\" height=\"\(height)\"/>"
        }
        let said = values.map(String.init).joined(separator: ", ")
        return "<svg width=\"\(values.count * 6)\" height=\"20\" role=\"img\" "
            + "aria-label=\"times, run by run: \(said)\">\(bars.joined())</svg>"
    }
}
