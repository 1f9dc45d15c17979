// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBRuns
import RIBTrace
import Testing
import TraceFixtures

/// The promise of the trace: what was recorded before a SIGKILL is there, and nothing else.
@Suite struct KillTests {
    /// `RIBLEAK_NIGHTLY` has five times as many.
    private static let killsALane = Nightly.isOn ? 100 : 20

    /// Each lane kills its victims, one after the other, at moments that its seed chooses.
    @Test(arguments: [1, 2] as [UInt64])
    func everyAcknowledgedEventSurvivesAKillAtAnyMoment(lane: UInt64) throws {
        var generator = SeededGenerator(seed: lane)
        var tracesRead = 0
        for number in 1...Self.killsALane {
            // Half of them early, where files and packets are begun; the others some packets on.
            let moment = Int.random(in: 0...(number % 2 == 0 ? 200 : 8_000), using: &generator)
            let complaints = try Self.complaints(afterKillAt: moment, counting: &tracesRead)
            #expect(complaints == [], "killed after \(moment) acknowledgements")
        }
        // A victim may die before it has a trace, but hardly often.
        #expect(tracesRead > Self.killsALane * 8 / 10)
    }

    /// A copy of a trace that grows meanwhile is a trace that ends somewhere.
    @Test func aTraceCanBeRecoveredWhileItIsRecorded() throws {
        let runs = try TemporaryFolder()
        let victim = try RunningVictim("until-killed", runs: runs.file("runs"))
        victim.read(4_000)
        // The victim goes on while its acknowledgements still fit into the pipe.
        for _ in 1...5 {
            let trace = try #require(try RunFolder.traces(at: runs.file("runs")).first)
            victim.read(victim.acknowledged.count + 2_000)
            let recovery = try TraceRecovery.copy(of: trace)
            #expect(try RecordedVictim(recovery.folder).eventCount == Int(recovery.eventCount))
            if Babeltrace.isInstalled {
                #expect(try Babeltrace.count(recovery.folder) == Int(recovery.eventCount))
            }
            #expect(throws: TraceError.self) { try TraceRecovery.inPlace(trace) }
            try FileManager.default.removeItem(atPath: recovery.folder)
        }
        victim.kill(after: 0)
    }

    private static func complaints(
        afterKillAt moment: Int, counting tracesRead: inout Int
    ) throws -> [String] {
        let runs = try TemporaryFolder()
        let victim = try RunningVictim("until-killed", runs: runs.file("runs"))
        victim.kill(after: moment)
        guard let trace = try? RunFolder.traces(at: runs.file("runs")).first else {
            return victim.acknowledged.isEmpty ? [] : ["there is no trace"]
        }
        tracesRead += 1
        let recorded = try RecordedVictim(trace)
        var complaints = recorded.complaints(about: victim.acknowledged)
        if victim.acknowledged.count < moment { complaints.append("it ended by itself") }
        let recovery = try TraceRecovery.copy(of: trace)
        if recovery.eventCount != UInt64(recorded.eventCount) {
            complaints.append("recovered \(recovery.eventCount) of \(recorded.eventCount) events")
        }
        if Babeltrace.isInstalled {
            let count = try Babeltrace.count(recovery.folder)
            if count != recorded.eventCount {
                complaints.append("babeltrace2 counts \(count) of \(recorded.eventCount) events")
            }
        }
        return complaints
    }
}
