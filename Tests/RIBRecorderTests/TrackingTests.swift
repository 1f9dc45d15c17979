// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBRecorder

@Suite struct TrackingTests {
    @Test func aTrackedObjectHasItsPlace() throws {
        let recording = try Recording()
        let thing = Thing()
        recording.recorder.track(thing, ribPath: "Root/Home")
        let id = recording.recorder.identify(thing, as: .object)

        #expect(
            try recording.events().suffix(2) == [
                .stringDefined(StringID(2), text: "Root/Home"),
                .placed(id, ribPath: StringID(2)),
            ])
    }

    @Test func itIsWatchedFromTheExpectationOn() throws {
        let recording = try Recording()
        let thing = Thing()
        recording.recorder.track(thing, ribPath: "Root")
        #expect(try watched(in: recording) == [])
        recording.recorder.expectDeallocation(of: thing)
        #expect(try watched(in: recording) == [recording.recorder.identify(thing, as: .object)])
    }

    @Test func trackingItAgainTakesTheExpectationBack() throws {
        let recording = try Recording()
        let thing = Thing()
        recording.recorder.track(thing, ribPath: "Root")
        recording.recorder.expectDeallocation(of: thing)
        #expect(try watched(in: recording).count == 1)
        recording.recorder.track(thing, ribPath: "Root")
        #expect(try watched(in: recording) == [])
    }

    @Test func whatIsNotTrackedIsNotWatched() throws {
        let recording = try Recording()
        let thing = Thing()
        recording.recorder.expectDeallocation(of: thing)
        #expect(try watched(in: recording) == [])
        #expect(try recording.facts() == [])
        recording.recorder.track(thing, ribPath: "Root")
        recording.recorder.expectDeallocation(of: thing)
        #expect(try watched(in: recording).count == 1)
    }

    @Test func trackingKeepsNothingAlive() throws {
        let recording = try Recording()
        weak var gone: Thing?
        func run() throws {
            let thing = Thing()
            gone = thing
            recording.recorder.track(thing, ribPath: "Root")
            recording.recorder.expectDeallocation(of: thing)
            #expect(try watched(in: recording).count == 1)
        }
        try run()
        #expect(gone == nil)
    }

    @Test func aCompanionStaysAsLongAsItsObject() throws {
        let recording = try Recording()
        let session = try #require(recording.recorder.session)
        let thing = Thing()
        let first = companion(of: thing, in: recording)
        #expect(companion(of: thing, in: recording) === first)
        for _ in 1...10_000 { _ = companion(of: Thing(), in: recording) }
        #expect(session.identities.companionCount < 200)
        #expect(companion(of: thing, in: recording) === first)
    }

    @Test func aCompanionIsFoundWhileItsObjectIsBeingFreed() throws {
        final class Dying {
            var onDeinit: (Dying) -> Void = { _ in }
            deinit { onDeinit(self) }
        }
        let recording = try Recording()
        var found: Companion?
        func run() -> Companion? {
            let dying = Dying()
            dying.onDeinit = {
                found = recording.recorder.existingCompanion(of: $0, as: Companion.self)
            }
            return recording.recorder.companion(of: dying, as: .rib) { _ in Companion() }
        }
        let companion = try #require(run())
        #expect(found === companion)
    }

    private final class Companion: Sendable {}

    private func companion(of object: AnyObject, in recording: Recording) -> Companion? {
        recording.recorder.companion(of: object, as: .rib) { _ in Companion() }
    }

    private func watched(in recording: Recording) throws -> [ObjectID] {
        let session = try #require(recording.recorder.session)
        return session.survivors().map(\.id)
    }
}
