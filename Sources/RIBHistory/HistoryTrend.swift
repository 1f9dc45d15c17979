// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

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
