// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBRecorder

@Suite struct LedgerEntryTests {
    private let owner = Activity(owner: ObjectID(1))
    private let other = Activity(owner: ObjectID(2))

    @Test func isItsOwnersAlone() {
        let entry = LedgerEntry(id: SubscriptionID(1), activity: owner)
        other.activate()
        other.deactivate(at: 7, in: .none)
        #expect(entry.countUnlessInactive())
        var given = entry
        given.activity = other
        #expect(given.activity === other)
        #expect(given.counts.whileActive == 1)
        #expect(!given.countUnlessInactive())
    }

    @Test func sharesItsCountsWithOneThatIsGivenAway() {
        let entry = LedgerEntry(id: SubscriptionID(1), activity: nil)
        var given = entry
        given.activity = owner
        entry.countWhileActive(at: 5)
        #expect(given.countWhileInactive(at: 7) == 1)
        let counts = DeliveryCounts(whileActive: 1, whileInactive: 1, firstAt: 5, lastAt: 7)
        #expect(entry.counts == counts)
        #expect(given.counts == counts)
    }

    @Test func mayBeNobodys() {
        let entry = LedgerEntry(id: SubscriptionID(1), activity: nil)
        #expect(entry.activity == nil)
        #expect(entry.countUnlessInactive())
    }
}
