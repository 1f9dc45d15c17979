// SPDX-License-Identifier: Apache-2.0

import RIBReport

// Draws the counts of a history's runs as SVG.
//
// Places from left to right are in percent. So the drawing fits any window, and its words and dots
// keep their sizes.
extension HistoryReport {
    private static let (top, bottom) = (10, 160)
    /// The room for numbers, in percent.
    private static let left = 4.0

    typealias Series = (name: String, title: String, values: [Int])

    /// What is counted, run by run.
    var series: [Series] {
        [
            ("leaks", "leaks", runs.map(\.leaks)),
            ("fires", "fired while inactive", runs.map(\.inactiveFires)),
            ("warnings", "warnings", runs.map(\.warnings)),
        ]
    }

    /// Lines over time with different colours and dashes, and what they mean.
    var chart: String {
        let series = series
        let most = max(1, series.flatMap(\.values).max() ?? 1)
        let said = series.map {
            "\($0.title) from \($0.values.first ?? 0) to \($0.values.last ?? 0)"
        }
        let keys = series.map {
            "<li><svg viewBox=\"0 0 24 12\" aria-hidden=\"true\"><path class=\"\($0.name)\" "
                + "d=\"M0 6h24\"/></svg>\($0.title): \($0.values.last ?? 0)</li>"
        }
        return """
            <figure class="chart">
            <ul class="legend" aria-label="Key">\(keys.joined())</ul>
            <svg role="img" aria-label="\(said.joined(separator: ", "))">
            \(grid(most))
            \(series.reversed().map { line($0, most) }.joined(separator: "\n"))
            </svg>
            <p class="ends"><span>\(label(of: runs.first))</span>\
            <span>\(runs.count > 1 ? label(of: runs.last) : "")</span></p>
            </figure>
            """
    }

    private func label(of run: HistoryRun?) -> String {
        MarkupText.html(String(run?.time.prefix(10) ?? ""))
    }

    private func grid(_ most: Int) -> String {
        [0, most].map { value in
            let y = y(value, most)
            return "<line class=\"grid\" x1=\"\(Self.left)%\" x2=\"100%\" y1=\"\(y)\" y2=\"\(y)\"/>"
                + "<text x=\"0\" y=\"\(y + 4)\">\(value)</text>"
        }.joined(separator: "\n")
    }

    private func line(_ series: Series, _ most: Int) -> String {
        let points = series.values.enumerated().map { (x: x($0), y: y($1, most)) }
        let segments = zip(points, points.dropFirst()).map { from, to in
            "<line class=\"series \(series.name)\" x1=\"\(from.x)%\" y1=\"\(from.y)\" "
                + "x2=\"\(to.x)%\" y2=\"\(to.y)\"/>"
        }
        let dots = zip(runs, zip(series.values, points)).map { run, place in
            "<circle class=\"of-\(series.name)\" cx=\"\(place.1.x)%\" cy=\"\(place.1.y)\" r=\"4\">"
                + "<title>\(MarkupText.html("\(run.label): \(place.0) \(series.title)"))</title>"
                + "</circle>"
        }
        return (segments + dots).joined()
    }

    /// In percent, with one digit after the point.
    private func x(_ run: Int) -> Double {
        let room = 99.0 - Self.left - 1
        let place = runs.count > 1 ? room * Double(run) / Double(runs.count - 1) : room / 2
        return (10 * (Self.left + 1 + place)).rounded() / 10
    }

    private func y(_ value: Int, _ most: Int) -> Int {
        Self.bottom - (Self.bottom - Self.top) * value / most
    }
}

extension [Int] {
    /// A small bar of SVG for each value, for a table row.
    var bars: String {
        let most = Swift.max(1, self.max() ?? 1)
        let bars = enumerated().map { index, value in
            let height = value > 0 ? Swift.max(2, 20 * value / most) : 1
            return "<rect class=\"\(value > 0 ? "bar" : "none")\" x=\"\(index * 6)\" "
                + "y=\"\(20 - height)\" width=\"4\" height=\"\(height)\"/>"
        }
        let said = map(String.init).joined(separator: ", ")
        return "<svg class=\"bars\" width=\"\(count * 6)\" height=\"20\" role=\"img\" "
            + "aria-label=\"times, run by run: \(said)\">\(bars.joined())</svg>"
    }
}
