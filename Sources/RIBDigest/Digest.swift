// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBText
import RIBTrace

/// What a shipped app tells its makers of one session: findings and counts in at most 64 KiB, and
/// nothing of its user.
///
/// It is made of the trace alone, so the same trace gives the same bytes on each machine. Call
/// stacks are addresses by build id; `DigestSymbols` names them later, where the symbols are.
public struct Digest: Sendable {
    /// The format version. It goes up when a key changes its meaning or goes away; new keys may
    /// come at any time.
    public static let version = 1
    /// The most bytes of ``json``.
    public static let mostBytes = 64 << 10

    /// The digest as one line of JSON, with a line break at its end. `Reports/digest.schema.json`
    /// describes it.
    public let json: String
    let document: DigestDocument

    /// Reads a session's trace and judges it.
    ///
    /// An app calls it at its next start, on any thread, for each of ``endedSessions(below:)``.
    ///
    /// - Parameter trace: A trace folder, whose process may have been killed.
    /// - Throws: `TraceError` when the trace cannot be read at all.
    /// - Complexity: O(events); memory grows with the objects, not with the events.
    public init(reading trace: String) throws(TraceError) {
        self.init(of: try RecordedSession(reading: trace))
    }

    init(of session: RecordedSession) {
        (document, json) = DigestDocument(of: session).fitting(Self.mostBytes)
    }

    /// The random number of the session: 32 hexadecimal digits.
    public var session: String { document.recorded.metadata.recordingID }

    /// The session as rows for the tables of a fleet, one JSON object a line: one for the session,
    /// then one for each finding. `Reports/fleet.schema.json` describes them.
    public var rows: String { document.rows }

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

/// One recorded session of an app, with the findings that its trace alone shows.
///
/// No file but the trace is read: no binary, no kept symbols, no settings. So the same trace gives
/// the same session on each machine. Call stacks and closures are addresses, to be named later.
package struct RecordedSession {
    package let metadata: TraceMetadata
    package let report: RunReport
    /// Nanoseconds from the beginning of the recording to its last event, on the monotonic clock.
    package let duration: UInt64
    /// Nanoseconds from the beginning until the budget for stacks was spent; nil if it was not.
    package let budgetSpentAfter: UInt64?
    private let addresses: [Place: ImageAddress]

    private struct Place: Hashable {
        let module: String
        let offset: UInt64
    }

    /// Reads a trace and judges it.
    ///
    /// - Throws: `TraceError` when the trace cannot be read at all. Damage inside it is a caveat of
    ///   the report.
    /// - Complexity: As `Analysis.report`.
    package init(reading trace: String) throws(TraceError) {
        let process = try AnalyzedProcess(reading: trace)
        var asked: Set<ImageAddress> = []
        report = Analysis.report(on: [process], scope: nil) { requests in
            for request in requests { asked.formUnion(request.addresses) }
            return NoSymbols().symbolicate(Array(asked))
        }
        metadata = process.metadata
        let start = metadata.startedAt
        let end = process.model.lastEventAt
        duration = end - min(end, start)
        budgetSpentAfter = process.model.budgetSpentAt.map { $0 - min($0, start) }
        // Two images may have one name. Which of them it then is must not depend on a set's order.
        let sorted = asked.sorted { ($0.path, $0.buildID) < ($1.path, $1.buildID) }
        addresses = Dictionary(
            sorted.map { (Place(module: $0.module, offset: $0.offset), $0) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The address that a frame stands for; nil when it lay in no known image.
    package func address(of frame: StackFrame) -> ImageAddress? {
        addresses[Place(module: frame.module, offset: frame.offset)].flatMap {
            $0.path.isEmpty ? nil : $0
        }
    }

    /// Nanoseconds since 1970 at which the recording began, by the device's clock.
    package var startedAt: Int64 { Int64(clamping: metadata.startedAt) &+ metadata.clockOffset }

    /// The day on which the recording began, in UTC, such as `2026-01-02`.
    package var day: String {
        String(ISO8601.text(milliseconds: startedAt / 1_000_000).prefix(10))
    }
}
