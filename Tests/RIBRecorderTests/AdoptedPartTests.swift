// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBRecorder

@Suite struct AdoptedPartTests {
    private let activity = Activity(owner: ObjectID(1))

    private var ids: [UInt64] {
        var ids: [UInt64] = []
        activity.forEachPart { ids.append($1.rawValue) }
        return ids
    }

    @Test func aPartIsNotKept() {
        func run() {
            let thing = Thing()
            _ = activity.adopt(thing, ObjectID(2))
            #expect(withExtendedLifetime(thing) { ids } == [2])
        }
        run()
        #expect(ids == [])
    }

    @Test func aPartIsAdoptedOnce() {
        let thing = Thing()
        #expect(activity.adopt(thing, ObjectID(2)))
        #expect(!activity.adopt(thing, ObjectID(2)))
        #expect(ids == [2])
    }

    @Test func partsThatAreGoneMakeRoom() {
        let first = Thing()
        _ = activity.adopt(first, ObjectID(2))
        for number in 3..<UInt64(1_000) { _ = activity.adopt(Thing(), ObjectID(number)) }
        #expect(ids == [2])
        withExtendedLifetime(first) {}
    }

    @Test func pastTheLimitTheOldestAreForgotten() {
        let things = (0...UInt64(Activity.mostParts)).map { number in
            let thing = Thing()
            _ = activity.adopt(thing, ObjectID(2 + number))
            return thing
        }
        #expect(ids.count == Activity.mostParts)
        #expect(ids.first == 3)
        withExtendedLifetime(things) {}
    }

    @Test func aPartThatComesBackToItsActivityWhenFreedIsNoDeadlock() {
        final class Returning {
            let activity: Activity
            init(_ activity: Activity) { self.activity = activity }
            deinit { activity.forEachPart { _, _ in } }
        }
        func run() {
            let returning = Returning(activity)
            _ = activity.adopt(returning, ObjectID(2))
            #expect(withExtendedLifetime(returning) { ids } == [2])
        }
        run()
        #expect(ids == [])
    }

    @Test func aValueAfterTheStopWasDeliveredWhileInactive() throws {
        let recording = try Recording()
        let worker = recording.recorder.objectCreated(.worker, type: Thing.self)
        let activity = Activity(owner: worker)
        recording.recorder.workerStarted(activity, by: .none)
        let entry = try #require(recording.recorder.subscribed(owner: activity, chain: "sink"))
        recording.recorder.willDeliver(entry)
        recording.recorder.workerStopped(activity)
        recording.recorder.willDeliver(entry)
        #expect(entry.counts.whileActive == 1)
        #expect(entry.counts.whileInactive == 1)
        #expect(
            try recording.facts().contains(
                .firedWhileInactive(entry.id, scope: .none, stack: .none, sinceDeactivation: 0)))
    }
}
