// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// A run as rows for databases: one row for the run, then one for each finding. A row is a JSON
/// object on one line.
///
/// Each row has all columns, with null for absent facts. So the files of many shards form one
/// table. `Reports/rows.schema.json` describes the columns.
package struct NDJSONReport: Sendable {
    /// The format version. It goes up when a column changes its meaning or goes away; new columns
    /// may come at any time.
    package static let version = 1

    private let shard: String?
    private let commit: String?
    private let branch: String?

    /// Creates a renderer.
    ///
    /// - Parameters:
    ///   - shard: Which part of a test run this is; nil when there is only one.
    ///   - commit: The tested commit; nil when unknown.
    ///   - branch: The tested branch; nil when unknown.
    package init(shard: String? = nil, commit: String? = nil, branch: String? = nil) {
        self.shard = shard
        self.commit = commit
        self.branch = branch
    }

    /// The rows, each ending with a line break.
    package func text(for report: RunReport) -> String {
        let run = Row(report, shard: shard, commit: commit, branch: branch)
        return JSONText.line(run)
            + report.findings.map { JSONText.line(run.with($0)) }.joined()
    }

    private struct Row: Encodable {
        private let run: Run
        private var finding: Finding?

        private struct Run {
            let id: String
            let time: String
            let processes: Int
            let summary: RunSummary
            let isDoubtful: Bool
            let shard: String?
            let commit: String?
            let branch: String?
        }

        init(_ report: RunReport, shard: String?, commit: String?, branch: String?) {
            let first = report.runs.min { $0.startedAt < $1.startedAt }
            run = Run(
                id: first.map { "\($0.processName)-\($0.processID)@\($0.startedAt)" } ?? "",
                time: first?.startedAt ?? "", processes: report.runs.count, summary: report.summary,
                isDoubtful: !report.doubts.isEmpty, shard: shard, commit: commit, branch: branch)
        }

        func with(_ finding: Finding) -> Row {
            var row = self
            row.finding = finding
            return row
        }

        private enum CodingKeys: String, CodingKey {
            case record, version, run, shard, commit, branch, time, processes, isDoubtful
            case tracked, leaks, inactiveFires, warnings, dropped
            case kind, ribPath, type, fingerprint, count, victims, test, retainedBy, bytes
            case file, line, libraryLeaks, libraryLeak
        }

        /// Writes every column, including those with absent facts.
        func encode(to encoder: any Encoder) throws {
            var row = encoder.container(keyedBy: CodingKeys.self)
            try row.encode(finding == nil ? "run" : "finding", forKey: .record)
            try row.encode(NDJSONReport.version, forKey: .version)
            try row.encode(run.id, forKey: .run)
            try row.encode(run.shard, forKey: .shard)
            try row.encode(run.commit, forKey: .commit)
            try row.encode(run.branch, forKey: .branch)
            try row.encode(run.time, forKey: .time)
            try row.encode(run.processes, forKey: .processes)
            try row.encode(run.isDoubtful, forKey: .isDoubtful)
            // Only in the row of the run, so that a sum over all rows is right.
            let summary = finding == nil ? run.summary : nil
            try row.encode(summary?.tracked, forKey: .tracked)
            try row.encode(summary?.leaks, forKey: .leaks)
            try row.encode(summary?.inactiveFires, forKey: .inactiveFires)
            try row.encode(summary?.warnings, forKey: .warnings)
            try row.encode(summary?.dropped, forKey: .dropped)
            try row.encode(finding?.kind.rawValue, forKey: .kind)
            try row.encode(finding?.ribPath, forKey: .ribPath)
            try row.encode(finding?.type, forKey: .type)
            try row.encode(finding?.fingerprint.description, forKey: .fingerprint)
            try row.encode(finding?.count, forKey: .count)
            try row.encode(finding?.victims.count, forKey: .victims)
            try row.encode(finding?.test, forKey: .test)
            try row.encode(finding?.keeper, forKey: .retainedBy)
            try row.encode(finding?.retainPath?.dominatedBytes, forKey: .bytes)
            try row.encode(finding?.place?.file, forKey: .file)
            try row.encode(finding?.place?.line, forKey: .line)
            try row.encode(summary?.libraryLeaks, forKey: .libraryLeaks)
            try row.encode(finding?.libraryLeak?.name, forKey: .libraryLeak)
        }
    }
}
