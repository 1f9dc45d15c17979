// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RIBTrace
import Testing

@testable import RIBHeap
@testable import RIBRecorder

/// A main queue that other work holds for 2 s, on a clock that goes on whenever it is looked at.
private final class BusyMainQueue: Sendable {
    private static let end: UInt64 = 2_000_000_000
    private let time = AtomicCounter()

    init() {
        DispatchQueue.main.async { [time] in while time.value < Self.end {} }
    }

    /// Goes on until the work is over, then stands still.
    func look() -> UInt64 {
        time.value < Self.end ? time.add(10_000_000) : Self.end
    }
}

/// A recorder whose waits for the main queue a test limits.
private func recording(
    patience: UInt64 = 0, _ clock: @escaping @Sendable () -> UInt64
) throws -> Recording {
    try Recording {
        $0.patience = patience
        $0.waitClock = clock
        $0.searchLimit = 60_000_000_000
    }
}

extension Recording {
    /// A scope in which an object was let go that is still alive.
    fileprivate func scope(lettingGo kept: AnyObject) -> ScopeID {
        let scope = recorder.beginScope("test", runsAlone: false)
        recorder.working(for: scope) {
            let id = recorder.objectCreated(.router, type: Thing.self)
            recorder.expectDeallocation(of: kept, id: id)
        }
        return scope
    }

    /// A scope in which an object was let go that work of the main queue releases 50 ms later.
    fileprivate func scopeWithPendingRelease() -> ScopeID {
        let kept = Thing()
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(50)) {
            withExtendedLifetime(kept) {}
        }
        return scope(lettingGo: kept)
    }

    fileprivate func judgementOfALeak(_ kept: AnyObject) -> Judgement {
        recorder.endScope(scope(lettingGo: kept))
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

    @Test func aSessionIsJudgedForACallerOutsideTheMainQueue() async {
        await #expect(processExitsWith: .success) {
            let queue = BusyMainQueue()
            let recording = try recording { queue.look() }
            let kept = Thing()
            let id = recording.recorder.objectCreated(.router, type: Thing.self)
            recording.recorder.expectDeallocation(of: kept, id: id)
            recording.recorder.settle()
            #expect(try recording.events().contains(.settled(.request, scope: .none, unjudged: 0)))
        }
    }

    @Test func whatWasLetGoIsJudgedForACallerOutsideTheMainQueue() async {
        await #expect(processExitsWith: .success) {
            let queue = BusyMainQueue()
            let recording = try recording { queue.look() }
            let kept = Thing()
            let judgement = recording.judgementOfALeak(kept)
            #expect(judgement.survivors == 1)
            #expect(judgement.unjudged == 0)
        }
    }

    /// A main thread that waits for the check, with nobody else at work, would let it wait for ever.
    @Test func aCallerThatTheMainQueueWaitsForGoesOnWithoutIt() async {
        await #expect(processExitsWith: .success) {
            let isOver = DispatchSemaphore(value: 0)
            DispatchQueue.main.async { isOver.wait() }
            let looks = AtomicCounter()
            // A minute would take 6,000 looks, and a busy machine takes some until nobody is at work.
            let recording = try recording { looks.add(10_000_001) }
            let kept = Thing()
            let judgement = recording.judgementOfALeak(kept)
            #expect(judgement.unjudged == 1)
            #expect(looks.value < 5_000 * 10_000_001)
            isOver.signal()
        }
    }

    /// As on a machine that sleeps, or runs other processes: what is due then has not run yet.
    @Test func timeInWhichTheProcessStandsStillIsNoneForPendingWork() async {
        await #expect(processExitsWith: .success) {
            for look in 5..<15 as Range<UInt64> {
                let looks = AtomicCounter()
                let recording = try recording(patience: 1_000_000_000) {
                    let stood: UInt64 = looks.increment() < look ? 0 : 3_600_000_000_000
                    return DispatchTime.now().uptimeNanoseconds + stood
                }
                let scope = recording.scopeWithPendingRelease()
                #expect(await recording.recorder.endScopeAwaiting(scope) == Judgement())
            }
        }
    }

    @Test func whatWasLetGoIsJudgedForACallerThatAwaits() async {
        await #expect(processExitsWith: .success) {
            let queue = BusyMainQueue()
            let recording = try recording { queue.look() }
            let kept = Thing()
            let scope = recording.scope(lettingGo: kept)
            let judgement = await recording.recorder.endScopeAwaiting(scope)
            #expect(judgement.survivors == 1)
            #expect(judgement.unjudged == 0)
        }
    }

    /// What its thread has freed by then leads nowhere, so nothing can be looked up again.
    @Test func whatWasDueWhenATreeBeganToGoCountsHoweverLongItTakes() async {
        await #expect(processExitsWith: .success) {
            let isLate = AtomicCounter()
            let recording = try Recording {
                $0.clock = { DispatchTime.now().uptimeNanoseconds + isLate.value }
            }
            _ = recording.recorder.beginScope("test", runsAlone: false)
            let (kept, ends, ended) = (
                Thing(), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
            )
            let begins = DispatchSemaphore(value: 0)
            DispatchQueue.global().async {
                begins.signal()
                ends.wait()
                withExtendedLifetime(kept) {}
                ended.signal()
            }
            begins.wait()
            let retention = Retention(
                reason: .attachedRouter, steps: [], retainCount: 1, seenReferences: 1,
                dominatedCount: 0, dominatedBytes: 0, isPartial: false)
            recording.recorder.withSession { $0.noteDueWork(atEndOf: ObjectID(1)) }
            ends.signal()
            ended.wait()
            _ = isLate.add(3_600_000_000_000)
            let isOnlyFreed = recording.recorder.withSession {
                $0.isOnlyFreed(
                    UInt(bitPattern: ObjectIdentifier(kept)), withTreeOf: [(ObjectID(1), 4096)],
                    retention)
            }
            #expect(isOnlyFreed == false)
        }
    }
}
