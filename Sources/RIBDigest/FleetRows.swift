// SPDX-License-Identifier: Apache-2.0

import RIBText

/// A session as rows for the tables of a fleet: one of the session, then one of each finding.
///
/// Each row has each column of its table; absent facts are null.
struct FleetRows {
    /// The format version. It goes up when a column changes its meaning or goes away.
    private static let version = 1

    /// The rows, each ending with a line break.
    let text: String

    init(of digest: DigestDocument) {
        let session = Self.row("session", of: digest, Self.columns(of: digest))
        text =
            session
            + digest.findings.map { Self.row("finding", of: digest, $0.facts) }
            .joined()
    }

    /// A row with the columns of both tables and those of one.
    private static func row(
        _ record: JSONValue, of digest: DigestDocument, _ columns: [String: JSONValue]
    ) -> String {
        let metadata = digest.recorded.metadata
        let row: [String: JSONValue] = [
            "record": record, "version": JSONValue(version),
            "session": .string(metadata.recordingID), "day": .string(digest.recorded.day),
            "app": .string(DigestText.baseName(metadata.processName)),
            "release": JSONValue(DigestText.ifAny(metadata.origin.release)),
            "oneProcessOf": JSONValue(metadata.origin.oneProcessOf),
        ]
        return JSONText.line(JSONValue.object(row.merging(columns) { $1 }))
    }

    /// The columns of the table `sessions`.
    private static func columns(of digest: DigestDocument) -> [String: JSONValue] {
        let origin = digest.recorded.metadata.origin
        let columns: [String: JSONValue] = [
            "build": JSONValue(DigestText.ifAny(origin.build)),
            "platform": JSONValue(DigestText.ifAny(origin.system)),
            "os": JSONValue(DigestText.ifAny(origin.systemVersion)),
            "level": .string(digest.recorded.metadata.level.rawValue),
            "durationMs": JSONValue(digest.recorded.duration / 1_000_000),
            "omitted": JSONValue(digest.omittedFindings),
            "isDoubtful": .bool(!digest.doubts.isEmpty),
        ]
        let counts = DigestDocument.counts(of: digest.recorded.report.summary)
        return columns.merging(counts) { $1 }
    }
}
