// SPDX-License-Identifier: Apache-2.0

#if !canImport(Combine)
    import RIBRecorder
    import RIBTrace
    import Testing

    @testable import RIBs

    /// Subscribers that are reused for the next subscriptions.
    @Suite struct SpareSubscribersTests {
        private let owner = Activity(owner: ObjectID(1))
        private let other = Activity(owner: ObjectID(2))

        private func followed() -> FollowedSubscriber {
            FollowedSubscriber(id: CombineIdentifier(), owner: owner, object: nil)
        }

        @Test func whatNobodyRefersToServesAgain() {
            var spares = SpareSubscribers()
            defer { spares.deallocate() }
            let ended = Unmanaged.passRetained(followed())
            spares.give(ended)
            let spare = spares.take()
            #expect(spare?.toOpaque() == ended.toOpaque())
            #expect(spares.take() == nil)
            spare?.release()
        }

        @Test func whatSomebodyStillRefersToIsNoSpare() {
            var spares = SpareSubscribers()
            defer { spares.deallocate() }
            let kept = followed()
            spares.give(.passRetained(kept))
            #expect(spares.take() == nil)
            #expect(kept.owner === owner)
        }

        @Test func aSpareKnowsNothingOfWhatItFollowed() {
            let subscriber = followed()
            let thing = Thing()
            subscriber.isSilent = true
            subscriber.subscription = CombineIdentifier()
            subscriber.entry = LedgerEntry(id: SubscriptionID(1), activity: owner)
            subscriber.setLifetimeObject(Unmanaged.passUnretained(thing).toOpaque())
            subscriber.end()
            let id = CombineIdentifier()
            subscriber.begin(id: id, owner: other, object: nil)
            #expect(subscriber.id == id)
            #expect(subscriber.owner === other)
            #expect(!subscriber.isSilent)
            #expect(subscriber.subscription == nil)
            #expect(subscriber.entry == nil)
            #expect(!subscriber.hasLifetimeObject)
        }

        @Test func theEntryThatEndedServesOnce() {
            let subscriber = followed()
            subscriber.entry = LedgerEntry(id: SubscriptionID(1), activity: owner)
            let ended = subscriber.takeEntry()
            #expect(subscriber.takeEntry() == nil)
            if let ended { subscriber.giveSpare(ended) }
            #expect(subscriber.entry == nil)
            #expect(subscriber.takeSpareEntry()?.id == SubscriptionID(1))
            #expect(subscriber.takeSpareEntry() == nil)
        }

        @Test func onlySomeAreKept() {
            var spares = SpareSubscribers()
            defer { spares.deallocate() }
            for _ in 0..<100 { spares.give(.passRetained(followed())) }
            var taken = 0
            while let spare = spares.take() {
                spare.release()
                taken += 1
            }
            #expect(taken == 64)
        }

        private final class Thing {}
    }
#endif
