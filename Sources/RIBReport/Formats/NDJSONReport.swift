// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// A run as rows for databases: one row for the run, then one for each finding. A row is a JSON
/// object on one line.
///
/// Each row has all columns, with null for absent facts. So the files of many shards form one
/// table. `Reports/rows.schema.json` describes the columns.
extension RunReport {
    /// The format version. It goes up when a column changes its meaning or goes away; new columns
    /// may come at any time.
    private static let rowVersion = 1

    /// The rows, each ending with a line break.
    ///
    /// - Parameters:
    ///   - shard: Which part of a test run this is; nil when there is only one.
    ///   - commit: The tested commit; nil when unknown.
    ///   - branch: The tested branch; nil when unknown.
    package func rows(
        shard: String? = nil, commit: String? = nil, branch: String? = nil
    ) -> String {
        var run = columnsOfRun
        run["shard"] = JSONValue(shard)
        run["commit"] = JSONValue(commit)
        run["branch"] = JSONValue(branch)
        func row(_ summary: RunSummary?, _ finding: Finding?) -> String {
            let facts = Self.columns(of: summary).merging(Self.columns(of: finding)) { $1 }
            return JSONText.line(JSONValue.object(run.merging(facts) { $1 }))
        }
        return row(summary, nil) + findings.map { row(nil, $0) }.joined()
    }

    /// The columns that say which run it is, of each row.
    private var columnsOfRun: [String: JSONValue] {
        let first = runs.min { $0.startedAt < $1.startedAt }
        return [
            "version": JSONValue(Self.rowVersion),
            "run": .string(first.map { "\($0.processName)-\($0.processID)@\($0.startedAt)" } ?? ""),
            "time": .string(first?.startedAt ?? ""), "processes": JSONValue(runs.count),
            "isDoubtful": .bool(!doubts.isEmpty),
        ]
    }

    /// The columns with a run's counts. Null in the row of a finding, so that a sum over all rows
    /// is right.
    private static func columns(of summary: RunSummary?) -> [String: JSONValue] {
        [
            "tracked": JSONValue(summary?.tracked), "leaks": JSONValue(summary?.leaks),
            "inactiveFires": JSONValue(summary?.inactiveFires),
            "warnings": JSONValue(summary?.warnings), "dropped": JSONValue(summary?.dropped),
            "libraryLeaks": JSONValue(summary?.libraryLeaks),
        ]
    }

    /// The columns of a finding. Null in the row of a run.
    private static func columns(of finding: Finding?) -> [String: JSONValue] {
        [
            "record": finding == nil ? "run" : "finding",
            "kind": JSONValue(finding?.kind.rawValue), "ribPath": JSONValue(finding?.ribPath),
            "type": JSONValue(finding?.type),
            "fingerprint": JSONValue(finding?.fingerprint.description),
            "count": JSONValue(finding?.count), "victims": JSONValue(finding?.victims.count),
            "test": JSONValue(finding?.test), "retainedBy": JSONValue(finding?.keeper),
            "bytes": JSONValue(finding?.retainPath?.dominatedBytes),
            "file": JSONValue(finding?.place?.file), "line": JSONValue(finding?.place?.line),
            "libraryLeak": JSONValue(finding?.libraryLeak?.name),
        ]
    }
}
