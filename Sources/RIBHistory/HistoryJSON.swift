// SPDX-License-Identifier: Apache-2.0

import RIBText

extension HistoryReport {
    /// The format version. It goes up when a key changes its meaning or goes away; new keys may
    /// come at any time.
    private static let version = 1

    /// The history for programs: absent facts are null, keys are sorted. Ends with a line break.
    package var json: String {
        let json: JSONValue = [
            "version": JSONValue(Self.version), "runs": .array(runs.map(\.json)),
            "findings": .array(trends.map(\.json)),
        ]
        return JSONText.encoded(json)
    }
}

extension HistoryRun {
    /// The run, with every key, including those with absent facts.
    fileprivate var json: JSONValue {
        [
            "commit": JSONValue(commit), "branch": JSONValue(branch), "time": JSONValue(time),
            "tracked": JSONValue(tracked), "leaks": JSONValue(leaks),
            "inactiveFires": JSONValue(inactiveFires), "warnings": JSONValue(warnings),
            "isDoubtful": .bool(isDoubtful),
        ]
    }
}

extension FindingTrend {
    /// The finding over all runs, with its count in each.
    fileprivate var json: JSONValue {
        [
            "fingerprint": .string(fingerprint), "kind": .string(kind),
            "ribPath": .string(ribPath), "type": .string(type), "firstSeen": firstSeen.json,
            "lastSeen": lastSeen.json, "counts": JSONValue(counts), "isFixed": .bool(isFixed),
        ]
    }
}
