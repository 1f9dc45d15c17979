// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace
import Testing
import TraceFixtures

/// However a process ends, what it had recorded is there, for our reader and for babeltrace2.
@Suite struct EndingTests {
    @Test(arguments: ["exit", "_exit", "abort", "uncaught-error", "fatal-error"])
    func everyEventBeforeTheEndIsReadBack(mode: String) throws {
        let victim = try FinishedVictim(mode)
        #expect((victim.process.code == 0) == mode.hasSuffix("exit"))
        #expect(victim.process.wasKilled == !mode.hasSuffix("exit"))
        #expect(victim.acknowledged.count == 390)

        try check(victim.trace(), against: victim.acknowledged)
    }

    @Test func aProcessThatBecomesAnotherLeavesTwoTraces() throws {
        let victim = try FinishedVictim("exec")
        #expect(victim.process.code == 0)
        let parts = victim.lines.split(separator: "exec").map { part in
            part.compactMap { Acknowledgement($0) }
        }
        let traces = try victim.traces()
        #expect(parts.count == 2)
        #expect(traces.count == 2)
        // The same name and the same process number.
        #expect(Set(traces.map { $0.split(separator: "/").last }).count == 1)
        for (trace, acknowledged) in zip(traces, parts) {
            #expect(acknowledged.count == 390)
            try check(trace, against: acknowledged)
        }
    }

    @Test func aForkedChildNeitherRecordsNorHangs() throws {
        let victim = try FinishedVictim("fork", plugins: [BuiltPlugin()])
        #expect(victim.process.code == 0)
        #expect(victim.said("failures") == ["0"])
        #expect(victim.acknowledged.count == 202)
        try check(victim.trace(), against: victim.acknowledged)
    }

    @Test func theEndOfAForkedThreadDoesNotTouchTheParentsPackets() throws {
        let victim = try FinishedVictim("fork-on-thread")
        #expect(victim.process.wasKilled)
        #expect(victim.said("child") == ["0"])
        #expect(victim.acknowledged.count == 4)
        try check(victim.trace(), against: victim.acknowledged)
    }

    private func check(_ trace: String, against acknowledged: [Acknowledgement]) throws {
        let recorded = try RecordedVictim(trace)
        #expect(recorded.complaints(about: acknowledged) == [])
        #expect(recorded.threads.values.reduce(0) { $0 + $1.count } == acknowledged.count)
        guard Babeltrace.isInstalled else { return }
        #expect(try Babeltrace.count(trace) == recorded.eventCount)
    }
}
