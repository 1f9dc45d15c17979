// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBRecorder

/// An entry in the memory of one that ended.
@Suite struct LedgerEntryTests {
    private let owner = Activity(owner: ObjectID(1))
    private let other = Activity(owner: ObjectID(2))

    /// An entry that delivered a value.
    private func used() -> LedgerEntry {
        let entry = LedgerEntry(id: SubscriptionID(1), activity: owner)
        entry.countWhileActive(at: 5)
        return entry
    }

    private func next(
        of owner: Activity?, inPlaceOf spare: inout LedgerEntry?
    ) -> LedgerEntry {
        LedgerEntry(
            id: SubscriptionID(2), activity: owner.map { .passUnretained($0) },
            inPlaceOf: &spare)
    }

    @Test func knowsNothingOfTheOneBefore() {
        var spare: LedgerEntry? = used()
        let entry = next(of: owner, inPlaceOf: &spare)
        #expect(spare == nil)
        #expect(entry.id == SubscriptionID(2))
        #expect(entry.activity === owner)
        #expect(entry.counts == DeliveryCounts())
    }

    @Test func isItsOwnersAlone() {
        var spare: LedgerEntry? = used()
        let entry = next(of: other, inPlaceOf: &spare)
        #expect(entry.activity === other)
        other.activate()
        other.deactivate(at: 7, in: .none)
        #expect(!entry.countAloneUnlessInactive())
    }

    @Test func mayBeNobodys() {
        var spare: LedgerEntry? = used()
        let entry = next(of: nil, inPlaceOf: &spare)
        #expect(entry.activity == nil)
        #expect(entry.countAloneUnlessInactive())
    }

    @Test func leavesOneAloneThatSomebodyRefersTo() {
        let kept = used()
        var spare: LedgerEntry? = kept
        let entry = next(of: other, inPlaceOf: &spare)
        #expect(kept.id == SubscriptionID(1))
        #expect(kept.activity === owner)
        #expect(kept.counts.whileActive == 1)
        #expect(entry.counts == DeliveryCounts())
    }
}
