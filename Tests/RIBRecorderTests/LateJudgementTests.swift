// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBRecorder

/// What could not be judged when its test ended.
@MainActor @Suite(.serialized) struct LateJudgementTests {
    @Test func aLeakThatIsFoundLateIsFoundInItsTest() throws {
        let recording = try Recording { $0.drainsAtExit = false }
        let recorder = recording.recorder
        let kept = Thing()
        // This is a main-queue block, behind which the main queue waits: nothing can be judged.
        let first = recorder.beginScope("first", runsAlone: true)
        let id = recorder.objectCreated(.router, type: Thing.self)
        recorder.expectDeallocation(of: kept, id: id)
        #expect(recorder.endScope(first).unjudged == 1)
        let second = recorder.beginScope("second", runsAlone: true)
        recorder.endScope(second)

        try #require(recorder.session).expectations.mainQueueRan(upTo: 1)
        recorder.processExits()
        #expect(
            try recording.facts().suffix(4) == [
                .stillAlive(id), .settled(.scopeEnd, scope: first, unjudged: 0),
                .stillAlive(id), .settled(.exit, scope: .none, unjudged: 0),
            ])
    }

    @Test func aTestThatWasJudgedIsNotJudgedAgain() throws {
        let recording = try Recording { $0.drainsAtExit = false }
        let recorder = recording.recorder
        let kept = Thing()
        let scope = recorder.beginScope("test", runsAlone: true)
        let id = recorder.objectCreated(.router, type: Thing.self)
        recorder.expectDeallocation(of: kept, id: id)
        let session = try #require(recorder.session)
        session.expectations.mainQueueRan(upTo: 1)
        session.judge(.scopeEnd, scope: scope)
        session.scopes.end(scope)

        recorder.processExits()
        #expect(
            try recording.facts().suffix(3) == [
                .settled(.scopeEnd, scope: scope, unjudged: 0),
                .stillAlive(id), .settled(.exit, scope: .none, unjudged: 0),
            ])
    }
}
