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
        let first = runs.min { $0.startedAt < $1.startedAt }
        // The columns that say which run it is, of each row.
        let run: [String: any JSONConvertible] = [
            "version": Self.rowVersion, "shard": shard, "commit": commit, "branch": branch,
            "run": first.map { "\($0.processName)-\($0.processID)@\($0.startedAt)" } ?? "",
            "time": first?.startedAt ?? "", "processes": runs.count, "isDoubtful": !doubts.isEmpty,
        ]
        func row(_ summary: RunSummary?, _ finding: Finding?) -> String {
            let facts = Self.columns(of: summary).merging(Self.columns(of: finding)) { $1 }
            return JSONText.line(JSONValue(run.merging(facts) { $1 }))
        }
        return row(summary, nil) + findings.map { row(nil, $0) }.joined()
    }

    /// The columns with a run's counts. Null in the row of a finding, so that a sum over all rows
    /// is right.
    private static func columns(of summary: RunSummary?) -> [String: any JSONConvertible] {
        [
            "tracked": summary?.tracked, "leaks": summary?.leaks,
            "inactiveFires": summary?.inactiveFires, "warnings": summary?.warnings,
            "dropped": summary?.dropped, "libraryLeaks": summary?.libraryLeaks,
        ]
    }

    /// The columns of a finding. Null in the row of a run.
    private static func columns(of finding: Finding?) -> [String: any JSONConvertible] {
        [
            "record": finding == nil ? "run" : "finding", "kind": finding?.kind.rawValue,
            "ribPath": finding?.ribPath, "type": finding?.type,
            "fingerprint": finding?.fingerprint.description, "count": finding?.count,
            "victims": finding?.victims.count, "test": finding?.test,
            "retainedBy": finding?.keeper, "bytes": finding?.retainPath?.dominatedBytes,
            "file": finding?.place?.file, "line": finding?.place?.line,
            "libraryLeak": finding?.libraryLeak?.name,
        ]
    }
}
