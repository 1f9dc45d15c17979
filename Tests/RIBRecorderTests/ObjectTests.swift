// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBRecorder

@Suite struct ObjectTests {
    @Test func objectsAreNumberedFromOne() throws {
        let recording = try Recording()
        let ids = (1...3).map { _ in recording.recorder.objectCreated(.router, type: Thing.self) }
        #expect(ids.map(\.rawValue) == [1, 2, 3])
    }

    @Test func aTypesNameIsWrittenOnce() throws {
        let recording = try Recording()
        for _ in 1...3 { _ = recording.recorder.objectCreated(.router, type: Thing.self) }
        let names = try recording.events().filter { event in
            if case .stringDefined = event { return true }
            return false
        }
        #expect(names == [.stringDefined(StringID(1), text: "Thing")])
    }

    @Test func anObjectWithoutABaseClassKeepsItsIDWhileItLives() throws {
        let recording = try Recording()
        let view = Thing()
        let first = recording.recorder.identify(view, as: .view)
        #expect(recording.recorder.identify(view, as: .view) == first)
        #expect(recording.recorder.identify(Thing(), as: .view) != first)
    }

    @Test func aFreedObjectIsRecordedAsDestroyedEvenIfItsAddressIsUsedAgain() throws {
        let recording = try Recording()
        for _ in 1...500 { _ = recording.recorder.identify(Thing(), as: .view) }
        recording.recorder.settle()

        let created = try recording.facts().filter { event in
            if case .objectCreated = event { return true }
            return false
        }
        let destroyed = try recording.facts().compactMap { event in
            if case .objectDestroyed(let id) = event { return id.rawValue }
            return nil
        }
        #expect(created.count == 500)
        #expect(destroyed.sorted() == Array(1...500))
    }

    @Test func idsOfFreedObjectsDoNotPileUp() throws {
        let recording = try Recording()
        let session = try #require(recording.recorder.session)
        var kept: [Thing] = []
        for number in 1...10_000 {
            let thing = Thing()
            _ = recording.recorder.identify(thing, as: .view)
            if number % 1_000 == 0 { kept.append(thing) }
        }
        #expect(session.identities.count < 200)
        #expect(kept.count == 10)
    }
}
