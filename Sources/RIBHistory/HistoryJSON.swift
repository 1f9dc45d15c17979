// SPDX-License-Identifier: Apache-2.0

import RIBText

/// A history for programs: absent facts are null, keys are sorted.
package struct HistoryJSON: Sendable {
    /// The format version. It goes up when a key changes its meaning or goes away; new keys may
    /// come at any time.
    package static let version = 1

    /// Creates a renderer.
    package init() {}

    /// The document, ending with a line break.
    package func text(for report: HistoryReport) -> String {
        let json: JSONValue = [
            "version": JSONValue(Self.version), "runs": .array(report.runs.map(Self.run)),
            "findings": .array(report.trends.map(Self.trend)),
        ]
        return JSONText.encoded(json)
    }

    /// A run, with every key, including those with absent facts.
    private static func run(_ run: HistoryRun) -> JSONValue {
        [
            "commit": JSONValue(run.commit), "branch": JSONValue(run.branch),
            "time": JSONValue(run.time), "tracked": JSONValue(run.tracked),
            "leaks": JSONValue(run.leaks), "inactiveFires": JSONValue(run.inactiveFires),
            "warnings": JSONValue(run.warnings), "isDoubtful": .bool(run.isDoubtful),
        ]
    }

    /// A finding over all runs, with its count in each.
    private static func trend(_ trend: FindingTrend) -> JSONValue {
        [
            "fingerprint": .string(trend.fingerprint), "kind": .string(trend.kind),
            "ribPath": .string(trend.ribPath), "type": .string(trend.type),
            "firstSeen": run(trend.firstSeen), "lastSeen": run(trend.lastSeen),
            "counts": JSONValue(trend.counts), "isFixed": .bool(trend.isFixed),
        ]
    }
}
