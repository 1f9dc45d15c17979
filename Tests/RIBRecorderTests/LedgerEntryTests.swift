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
        let given = entry.given(to: other)
        #expect(given.activity === other)
        #expect(given.counts.whileActive == 1)
        #expect(!given.countUnlessInactive())
    }

    @Test func mayBeNobodys() {
        let entry = LedgerEntry(id: SubscriptionID(1), activity: nil)
        #expect(entry.activity == nil)
        #expect(entry.countUnlessInactive())
    }
}
