// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RIBTrace
import Testing

@testable import RIBRecorder

/// An object that is let go outside of tests is judged at its deadline, on a clock that tests set.
@Suite struct DeadlineTests {
    private final class Clock: Sendable {
        let now = AtomicCounter(5_000_000_000)
    }

    private let clock = Clock()
    private let recording: Recording
    private let session: RecordingSession

    init() throws {
        let clock = clock
        recording = try Recording {
            $0.ticks = false
            $0.clock = { clock.now.value }
        }
        session = try #require(recording.recorder.session)
    }

    /// Lets milliseconds pass, tick by tick.
    private func run(milliseconds: Int) {
        for _ in 0..<(milliseconds / 100) { session.tick(at: clock.now.add(100_000_000)) }
    }

    /// Lets go of an object as another thread than the main one does.
    private func letGo(
        _ thing: Thing, within limit: UInt64 = ExpectationTime.object, isExplicit: Bool = false,
        isOnMain: Bool = false
    ) -> ObjectID {
        let id = recording.recorder.objectCreated(.router, type: Thing.self)
        let conditions = Expectations.Conditions(
            scope: session.scopes.current, limit: limit, isExplicit: isExplicit,
            isOnMain: isOnMain)
        _ = session.expectations.add(thing, id, conditions, clock: { clock.now.value })
        return id
    }

    private func judgements() throws -> [TraceEvent] {
        try recording.facts().filter { event in
            switch event {
            case .stillAlive, .settled: true
            default: false
            }
        }
    }

    private func deadline(_ id: ObjectID, after expectedFor: UInt64) -> [TraceEvent] {
        [
            .stillAlive(id, expectedFor: expectedFor),
            .settled(.deadline, scope: .none, unjudged: 0),
        ]
    }

    @Test func whatOutlivesItsTimeIsRecordedAsAliveOnce() throws {
        let kept = Thing()
        let id = letGo(kept)
        run(milliseconds: 5_000)
        #expect(try judgements() == deadline(id, after: 1_000_000_000))
    }

    @Test func nothingIsJudgedBeforeItsTimeIsOver() throws {
        let kept = Thing()
        _ = letGo(kept)
        run(milliseconds: 1_100)
        #expect(try judgements() == [])
        run(milliseconds: 5_000)
        #expect(try judgements().count == 2)
        withExtendedLifetime(kept) {}
    }

    @Test func aViewHasMoreTime() throws {
        let kept = Thing()
        let id = letGo(kept, within: ExpectationTime.view)
        run(milliseconds: 5_000)
        #expect(try judgements() == [])
        run(milliseconds: 500)
        #expect(try judgements() == deadline(id, after: 5_000_000_000))
        withExtendedLifetime(kept) {}
    }

    @Test func whatWasFreedInTimeIsNotMentioned() throws {
        let kept = Thing()
        _ = letGo(Thing())
        let id = letGo(kept)
        run(milliseconds: 5_000)
        #expect(try judgements() == deadline(id, after: 1_000_000_000))
        withExtendedLifetime(kept) {}
    }

    @Test func timeInWhichTheProcessWasStoppedDoesNotCount() throws {
        let kept = Thing()
        _ = letGo(kept)
        for _ in 1...3 {
            clock.now.add(3_600_000_000_000)
            session.tick(at: clock.now.value)
        }
        #expect(try judgements() == [])
        run(milliseconds: 5_000)
        #expect(try judgements().count == 2)
        withExtendedLifetime(kept) {}
    }

    @Test func anObjectThatIsInUseAgainIsNotJudged() throws {
        let (used, kept) = (Thing(), Thing())
        let id = letGo(used)
        let other = letGo(kept)
        recording.recorder.cancelExpectation(for: id)
        run(milliseconds: 5_000)
        #expect(try judgements() == deadline(other, after: 1_000_000_000))
        withExtendedLifetime((used, kept)) {}
    }

    @Test func anObjectThatIsLetGoAgainHasItsTimeAgain() throws {
        let kept = Thing()
        let id = letGo(kept)
        run(milliseconds: 600)
        recording.recorder.cancelExpectation(for: id)
        _ = session.expectations.add(
            kept, id, Expectations.Conditions(), clock: { clock.now.value })
        run(milliseconds: 1_100)
        #expect(try judgements() == [])
        run(milliseconds: 100)
        #expect(try judgements() == deadline(id, after: 1_000_000_000))
    }

    @Test func whatATestLetGoIsLeftToItsEnd() throws {
        let kept = Thing()
        let scope = recording.recorder.beginScope("test", runsAlone: true)
        let id = letGo(kept)
        run(milliseconds: 5_000)
        #expect(try judgements() == [])
        recording.recorder.endScope(scope)
        #expect(
            try judgements().contains { event in
                if case .stillAlive(id, _) = event { true } else { false }
            })
        withExtendedLifetime(kept) {}
    }

    @Test func whatTheMainThreadLetGoWaitsForWhatWasPendingAtItsDeadline() {
        let expectations = session.expectations
        let kept = Thing()
        let id = letGo(kept, isOnMain: true)
        func overdue(afterTicks count: Int) -> [ObjectID] {
            (1...count).flatMap { _ in
                expectations.tick(at: clock.now.add(100_000_000)).survivors.map(\.id)
            }
        }
        // Not the detach: since then the main thread may have been busy all the time.
        expectations.mainQueueRan(upTo: 1)
        #expect(overdue(afterTicks: 20) == [])
        expectations.mainQueueRan(upTo: 2)
        #expect(overdue(afterTicks: 1) == [id])
        #expect(overdue(afterTicks: 20) == [])
        withExtendedLifetime(kept) {}
    }

    @Test func allThatIsDueAtATickIsOneJudgement() throws {
        let kept = (Thing(), Thing())
        let ids = (letGo(kept.0), letGo(kept.1))
        run(milliseconds: 1_200)
        #expect(
            try judgements() == [
                .stillAlive(ids.0, expectedFor: 1_000_000_000),
                .stillAlive(ids.1, expectedFor: 1_000_000_000),
                .settled(.deadline, scope: .none, unjudged: 0),
            ])
        withExtendedLifetime(kept) {}
    }

    @Test func anExitJudgesWhatADeadlineFoundAndEndsDeadlines() throws {
        let kept = Thing()
        let id = letGo(kept)
        run(milliseconds: 1_200)
        session.expectations.mainQueueRan(upTo: 1)
        session.expectations.endDeadlines()
        session.judge(.exit, scope: .none)
        let late = Thing()
        _ = letGo(late)
        run(milliseconds: 5_000)
        let exit = [
            TraceEvent.stillAlive(id, expectedFor: 1_200_000_000),
            .settled(.exit, scope: .none, unjudged: 0),
        ]
        #expect(try judgements() == deadline(id, after: 1_000_000_000) + exit)
        withExtendedLifetime((kept, late)) {}
    }

    @Test func noJudgementComesBeforeALongTimeThatTheHostAskedFor() throws {
        let kept = Thing()
        let id = letGo(kept, within: 10_000_000_000, isExplicit: true)
        session.expectations.mainQueueRan(upTo: 1)
        session.judge(.request, scope: .none)
        clock.now.add(10_000_000_000)
        session.judge(.request, scope: .none)
        let settled = TraceEvent.settled(.request, scope: .none, unjudged: 0)
        #expect(
            try judgements() == [
                settled, .stillAlive(id, expectedFor: 10_000_000_000), settled,
            ])
        withExtendedLifetime(kept) {}
    }

    @Test func takingOneExpectationBackLeavesAnotherOneOfTheObject() throws {
        let kept = Thing()
        let id = recording.recorder.objectCreated(.router, type: Thing.self)
        let first = try #require(recording.recorder.expectDeallocation(of: kept, id: id))
        #expect(recording.recorder.expectDeallocation(of: kept, id: id) == nil)
        recording.recorder.cancelExpectation(for: id)
        #expect(recording.recorder.expectDeallocation(of: kept, id: id) != nil)
        recording.recorder.cancelExpectation(first)
        #expect(session.expectations.survivors(at: clock.now.value).map(\.id) == [id])
        withExtendedLifetime(kept) {}
    }

    @Test func theTimerTicksByItselfOnceADeadlineIsToCome() async throws {
        let recording = try Recording()
        let session = try #require(recording.recorder.session)
        let kept = Thing()
        let id = recording.recorder.objectCreated(.router, type: Thing.self)
        await withCheckedContinuation { continuation in
            let isDone = AtomicCounter()
            session.expectations.tickRegularly {
                // Later ticks may come before the timer stops.
                if isDone.increment() == 1 { continuation.resume() }
            }
            recording.recorder.expectDeallocation(of: kept, id: id, within: 0)
        }
        withExtendedLifetime(kept) {}
    }
}
