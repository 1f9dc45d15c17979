// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RIBTrace
import Testing

@testable import RIBRecorder

@MainActor @Suite(.serialized) struct SettlingTests {
    @Test func survivorsAtAnExitAreRecordedBeforeTheJudgement() throws {
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
        // A main-queue block is running, so the blocks queued after it cannot have run.
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
