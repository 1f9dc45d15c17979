// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText
import RIBTrace

extension Digest {
    /// The whole object. Absent facts are null.
    var document: JSONValue {
        let origin = metadata.origin
        let facts = JSONValue([
            "version": Self.version, "session": session, "day": day,
            "level": metadata.level.rawValue,
            "app": JSONValue([
                "name": DigestText.baseName(metadata.processName),
                "release": DigestText.ifAny(origin.release),
                "build": DigestText.ifAny(origin.build),
            ]),
            "system": JSONValue([
                "name": DigestText.ifAny(origin.system),
                "version": DigestText.ifAny(origin.systemVersion),
            ]),
            "versions": JSONValue([
                "ribleak": DigestText.ifAny(origin.recorderVersion), "trace": TraceFormat.version,
            ]),
            "sampling": JSONValue([
                "oneProcessOf": origin.oneProcessOf, "percentOfRIBs": origin.percentOfRIBs,
                "budgetSpentAfterMs": budgetSpentAfter.map { $0 / 1_000_000 },
            ]),
            "durationMs": duration / 1_000_000, "counts": JSONValue(counts), "doubts": doubts,
        ])
        return facts.adding(jsonOfFindings)
    }

    /// Different mistakes, also those whose findings are left out.
    private var counts: [String: any JSONConvertible] {
        let summary = report.summary
        return [
            "tracked": summary.tracked, "leaks": summary.leaks,
            "inactiveFires": summary.inactiveFires, "warnings": summary.warnings,
            "libraryLeaks": summary.libraryLeaks, "dropped": summary.dropped,
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
            "images": JSONValue(
                used.map { JSONValue(["name": images[$0].name, "buildID": images[$0].buildID]) }),
            "findings": JSONValue(shown.map { $0.json(numbering: numbers) }),
            "omitted": JSONValue([
                "findings": omittedFindings,
                // Of findings that are in it.
                "stacks": pairs.count { $0.stacks != nil && $1.stacks == nil },
                "retainPaths": pairs.count { $0.retainPath != nil && $1.retainPath == nil },
            ]),
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
    private func row(_ record: String, _ columns: [String: any JSONConvertible]) -> String {
        let row: [String: any JSONConvertible] = [
            "record": record, "version": Self.rowVersion, "session": session, "day": day,
            "app": DigestText.baseName(metadata.processName),
            "release": DigestText.ifAny(metadata.origin.release),
            "oneProcessOf": metadata.origin.oneProcessOf,
        ]
        return JSONText.line(JSONValue(row.merging(columns) { $1 }))
    }

    /// The columns of the table `sessions`.
    private var sessionColumns: [String: any JSONConvertible] {
        let origin = metadata.origin
        return counts.merging([
            "build": DigestText.ifAny(origin.build), "platform": DigestText.ifAny(origin.system),
            "os": DigestText.ifAny(origin.systemVersion), "level": metadata.level.rawValue,
            "durationMs": duration / 1_000_000, "omitted": omittedFindings,
            "isDoubtful": !doubts.isEmpty,
        ]) { $1 }
    }
}
