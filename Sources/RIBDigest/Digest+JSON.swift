// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText
import RIBTrace

extension Digest {
    /// The whole object. Absent facts are null.
    var document: JSONValue {
        let origin = metadata.origin
        let facts: JSONValue = [
            "version": JSONValue(Self.version), "session": .string(session), "day": .string(day),
            "level": .string(metadata.level.rawValue),
            "app": [
                "name": .string(DigestText.baseName(metadata.processName)),
                "release": JSONValue(DigestText.ifAny(origin.release)),
                "build": JSONValue(DigestText.ifAny(origin.build)),
            ],
            "system": [
                "name": JSONValue(DigestText.ifAny(origin.system)),
                "version": JSONValue(DigestText.ifAny(origin.systemVersion)),
            ],
            "versions": [
                "ribleak": JSONValue(DigestText.ifAny(origin.recorderVersion)),
                "trace": JSONValue(TraceFormat.version),
            ],
            "sampling": [
                "oneProcessOf": JSONValue(origin.oneProcessOf),
                "percentOfRIBs": JSONValue(origin.percentOfRIBs),
                "budgetSpentAfterMs": JSONValue(budgetSpentAfter.map { $0 / 1_000_000 }),
            ],
            "durationMs": JSONValue(duration / 1_000_000), "counts": .object(counts),
            "doubts": JSONValue(doubts),
        ]
        return facts.adding(jsonOfFindings)
    }

    /// Different mistakes, also those whose findings are left out.
    private var counts: [String: JSONValue] {
        let summary = report.summary
        return [
            "tracked": JSONValue(summary.tracked), "leaks": JSONValue(summary.leaks),
            "inactiveFires": JSONValue(summary.inactiveFires),
            "warnings": JSONValue(summary.warnings),
            "libraryLeaks": JSONValue(summary.libraryLeaks), "dropped": JSONValue(summary.dropped),
        ]
    }

    /// The findings, the images that they refer to, and what is left out so that the digest is
    /// small enough.
    private var jsonOfFindings: [String: JSONValue] {
        let shown = findings.enumerated().map { index, finding in
            finding.with(path: index < extent.paths, stacks: index < extent.stacks)
        }
        // Only images that are needed, numbered from 0.
        let used = Set(shown.flatMap(\.imageNumbers)).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: zip(used, used.indices))
        let pairs = zip(findings, shown)
        return [
            "images": .array(
                used.map {
                    ["name": .string(images[$0].name), "buildID": .string(images[$0].buildID)]
                }),
            "findings": .array(shown.map { $0.json(numbering: numbers) }),
            "omitted": [
                "findings": JSONValue(omittedFindings),
                // Of findings that are in it.
                "stacks": JSONValue(pairs.count { $0.stacks != nil && $1.stacks == nil }),
                "retainPaths": JSONValue(
                    pairs.count { $0.retainPath != nil && $1.retainPath == nil }),
            ],
        ]
    }
}

extension Digest {
    /// The format version of rows. It goes up when a column changes its meaning or goes away.
    private static let rowVersion = 1

    /// The session as rows for the tables of a fleet, one JSON object a line: one for the session,
    /// then one for each finding. `Reports/fleet.schema.json` describes them.
    ///
    /// Each row has each column of its table; absent facts are null.
    public var rows: String {
        row("session", sessionColumns) + findings.map { row("finding", $0.facts) }.joined()
    }

    /// A row with the columns of both tables and those of one.
    private func row(_ record: JSONValue, _ columns: [String: JSONValue]) -> String {
        let row: [String: JSONValue] = [
            "record": record, "version": JSONValue(Self.rowVersion), "session": .string(session),
            "day": .string(day), "app": .string(DigestText.baseName(metadata.processName)),
            "release": JSONValue(DigestText.ifAny(metadata.origin.release)),
            "oneProcessOf": JSONValue(metadata.origin.oneProcessOf),
        ]
        return JSONText.line(JSONValue.object(row.merging(columns) { $1 }))
    }

    /// The columns of the table `sessions`.
    private var sessionColumns: [String: JSONValue] {
        let origin = metadata.origin
        let columns: [String: JSONValue] = [
            "build": JSONValue(DigestText.ifAny(origin.build)),
            "platform": JSONValue(DigestText.ifAny(origin.system)),
            "os": JSONValue(DigestText.ifAny(origin.systemVersion)),
            "level": .string(metadata.level.rawValue),
            "durationMs": JSONValue(duration / 1_000_000), "omitted": JSONValue(omittedFindings),
            "isDoubtful": .bool(!doubts.isEmpty),
        ]
        return columns.merging(counts) { $1 }
    }
}
