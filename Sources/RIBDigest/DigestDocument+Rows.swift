// SPDX-License-Identifier: Apache-2.0

import RIBText

extension DigestDocument {
    /// The format version of rows. It goes up when a column changes its meaning or goes away.
    private static let rowVersion = 1

    /// The session as rows for the tables of a fleet: one of the session, then one of each finding.
    /// Each ends with a line break.
    ///
    /// Each row has each column of its table; absent facts are null.
    var rows: String {
        row("session", sessionColumns) + findings.map { row("finding", $0.facts) }.joined()
    }

    /// A row with the columns of both tables and those of one.
    private func row(_ record: JSONValue, _ columns: [String: JSONValue]) -> String {
        let metadata = recorded.metadata
        let row: [String: JSONValue] = [
            "record": record, "version": JSONValue(Self.rowVersion),
            "session": .string(metadata.recordingID), "day": .string(recorded.day),
            "app": .string(DigestText.baseName(metadata.processName)),
            "release": JSONValue(DigestText.ifAny(metadata.origin.release)),
            "oneProcessOf": JSONValue(metadata.origin.oneProcessOf),
        ]
        return JSONText.line(JSONValue.object(row.merging(columns) { $1 }))
    }

    /// The columns of the table `sessions`.
    private var sessionColumns: [String: JSONValue] {
        let origin = recorded.metadata.origin
        let columns: [String: JSONValue] = [
            "build": JSONValue(DigestText.ifAny(origin.build)),
            "platform": JSONValue(DigestText.ifAny(origin.system)),
            "os": JSONValue(DigestText.ifAny(origin.systemVersion)),
            "level": .string(recorded.metadata.level.rawValue),
            "durationMs": JSONValue(recorded.duration / 1_000_000),
            "omitted": JSONValue(omittedFindings),
            "isDoubtful": .bool(!doubts.isEmpty),
        ]
        let counts = Self.counts(of: recorded.report.summary)
        return columns.merging(counts) { $1 }
    }
}
