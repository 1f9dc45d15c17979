// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

/// A history for people at a terminal.
package struct HistoryText: Sendable {
    private let layout: TextLayout

    /// Creates a renderer.
    package init(_ layout: TextLayout = TextLayout()) { self.layout = layout }

    /// The counts over time, then each finding with its trend. Ends with a line break.
    package func text(for report: HistoryReport) -> String {
        layout.text(head(of: report) + report.trends.flatMap { lines(for: $0, in: report) })
    }

    private func head(of report: HistoryReport) -> [TextLine] {
        guard let first = report.runs.first, let last = report.runs.last else {
            let place = report.branch.map { " of branch \($0)" } ?? ""
            return [TextLine("The history has no runs\(place).")]
        }
        let branch = report.branch.map { " of branch \($0)" } ?? ""
        let range = report.runs.count == 1 ? first.label : "\(first.label) to \(last.label)"
        var lines = [
            TextLine("\(Quantity.counted(report.runs.count, "run"))\(branch), \(range)", .strong)
        ]
        let counts: [(String, KeyPath<HistoryRun, Int>)] = [
            ("leaks", \.leaks), ("fired while inactive", \.inactiveFires),
            ("warnings", \.warnings),
        ]
        for (name, count) in counts {
            let values = report.runs.map { $0[keyPath: count] }
            lines.append(
                TextLine("  \(Self.padded(name, 20))  ") + TextLine(Sparkline.text(values), .place)
                    + TextLine("  \(values.last ?? 0)"))
        }
        let doubtful = report.runs.count(where: \.isDoubtful)
        if doubtful > 0 {
            let runs = Quantity.counted(doubtful, "run")
            lines.append(
                TextLine("! \(runs) could not be judged completely and may miss findings", .caution)
            )
        }
        return lines
    }

    private func lines(for trend: FindingTrend, in report: HistoryReport) -> [TextLine] {
        let isNew = !trend.isFixed && trend.firstSeen == report.runs.last && report.runs.count > 1
        let sign =
            trend.isFixed
            ? TextLine("✓", .calm) : isNew ? TextLine("+", .alarm) : TextLine("✗", .alarm)
        let place = trend.ribPath.isEmpty ? "an unknown place" : trend.ribPath
        let last =
            trend.isFixed
            ? "last seen \(trend.lastSeen.label), fixed" : isNew ? "new" : "still there"
        return [
            TextLine(),
            sign + TextLine(" ") + TextLine(trend.type, .strong) + TextLine(" at \(place)  ")
                + TextLine(Sparkline.text(trend.counts), .place),
            TextLine(
                "  \(trend.kind), first seen \(trend.firstSeen.label), \(last), "
                    + "fingerprint \(trend.fingerprint)", .faint),
        ]
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

/// Draws a row of bars as text, such as `▁▃█`.
enum Sparkline {
    private static let bars = Array("▁▂▃▄▅▆▇█")

    /// A bar for each value on one scale that begins at zero; a dot for zero.
    ///
    /// - Parameter most: The value of the highest bar; nil for the largest value.
    static func text(_ values: [Int], most: Int? = nil) -> String {
        let most = max(1, most ?? values.max() ?? 1)
        return String(
            values.map { value in
                guard value > 0 else { return "·" }
                return bars[min(bars.count - 1, (value * bars.count - 1) / most)]
            })
    }
}

/// Whether the findings of the last runs become more or fewer.
package struct HistoryTrend: Equatable, Sendable {
    /// How many runs are enough to see a trend.
    package static let mostRuns = 9

    /// The trend in one line, such as `Over the last 3 runs of main and this one: leaks ▁▁▁█ rose
    /// from 1 to 4`.
    package let line: String

    /// - Parameters:
    ///   - last: The last runs. One that could not be judged completely may miss findings, so it is
    ///     left out, and so is the run itself if it was imported already.
    ///   - report: The run that comes after them.
    /// - Returns: Nil when nothing was found in any of them, or there are none.
    package init?(of last: HistoryReport, then report: RunReport) {
        let start = report.runs.map(\.startedAt).min()
        let runs = last.runs.filter { !$0.isDoubtful && $0.time != start }
        guard !runs.isEmpty else { return nil }
        let summary = report.summary
        let measures = [
            Self.words("leaks", runs.map(\.leaks) + [summary.leaks]),
            Self.words(
                "subscriptions that fired while inactive",
                runs.map(\.inactiveFires) + [summary.inactiveFires]),
        ].compactMap { $0 }
        guard !measures.isEmpty else { return nil }
        let branch = last.branch.map { " of \($0)" } ?? ""
        let count = runs.count == 1 ? "run" : "\(runs.count) runs"
        line = "Over the last \(count)\(branch) and this one: \(measures.joined(separator: "; "))"
    }

    /// - Parameter counts: At least two, oldest first.
    private static func words(_ noun: String, _ counts: [Int]) -> String? {
        guard counts.contains(where: { $0 > 0 }), let first = counts.first, let last = counts.last
        else { return nil }
        let change =
            first == last
            ? "are \(last) as at first"
            : "\(first < last ? "rose" : "fell") from \(first) to \(last)"
        return "\(noun) \(Sparkline.text(counts)) \(change)"
    }
}
