// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText
import RIBTrace

/// A digest with as much of its findings as fits.
struct DigestDocument: Sendable {
    let recorded: RecordedSession
    /// Most damaging first.
    private let all: [DigestFinding]
    private let images: [DigestImage]
    /// How many findings are in it, and how many of these with their call stacks and retain paths.
    private var extent: (findings: Int, stacks: Int, paths: Int)

    /// More do not fit, however short they are.
    private static let mostFindings = 500

    init(of recorded: RecordedSession) {
        self.recorded = recorded
        var images = DigestImages(of: recorded)
        all = recorded.report.findings.prefix(Self.mostFindings).map { DigestFinding($0, &images) }
        self.images = images.all
        extent = (all.count, all.count, all.count)
    }

    /// The findings in it.
    var findings: ArraySlice<DigestFinding> { all.prefix(extent.findings) }

    /// How many findings are left out.
    var omittedFindings: Int { recorded.report.findings.count - extent.findings }

    /// Why the session could not be judged in full, by name; empty when it could.
    var doubts: [String] {
        var doubts = Set(recorded.report.doubts.map { "\($0.kind)" })
        // A digest is made without the names of functions.
        if recorded.report.isUndecided { doubts.insert("stacksUndecided") }
        return doubts.sorted()
    }

    /// The document with as much as fits. First the call stacks of the least damaging findings go,
    /// then their retain paths, then the findings themselves.
    ///
    /// - Parameter limit: In bytes.
    func fitting(_ limit: Int) -> (DigestDocument, json: String) {
        let count = all.count
        func most(_ extent: (Int) -> (Int, Int, Int)) -> (DigestDocument, json: String)? {
            // The more findings have something, the longer is the text.
            var (low, high, best) = (0, count, nil as (DigestDocument, json: String)?)
            while low <= high {
                let middle = (low + high) / 2
                var made = self
                made.extent = extent(middle)
                let json = JSONText.line(made.json)
                if json.utf8.count <= limit {
                    (low, best) = (middle + 1, (made, json))
                } else {
                    high = middle - 1
                }
            }
            return best
        }
        return most { (count, $0, count) } ?? most { (count, 0, $0) } ?? most { ($0, 0, 0) }
            // Without findings, each text in it is short.
            ?? (self, JSONText.line(json))
    }
}

extension DigestDocument {
    /// The whole object. Absent facts are null.
    private var json: JSONValue {
        let (metadata, origin) = (recorded.metadata, recorded.metadata.origin)
        let facts: JSONValue = [
            "version": JSONValue(Digest.version), "session": .string(metadata.recordingID),
            "day": .string(recorded.day), "level": .string(metadata.level.rawValue),
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
                "budgetSpentAfterMs": JSONValue(recorded.budgetSpentAfter.map { $0 / 1_000_000 }),
            ],
            "durationMs": JSONValue(recorded.duration / 1_000_000),
            "counts": .object(Self.counts(of: recorded.report.summary)),
            "doubts": JSONValue(doubts),
        ]
        return facts.adding(jsonOfFindings)
    }

    /// Different mistakes, also those whose findings are left out.
    static func counts(of summary: RunSummary) -> [String: JSONValue] {
        [
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
                    [
                        "name": .string(images[$0].name), "buildID": .string(images[$0].buildID),
                    ]
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
