// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBText
import RIBTrace

/// What a shipped app tells its makers of one session: findings and counts in at most 64 KiB, and
/// nothing of its user.
///
/// It is made of the trace alone: no binary, no kept symbols, no settings. So the same trace gives
/// the same bytes on each machine. Call stacks are addresses by build id; `DigestSymbols` names
/// them later, where the symbols are.
public struct Digest: Sendable {
    /// The format version. It goes up when a key changes its meaning or goes away; new keys may
    /// come at any time.
    public static let version = 1
    /// The most bytes of ``json``.
    public static let mostBytes = 64 << 10
    /// More do not fit, however short they are.
    private static let mostFindings = 500

    /// The digest as one line of JSON, with a line break at its end. `Reports/digest.schema.json`
    /// describes it.
    public private(set) var json = ""

    let metadata: TraceMetadata
    let report: RunReport
    /// Nanoseconds from the beginning of the recording to its last event, on the monotonic clock.
    let duration: UInt64
    /// Nanoseconds from the beginning until the budget for stacks was spent; nil if it was not.
    let budgetSpentAfter: UInt64?
    /// Most damaging first.
    private let all: [DigestFinding]
    let images: [DigestImage]
    /// How many parts are left out. First the call stacks of the least damaging findings go, then
    /// their retain paths, then the findings themselves.
    private var leftOut = 0

    /// Reads a session's trace and judges it.
    ///
    /// An app calls it at its next start, on any thread, for each of ``endedSessions(below:)``.
    ///
    /// - Parameter trace: A trace folder, whose process may have been killed. Damage inside it is a
    ///   doubt of the digest.
    /// - Throws: `TraceError` when the trace cannot be read at all.
    /// - Complexity: O(events); memory grows with the objects, not with the events.
    public init(reading trace: String) throws(TraceError) {
        let process = try AnalyzedProcess(reading: trace)
        var asked: Set<ImageAddress> = []
        report = Analysis.report(on: [process], scope: nil) { requests in
            for request in requests { asked.formUnion(request.addresses) }
            return NoSymbols().symbolicate(Array(asked))
        }
        metadata = process.metadata
        let (start, end) = (metadata.startedAt, process.model.lastEventAt)
        duration = end - min(end, start)
        budgetSpentAfter = process.model.budgetSpentAt.map { $0 - min($0, start) }
        var images = DigestImages(of: asked)
        all = report.findings.prefix(Self.mostFindings).map { DigestFinding($0, &images) }
        self.images = images.all
        fit()
    }

    /// Takes in as much as fits.
    private mutating func fit() {
        // The more is left out, the shorter is the text. Without findings, each text in it is
        // short.
        var (low, high) = (0, 3 * all.count)
        while low < high {
            leftOut = (low + high) / 2
            if JSONText.line(document).utf8.count <= Self.mostBytes {
                high = leftOut
            } else {
                low = leftOut + 1
            }
        }
        leftOut = low
        json = JSONText.line(document)
    }

    /// How many findings are in it, and how many of these with their call stacks and retain paths.
    private var extent: (findings: Int, stacks: Int, paths: Int) {
        let count = all.count
        func kept(_ most: Int) -> Int { min(max(most - leftOut, 0), count) }
        return (kept(3 * count), kept(count), kept(2 * count))
    }

    /// The random number of the session: 32 hexadecimal digits.
    public var session: String { metadata.recordingID }

    /// The findings in it.
    var findings: ArraySlice<DigestFinding> { all.prefix(extent.findings) }

    /// How many findings are left out.
    var omittedFindings: Int { report.findings.count - extent.findings }

    /// Why the session could not be judged in full, by name; empty when it could.
    var doubts: [String] {
        var doubts = Set(report.doubts.map { "\($0.kind)" })
        // A digest is made without the names of functions.
        if report.isUndecided { doubts.insert("stacksUndecided") }
        return doubts.sorted()
    }

    /// The day on which the recording began, in UTC by the device's clock, such as `2026-01-02`.
    var day: String {
        let start = Int64(clamping: metadata.startedAt) &+ metadata.clockOffset
        return String(ISO8601.text(milliseconds: start / 1_000_000).prefix(10))
    }

    /// The traces of the sessions that have ended, oldest first.
    ///
    /// - Parameter folder: The folder for runs that was given to `Recorder.startSampling`.
    /// - Returns: Trace folders. Empty when there is no such folder.
    public static func endedSessions(below folder: String) -> [String] {
        let runs = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return runs.filter { !$0.hasPrefix(".") }.sorted().flatMap { run in
            let traces = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(run)")
            return (traces ?? []).sorted().map { "\(folder)/\(run)/\($0)" }
        }
        .filter { TraceReader.isTrace($0) && TraceLock.isFree(folder: $0) }
    }
}

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
        let (_, stacks, paths) = extent
        let shown = findings.enumerated().map { $1.with(path: $0 < paths, stacks: $0 < stacks) }
        // Only images that are needed, numbered from 0.
        let used = Set(shown.flatMap(\.imageNumbers)).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: zip(used, used.indices))
        return [
            "images": JSONValue(
                used.map { JSONValue(["name": images[$0].name, "buildID": images[$0].buildID]) }),
            "findings": JSONValue(shown.map { $0.json(numbering: numbers) }),
            "omitted": JSONValue([
                "findings": omittedFindings,
                // Of findings that are in it.
                "stacks": findings.dropFirst(stacks).count { $0.stacks != nil },
                "retainPaths": findings.dropFirst(paths).count { $0.retainPath != nil },
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
