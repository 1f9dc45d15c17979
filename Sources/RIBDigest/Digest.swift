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
    public var session: String { document.session }

    /// The session as rows for the tables of a fleet, one JSON object a line: one for the session,
    /// then one for each finding. `Reports/fleet.schema.json` describes them.
    public var rows: String { FleetRows(of: document).text }

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
