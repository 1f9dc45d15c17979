import Dispatch
import Foundation
import RIBTrace
import Testing

@testable import RIBRecorder

@MainActor @Suite(.serialized) struct SettlingTests {
    @Test func whatIsStillThereAtAnExitIsSaidToBeAliveBeforeTheJudgement() throws {
        let recording = try Recording { $0.drainsAtExit = false }
        let kept = Thing()
        let id = recording.recorder.objectCreated(.router, type: Thing.self)
        recording.recorder.expectDeallocation(of: kept, id: id)
        try #require(recording.recorder.session).expectations.mainQueueRan(upTo: 1)
        recording.recorder.processExits()

        #expect(
            try recording.facts().suffix(2) == [
                .stillAlive(id), .settled(.exit, scope: .none, unjudged: 0),
            ])
    }

    @Test func whatWasLetGoIsNotMentioned() throws {
        let recording = try Recording()
        let id = recording.recorder.objectCreated(.router, type: Thing.self)
        recording.recorder.expectDeallocation(of: Thing(), id: id)
        recording.recorder.processExits()

        #expect(try recording.facts().last == .settled(.exit, scope: .none, unjudged: 0))
        #expect(try !recording.facts().contains(.stillAlive(id)))
    }

    @Test func atExitNothingIsJudgedWhoseMainQueueWorkMayStillBePending() throws {
        // A main-queue block is running: what is queued behind it cannot have run.
        let recording = try Recording()
        let kept = Thing()
        let id = recording.recorder.objectCreated(.router, type: Thing.self)
        recording.recorder.expectDeallocation(of: kept, id: id)
        recording.recorder.processExits()

        #expect(try recording.facts().last == .settled(.exit, scope: .none, unjudged: 1))
    }

    @Test func anExpectationThatWasTakenBackIsNotJudged() throws {
        let recording = try Recording()
        let kept = Thing()
        let id = recording.recorder.objectCreated(.router, type: Thing.self)
        recording.recorder.expectDeallocation(of: kept, id: id)
        recording.recorder.cancelExpectation(for: id)
        recording.recorder.processExits()

        #expect(try recording.facts().last == .settled(.exit, scope: .none, unjudged: 0))
    }

    @Test func whatRIBsMayShareIsNotJudgedBeforeItHadItsFullTime() throws {
        let time = AtomicCounter(1)
        let recording = try Recording {
            $0.patience = 1_000_000_000
            $0.clock = { time.value }
        }
        let kept = Thing()
        let id = recording.recorder.objectCreated(.worker, type: Thing.self)
        recording.recorder.expectDeallocation(of: kept, id: id)
        let session = try #require(recording.recorder.session)
        session.expectations.mainQueueRan(upTo: 1)

        session.judge(.request, scope: .none)
        #expect(try !recording.facts().contains(.stillAlive(id)))
        time.value = 1_000_000_001
        session.judge(.request, scope: .none)
        #expect(try recording.facts().contains(.stillAlive(id, expectedFor: 1_000_000_000)))
    }

    @Test func anObjectThatSaysItIsFreedIsNotJudged() throws {
        let recording = try Recording()
        let kept = Thing()
        let id = recording.recorder.objectCreated(.router, type: Thing.self)
        recording.recorder.expectDeallocation(of: kept, id: id)
        recording.recorder.objectDestroyed(id)
        recording.recorder.processExits()

        #expect(try recording.facts().last == .settled(.exit, scope: .none, unjudged: 0))
    }
}
