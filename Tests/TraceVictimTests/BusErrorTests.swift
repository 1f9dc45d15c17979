// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// The recorder answers SIGBUS where a packet's page is gone, and leaves all others to the host.
@Suite struct BusErrorTests {
    /// How a host handles a SIGBUS, how the signal comes, and the host's exit code; nil when the host
    /// is killed.
    static let others: [(handling: String, coming: String, code: Int32?)] = [
        ("facts", "fault", 40), ("facts", "sent", 40),
        ("plain", "fault", 41), ("plain", "sent", 41),
        ("default", "fault", nil), ("default", "sent", nil),
        ("ignored", "fault", nil), ("ignored", "sent", 0),
    ]

    @Test(arguments: others)
    func anotherOnesEndsAsWithoutTheRecorder(
        handling: String, coming: String, code: Int32?
    ) throws {
        let victim = try FinishedVictim("bus-error", [handling, coming])
        #expect(victim.process.wasKilled == (code == nil))
        #expect(victim.process.code == code ?? SIGBUS)
    }

    @Test func aHostWhoseTraceIsTruncatedLivesAndIsWarnedOnce() throws {
        let victim = try FinishedVictim("truncated")
        #expect(victim.process.code == 0)
        #expect(!victim.process.wasKilled)
        #expect(
            victim.process.errors
                == "ribleak: warning: a file of the trace was changed by others, or its disk failed: "
                + "events are dropped from here on\n")
    }

    /// Streams that were ready for it are truncated as well: it gets another one.
    @Test func theEventsOfAThreadThatComesAfterATruncationAreRead() throws {
        let victim = try FinishedVictim("truncated")
        let recorded = try RecordedVictim(victim.trace())
        #expect(recorded.threads.values.map(\.count) == [20_000])
    }
}
