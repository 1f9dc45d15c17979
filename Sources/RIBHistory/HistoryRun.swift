// SPDX-License-Identifier: Apache-2.0

import RIBText

/// A run of a history.
package struct HistoryRun: Equatable, Sendable {
    /// The commit it ran on, as given by the caller; nil when unknown.
    package let commit: String?
    /// Nil when unknown.
    package let branch: String?
    /// When it began: ISO 8601, UTC.
    package let time: String
    package let tracked: Int
    package let leaks: Int
    package let inactiveFires: Int
    package let warnings: Int
    /// True when the run could not be judged completely, so that it may miss findings.
    package let isDoubtful: Bool

    /// The day and the start of the commit, such as `2026-03-01 4f2c9d1`.
    var label: String {
        ([String(time.prefix(10))] + [commit.map { String($0.prefix(7)) }].compactMap { $0 })
            .joined(separator: " ")
    }
}

/// The latest runs of a history and their findings.
package struct HistoryReport: Equatable, Sendable {
    /// The branch of the runs; nil for all branches.
    package let branch: String?
    /// Oldest first.
    package let runs: [HistoryRun]
    /// The findings of those runs. Present ones come before fixed ones, and older ones before newer
    /// ones.
    package let trends: [FindingTrend]
}

/// How often one finding occurred, run by run.
package struct FindingTrend: Equatable, Sendable {
    /// 16 lower-case hexadecimal digits.
    package let fingerprint: String
    /// The kind's name in reports, such as `leaked-router`.
    package let kind: String
    package let ribPath: String
    package let type: String
    /// The first run that found it, even if that run is not shown.
    package let firstSeen: HistoryRun
    package let lastSeen: HistoryRun
    /// How many objects or subscriptions showed it, for each run that is shown, oldest first.
    package let counts: [Int]
    /// Whether it does not occur in the newest run that could be judged.
    package let isFixed: Bool
}

extension HistoryReport {
    /// The format version. It goes up when a key changes its meaning or goes away; new keys may
    /// come at any time.
    private static let version = 1

    /// The history for programs: absent facts are null, keys are sorted. Ends with a line break.
    package var json: String {
        JSONText.encoded(
            JSONValue([
                "version": Self.version, "runs": runs.map(\.json), "findings": trends.map(\.json),
            ]))
    }
}

extension HistoryRun {
    /// The run, with every key, including those with absent facts.
    fileprivate var json: JSONValue {
        JSONValue([
            "commit": commit, "branch": branch, "time": time, "tracked": tracked, "leaks": leaks,
            "inactiveFires": inactiveFires, "warnings": warnings, "isDoubtful": isDoubtful,
        ])
    }
}

extension FindingTrend {
    /// The finding over all runs, with its count in each.
    fileprivate var json: JSONValue {
        JSONValue([
            "fingerprint": fingerprint, "kind": kind, "ribPath": ribPath, "type": type,
            "firstSeen": firstSeen.json, "lastSeen": lastSeen.json, "counts": counts,
            "isFixed": isFixed,
        ])
    }
}
