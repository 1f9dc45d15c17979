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
        text =
            JSONText.line(Session(digest: digest))
            + digest.findings.map { JSONText.line(Row(digest: digest, finding: $0)) }.joined()
    }

    private enum Columns: String, CodingKey {
        case record, version, session, day, app, release, build, platform, os, level, oneProcessOf
        case durationMs, tracked, leaks, inactiveFires, warnings, libraryLeaks, dropped, omitted
        case isDoubtful, severity, kind, fingerprint, ribPath, type, count, victims, bytes
        case retainedBy, libraryLeak
    }

    /// A row of the table `sessions`.
    private struct Session: Encodable {
        let digest: DigestDocument

        func encode(to encoder: any Encoder) throws {
            var row = encoder.container(keyedBy: Columns.self)
            try FleetRows.encode(digest, "session", into: &row)
            try row.encode(digest.app.build, forKey: .build)
            try row.encode(digest.system.name, forKey: .platform)
            try row.encode(digest.system.version, forKey: .os)
            try row.encode(digest.level, forKey: .level)
            try row.encode(digest.durationMs, forKey: .durationMs)
            try row.encode(digest.counts.tracked, forKey: .tracked)
            try row.encode(digest.counts.leaks, forKey: .leaks)
            try row.encode(digest.counts.inactiveFires, forKey: .inactiveFires)
            try row.encode(digest.counts.warnings, forKey: .warnings)
            try row.encode(digest.counts.libraryLeaks, forKey: .libraryLeaks)
            try row.encode(digest.counts.dropped, forKey: .dropped)
            try row.encode(digest.omitted.findings, forKey: .omitted)
            try row.encode(!digest.doubts.isEmpty, forKey: .isDoubtful)
        }
    }

    /// A row of the table `findings`.
    private struct Row: Encodable {
        let digest: DigestDocument
        let finding: DigestFinding

        func encode(to encoder: any Encoder) throws {
            var row = encoder.container(keyedBy: Columns.self)
            try FleetRows.encode(digest, "finding", into: &row)
            try row.encode(finding.severity, forKey: .severity)
            try row.encode(finding.kind, forKey: .kind)
            try row.encode(finding.fingerprint, forKey: .fingerprint)
            try row.encode(finding.ribPath, forKey: .ribPath)
            try row.encode(finding.type, forKey: .type)
            try row.encode(finding.count, forKey: .count)
            try row.encode(finding.victims, forKey: .victims)
            try row.encode(finding.bytes, forKey: .bytes)
            try row.encode(finding.retainedBy, forKey: .retainedBy)
            try row.encode(finding.libraryLeak, forKey: .libraryLeak)
        }
    }

    /// The columns of both tables.
    private static func encode(
        _ digest: DigestDocument, _ record: String,
        into row: inout KeyedEncodingContainer<Columns>
    ) throws {
        try row.encode(record, forKey: .record)
        try row.encode(version, forKey: .version)
        try row.encode(digest.session, forKey: .session)
        try row.encode(digest.day, forKey: .day)
        try row.encode(digest.app.name, forKey: .app)
        try row.encode(digest.app.release, forKey: .release)
        try row.encode(digest.sampling.oneProcessOf, forKey: .oneProcessOf)
    }
}
