// SPDX-License-Identifier: Apache-2.0

import RIBText

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
