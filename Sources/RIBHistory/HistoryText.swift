// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

extension TextLayout {
    /// A history for people at a terminal: the counts over time, then each finding with its trend.
    /// Ends with a line break.
    package func text(for report: HistoryReport) -> String {
        text(report.head + report.trends.flatMap { $0.lines(in: report) })
    }
}

extension HistoryReport {
    /// How many runs there are, and from when to when; nil for none.
    var range: String? {
        guard let first = runs.first, let last = runs.last else { return nil }
        return runs.count == 1 ? first.label : "\(first.label) to \(last.label)"
    }

    fileprivate var head: [TextLine] {
        let branch = branch.map { " of branch \($0)" } ?? ""
        guard let range else { return [TextLine("The history has no runs\(branch).")] }
        var lines = [
            TextLine("\(Quantity.counted(runs.count, "run"))\(branch), \(range)", .strong)
        ]
        lines += series.map { _, title, values in
            let padding = String(repeating: " ", count: 20 - title.count)
            return TextLine("  \(title)\(padding)  ") + TextLine(values.sparkline, .place)
                + TextLine("  \(values.last ?? 0)")
        }
        let doubtful = runs.count(where: \.isDoubtful)
        if doubtful > 0 {
            let runs = Quantity.counted(doubtful, "run")
            lines.append(
                TextLine("! \(runs) could not be judged completely and may miss findings", .caution)
            )
        }
        return lines
    }
}

extension FindingTrend {
    /// Where the finding is.
    var place: String { ribPath.isEmpty ? "an unknown place" : ribPath }

    /// How the finding is in the newest run: `fixed`, `new` or `open`, and its sign.
    func state(in report: HistoryReport) -> (name: String, sign: String) {
        if isFixed { return ("fixed", "✓") }
        return firstSeen == report.runs.last && report.runs.count > 1 ? ("new", "+") : ("open", "✗")
    }

    fileprivate func lines(in report: HistoryReport) -> [TextLine] {
        let state = state(in: report)
        let last =
            isFixed
            ? "last seen \(lastSeen.label), fixed" : state.name == "new" ? "new" : "still there"
        return [
            TextLine(),
            TextLine(state.sign, isFixed ? .calm : .alarm) + TextLine(" ")
                + TextLine(type, .strong) + TextLine(" at \(place)  ")
                + TextLine(counts.sparkline, .place),
            TextLine(
                "  \(kind), first seen \(firstSeen.label), \(last), fingerprint \(fingerprint)",
                .faint),
        ]
    }
}

extension [Int] {
    /// A row of bars on one scale that begins at zero, such as `▁▃█`; a dot for zero.
    var sparkline: String {
        let bars = [Character]("▁▂▃▄▅▆▇█")
        let most = Swift.max(1, self.max() ?? 1)
        return String(
            map { value in
                guard value > 0 else { return "·" }
                return bars[Swift.min(bars.count - 1, (value * bars.count - 1) / most)]
            })
    }
}

extension HistoryReport {
    /// How many runs are enough to see a trend.
    package static let mostRunsOfTrend = 9

    /// Whether the findings of these runs and the next one become more or fewer, in one line, such
    /// as `Over the last 3 runs of main and this one: leaks ▁▁▁█ rose from 1 to 4`.
    ///
    /// A run that could not be judged completely may miss findings, so it is left out, and so is
    /// the next one if it was imported already.
    ///
    /// - Parameter report: The run that comes after these.
    /// - Returns: Nil when nothing was found in any of them, or there are none.
    package func trend(then report: RunReport) -> String? {
        let start = report.runs.map(\.startedAt).min()
        let runs = self.runs.filter { !$0.isDoubtful && $0.time != start }
        guard !runs.isEmpty else { return nil }
        let summary = report.summary
        let measures = [
            Self.words("leaks", runs.map(\.leaks) + [summary.leaks]),
            Self.words(
                "subscriptions that fired while inactive",
                runs.map(\.inactiveFires) + [summary.inactiveFires]),
        ].compactMap { $0 }
        guard !measures.isEmpty else { return nil }
        let branch = branch.map { " of \($0)" } ?? ""
        let count = runs.count == 1 ? "run" : "\(runs.count) runs"
        return "Over the last \(count)\(branch) and this one: \(measures.joined(separator: "; "))"
    }

    /// - Parameter counts: At least two, oldest first.
    private static func words(_ noun: String, _ counts: [Int]) -> String? {
        guard counts.contains(where: { $0 > 0 }), let first = counts.first, let last = counts.last
        else { return nil }
        let change =
            first == last
            ? "are \(last) as at first"
            : "\(first < last ? "rose" : "fell") from \(first) to \(last)"
        return "\(noun) \(counts.sparkline) \(change)"
    }
}
