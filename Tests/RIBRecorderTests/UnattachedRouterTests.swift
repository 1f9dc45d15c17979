// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBRecorder

/// Which routers judgements name that never were in a tree.
@MainActor @Suite(.serialized) struct UnattachedRouterTests {
    private func made(_ recording: Recording) -> ObjectID {
        recording.recorder.objectCreated(.router, type: Thing.self)
    }

    private func alive(_ recording: Recording) throws -> [ObjectID] {
        try recording.facts().compactMap { event in
            if case .stillAlive(let id, 0) = event { id } else { nil }
        }
    }

    private let longAgo: (inout RecorderConfiguration) -> Void = { configuration in
        let times = AtomicCounter()
        configuration.clock = { times.increment() * 2_000_000_000 }
    }

    @Test func oneThatNobodyAttachedIsRecordedAsAliveAtTheExit() throws {
        let recording = try Recording(longAgo)
        let id = made(recording)
        recording.recorder.processExits()
        #expect(try alive(recording) == [id])
    }

    @Test func oneThatWasAttachedLaunchedLoadedOrFreedIsNot() throws {
        let recording = try Recording(longAgo)
        let (child, parent) = (made(recording), made(recording))
        recording.recorder.attached(child, to: parent)
        recording.recorder.launched(made(recording))
        recording.recorder.loaded(made(recording))
        recording.recorder.forgetUnattached(made(recording))
        let unattached = made(recording)
        recording.recorder.processExits()
        #expect(try alive(recording) == [unattached])
    }

    @Test func oneThatIsJustMadeMayBeAboutToBeAttachedWhenNoQueueRan() throws {
        let recording = try Recording { $0.clock = { 5_000_000_000 } }
        _ = made(recording)
        recording.recorder.processExits()
        #expect(try alive(recording) == [])
        let later = try Recording(longAgo)
        let id = made(later)
        later.recorder.processExits()
        #expect(try alive(later) == [id])
    }

    @Test func aTestNamesOnlyItsOwn() throws {
        let recording = try Recording(longAgo)
        let session = try #require(recording.recorder.session)
        _ = made(recording)
        let scope = recording.recorder.beginScope("test", runsAlone: false)
        let own = recording.recorder.working(for: scope) { made(recording) }
        session.judge(.scopeEnd, scope: scope, isDrained: true)
        #expect(try alive(recording) == [own])
    }

    @Test func aTestWhoseQueuesDidNotRunNamesNone() throws {
        let recording = try Recording(longAgo)
        let session = try #require(recording.recorder.session)
        let scope = recording.recorder.beginScope("test", runsAlone: false)
        let id = recording.recorder.working(for: scope) { made(recording) }
        session.judge(.scopeEnd, scope: scope, isDrained: false)
        #expect(try alive(recording) == [])
        session.judge(.scopeEnd, scope: scope, isDrained: true)
        #expect(try alive(recording) == [id])
    }

    @Test func oneThatShouldGoAlreadyIsJudgedAsThat() throws {
        let recording = try Recording(longAgo)
        let session = try #require(recording.recorder.session)
        let kept = Thing()
        let id = made(recording)
        recording.recorder.expectDeallocation(of: kept, id: id, within: .max, isExplicit: true)
        let other = made(recording)
        session.judge(.request, scope: .none, isDrained: true)
        #expect(try alive(recording) == [other])
        withExtendedLifetime(kept) {}
    }

    @Test func itIsNoReasonToLookCloser() throws {
        let recording = try Recording(longAgo)
        let session = try #require(recording.recorder.session)
        let id = made(recording)
        let judgement = session.judge(.request, scope: .none, isDrained: true)
        #expect(judgement == Judgement())
        #expect(try alive(recording) == [id])
    }

    @Test(arguments: [(RecordingLevel.counts, 0), (.full, 1)])
    func withoutStacksNoneIsNamed(level: RecordingLevel, named: Int) throws {
        let recording = try Recording {
            longAgo(&$0)
            $0.level = level
        }
        _ = made(recording)
        recording.recorder.processExits()
        #expect(try alive(recording).count == named)
    }
}
