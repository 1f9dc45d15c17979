// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBRecorder

/// Watched objects at their places, which others take after them.
@Suite struct ReportingWatchesTests {
    private final class Watched {}

    private let objects = (0..<3).map { _ in Watched() }

    private func watch(_ object: Int, _ number: UInt64) -> ReportingWatch {
        ReportingWatch(
            objects[object], stamp: ExpectationStamp(number, isOnMain: false), since: 0)
    }

    private func token(_ id: UInt64, _ number: UInt64) -> ExpectationToken {
        ExpectationToken(id: ObjectID(id), stamp: ExpectationStamp(number, isOnMain: false))
    }

    private func ids(_ watches: ReportingWatches) -> [UInt64] {
        var ids: [UInt64] = []
        watches.forEachInOrder { id, _ in ids.append(id.rawValue) }
        return ids
    }

    @Test func aWatchIsFoundAtItsPlace() {
        var watches = ReportingWatches()
        let place = watches.add(ObjectID(7), watch(0, 1))
        #expect(watches.isPending(token(7, 1), at: place))
    }

    @Test func aPlaceThatAnotherWatchTookIsNotTheFirstOnes() {
        var watches = ReportingWatches()
        _ = watches.add(ObjectID(6), watch(0, 1))
        let place = watches.add(ObjectID(7), watch(1, 2))
        watches.remove(ObjectID(7))
        #expect(watches.add(ObjectID(8), watch(2, 3)) == place)
        #expect(!watches.isPending(token(7, 2), at: place))
    }

    @Test func aLaterWatchOfTheSameObjectAtTheSamePlaceIsAnotherOne() {
        var watches = ReportingWatches()
        _ = watches.add(ObjectID(6), watch(0, 1))
        let place = watches.add(ObjectID(7), watch(1, 2))
        watches.remove(ObjectID(7))
        #expect(watches.add(ObjectID(7), watch(1, 3)) == place)
        #expect(!watches.isPending(token(7, 2), at: place))
        #expect(watches.isPending(token(7, 3)))
    }

    @Test func aPlaceIsFreeWhenAllWatchesAreOver() {
        var watches = ReportingWatches()
        let place = watches.add(ObjectID(7), watch(0, 1))
        #expect(watches.count == 1)
        watches.remove(ObjectID(7))
        #expect(!watches.isPending(token(7, 1), at: place))
        #expect(watches.count == 0)
    }

    @Test func allAreLookedAtInTheOrderOfTheirIDsWhereverTheyStand() {
        var watches = ReportingWatches()
        _ = watches.add(ObjectID(9), watch(0, 1))
        _ = watches.add(ObjectID(8), watch(1, 2))
        watches.remove(ObjectID(9))
        _ = watches.add(ObjectID(10), watch(2, 3))
        #expect(ids(watches) == [8, 10])
    }
}
