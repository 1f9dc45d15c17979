// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace
import Testing

@testable import RIBRecorder

@Suite struct LimitTests {
    @Test func theTraceNeverTakesMoreThanItsDiskLimit() throws {
        let recording = try Recording { $0.diskLimit = 1 << 20 }
        for _ in 1...100_000 { recording.recorder.loaded(ObjectID(1)) }

        #expect(try size(of: recording) <= 1 << 20)
    }

    @Test func whatWasDroppedIsCountedByClassAndTheJudgementIsStillWritten() throws {
        let recording = try Recording { $0.diskLimit = 1 << 20 }
        for _ in 1...100_000 { recording.recorder.loaded(ObjectID(1)) }
        recording.recorder.processExits()

        let facts = try recording.facts()
        let kept = facts.count { $0 == .loaded(router: ObjectID(1)) }
        #expect(kept > 40_000)
        #expect(
            facts.suffix(2) == [
                .dropped(.lifecycle, count: UInt64(100_000 - kept)),
                .settled(.exit, scope: .none, unjudged: 0),
            ])
    }

    @Test func subscriptionsAreDroppedBeforeLives() throws {
        let recording = try Recording { $0.diskLimit = 1 << 20 }
        let recorder = recording.recorder
        for _ in 1...60_000 {
            recorder.loaded(ObjectID(1))
            recorder.subscribed(owner: nil, chain: "sink").map { recorder.ended($0, .cancelled) }
        }
        recorder.processExits()

        let dropped = try recording.facts().compactMap { event -> EventClass? in
            if case .dropped(let eventClass, _) = event { return eventClass }
            return nil
        }
        let facts = try recording.facts()
        let lastSubscription = facts.lastIndex { event in
            if case .subscriptionEnded = event { return true }
            return false
        }
        let lastLife = facts.lastIndex(of: .loaded(router: ObjectID(1)))
        #expect(dropped == [.subscriptions, .lifecycle])
        #expect(try #require(lastSubscription) < (try #require(lastLife)))
    }

    @Test func pastTheMemoryLimitNewStacksHaveNoNumber() throws {
        let recording = try Recording { $0.memoryLimit = 1 }
        _ = recording.recorder.objectCreated(.router, type: Thing.self)

        #expect(
            try recording.facts() == [
                .objectCreated(ObjectID(1), .router, type: .none, stack: .none)
            ])
    }

    @Test func aFolderThatIsRemovedWhileRecordingCostsEventsAndNothingElse() throws {
        let recording = try Recording()
        recording.recorder.loaded(ObjectID(1))
        try FileManager.default.removeItem(atPath: try #require(recording.recorder.traceFolder))
        for _ in 1...100_000 { recording.recorder.loaded(ObjectID(1)) }
        recording.recorder.processExits()

        let session = try #require(recording.recorder.session)
        #expect(session.eventCount > 100_000)
    }

    private func size(of recording: Recording) throws -> Int {
        let folder = try #require(recording.recorder.traceFolder)
        return try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasPrefix("stream-") }
            .map { try FileManager.default.attributesOfItem(atPath: "\(folder)/\($0)") }
            .reduce(0) { $0 + (($1[.size] as? Int) ?? 0) }
    }
}
