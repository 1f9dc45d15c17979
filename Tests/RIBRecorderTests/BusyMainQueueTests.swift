// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RIBTrace
import Testing

@testable import RIBRecorder

/// A main queue that other work holds for 2 s, on a clock that goes on whenever it is looked at.
private final class BusyMainQueue: Sendable {
    private static let end: UInt64 = 2_000_000_000
    private let gate = DispatchSemaphore(value: 0)
    private let time = AtomicCounter()

    init() {
        DispatchQueue.main.async { [gate] in gate.wait() }
    }

    /// Opens the gate in time, then stands still.
    func look() -> UInt64 {
        guard time.value < Self.end else { return Self.end }
        if time.add(10_000_000) >= Self.end { gate.signal() }
        return time.value
    }
}

/// A recorder whose waits for the main queue a test limits.
private func recording(_ clock: @escaping @Sendable () -> UInt64) throws -> Recording {
    try Recording {
        $0.queueClock = clock
        $0.searchLimit = 60_000_000_000
    }
}

/// Checks while work of others holds the main queue. Each test has its own process, whose main queue
/// no other test needs.
@Suite struct BusyMainQueueTests {
    @Test func growthIsKnownToACallerThatAwaits() async {
        await #expect(processExitsWith: .success) {
            let queue = BusyMainQueue()
            let recording = try recording { queue.look() }
            let scope = recording.recorder.beginScope("test", runsAlone: false)
            let measurement = GrowthMeasurement(of: recording.recorder, in: scope, turns: 3)
            while measurement.hasNextTurn { await measurement.endTurnAwaiting() }
            await measurement.endAwaiting()
            #expect(measurement.outcome == .measured)
        }
    }

    @Test func growthIsKnownToACallerOutsideTheMainQueue() async {
        await #expect(processExitsWith: .success) {
            let queue = BusyMainQueue()
            let recording = try recording { queue.look() }
            let scope = recording.recorder.beginScope("test", runsAlone: false)
            let measurement = GrowthMeasurement(of: recording.recorder, in: scope, turns: 3)
            while measurement.hasNextTurn { measurement.endTurn() }
            measurement.end()
            #expect(measurement.outcome == .measured)
        }
    }

    /// Who holds the queue itself would wait in vain.
    @Test func growthIsNotKnownInsideTheMainQueue() async {
        await #expect(processExitsWith: .success) {
            let recording = try recording { DispatchTime.now().uptimeNanoseconds }
            let scope = recording.recorder.beginScope("test", runsAlone: false)
            let outcome = await MainActor.run {
                let measurement = GrowthMeasurement(of: recording.recorder, in: scope, turns: 3)
                while measurement.hasNextTurn { measurement.endTurn() }
                measurement.end()
                return measurement.outcome
            }
            #expect(outcome == .notSettled)
        }
    }

    @Test func whatWasLetGoIsJudgedForACallerThatAwaits() async {
        await #expect(processExitsWith: .success) {
            let queue = BusyMainQueue()
            let recording = try recording { queue.look() }
            let scope = recording.recorder.beginScope("test", runsAlone: false)
            let kept = Thing()
            recording.recorder.working(for: scope) {
                let id = recording.recorder.objectCreated(.router, type: Thing.self)
                recording.recorder.expectDeallocation(of: kept, id: id)
            }
            let judgement = await recording.recorder.endScopeAwaiting(scope)
            #expect(judgement.survivors == 1)
            #expect(judgement.unjudged == 0)
        }
    }
}
