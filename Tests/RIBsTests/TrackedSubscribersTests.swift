// SPDX-License-Identifier: Apache-2.0

#if !canImport(Combine)
    import RIBRecorder
    import RIBTrace
    import Testing

    @testable import RIBs

    private func sink() -> Subscribers.Sink<Int, Never> {
        Subscribers.Sink { _ in
        } receiveValue: { _ in
        }
    }

    @Suite struct TrackedSubscribersTests {
        private final class Thing {}

        /// Keeps no one; a subject and its subscriber keep each other.
        private struct Forgetful: Publisher {
            final class Inner: Subscription {
                func request(_ demand: Subscribers.Demand) {}
                func cancel() {}
            }
            func receive<S: Subscriber>(subscriber: S)
            where S.Input == Int, S.Failure == Never {
                subscriber.receive(subscription: Inner())
            }
            typealias Output = Int
            typealias Failure = Never
        }

        private let owner = Activity(owner: ObjectID(1))
        private let subscriber = CombineIdentifier()
        private let subscription = CombineIdentifier()

        private func entry(_ id: UInt64) -> LedgerEntry {
            LedgerEntry(id: SubscriptionID(id), activity: owner)
        }

        /// - Parameter object: What shows that it lives.
        private func followed(
            _ id: CombineIdentifier, by object: Thing? = nil
        ) -> FollowedSubscription {
            FollowedSubscription(id: id, owner: owner, object: object)
        }

        @Test func findsASubscriberByItsSubscription() {
            var tracked = TrackedSubscribers()
            let first = followed(subscriber)
            tracked.add(first)
            let isEntered = tracked.followed.enter(first, as: entry(7))
            #expect(isEntered)
            _ = tracked.connect(subscriber, subscription: subscription)
            #expect(tracked.subscriber(ofSubscription: subscription) === first)
            #expect(tracked[subscriber]?.entry?.id == SubscriptionID(7))
            let removed = tracked.remove(subscriber)
            #expect(removed?.id == SubscriptionID(7))
            #expect(tracked.subscriber(ofSubscription: subscription) == nil)
            #expect(tracked.count == 0)
        }

        @Test func anEntryForAnEarlierHolderOfAnIdentifierComesTooLate() {
            var tracked = TrackedSubscribers()
            let (first, second) = (followed(subscriber), followed(subscriber))
            tracked.add(first)
            tracked.remove(subscriber)
            tracked.add(second)
            let isFirstEntered = tracked.followed.enter(first, as: entry(1))
            #expect(!isFirstEntered)
            let isSecondEntered = tracked.followed.enter(second, as: entry(2))
            #expect(isSecondEntered)
            let removed = tracked.remove(first)
            #expect(removed == nil)
            #expect(tracked[subscriber]?.entry?.id == SubscriptionID(2))
        }

        @Test func aSubscriptionThatTwoSharedBelongsToTheLast() {
            var tracked = TrackedSubscribers()
            let (first, last) = (followed(subscriber), followed(CombineIdentifier()))
            for one in [first, last] {
                tracked.add(one)
                _ = tracked.connect(one.id, subscription: subscription)
            }
            tracked.remove(subscriber)
            #expect(tracked.subscriber(ofSubscription: subscription) === last)
        }

        @Test func asksForALifetimeObjectOnlyOfWhatIsNoObject() {
            var tracked = TrackedSubscribers()
            let thing = Thing()
            let (object, value) = (
                followed(subscriber, by: thing), followed(CombineIdentifier())
            )
            tracked.add(object)
            tracked.add(value)
            let ofObject = tracked.connect(object.id, subscription: subscription)
            #expect(!ofObject)
            let ofValue = tracked.connect(value.id, subscription: CombineIdentifier())
            #expect(ofValue)
            value.setLifetimeObject(thing)
            let again = tracked.connect(value.id, subscription: CombineIdentifier())
            #expect(!again)
        }

        @Test func aSweepIsDueWhenTheNumberHasDoubled() {
            var tracked = TrackedSubscribers(smallestSweep: 2)
            let thing = Thing()
            func isDueAfterAnother() -> Bool {
                tracked.add(followed(CombineIdentifier(), by: thing))
                return tracked.isSweepDue
            }
            let first = [isDueAfterAnother(), isDueAfterAnother()]
            #expect(first == [false, true])
            let gone = tracked.sweep()
            #expect(gone.isEmpty)
            #expect(tracked.count == 2)
            let second = [isDueAfterAnother(), isDueAfterAnother()]
            #expect(second == [false, true])
        }

        @Test func aSweepTakesWhatIsGoneAndWhatNothingShowsToLive() {
            var tracked = TrackedSubscribers()
            let living = Thing()
            var freed: Thing? = Thing()
            let ids = (0..<4).map { _ in CombineIdentifier() }
            tracked.add(followed(ids[0], by: living))
            tracked.add(followed(ids[1], by: freed))
            // The last one's subscription is not made yet.
            let unseen = followed(ids[2])
            tracked.add(unseen)
            _ = tracked.followed.enter(unseen, as: entry(1))
            tracked.add(followed(ids[3]))
            freed = nil
            let ended = tracked.sweep()
            #expect(ended.map(\.id) == [SubscriptionID(1)])
            #expect(ids.map { tracked[$0] != nil } == [true, false, false, true])
            #expect(tracked.count == 2)
        }

        @Test func nothingElseGetsTheAddressOfWhatIsFollowed() {
            var tracked = TrackedSubscribers()
            var thing: Thing? = Thing()
            let address = thing.map { ObjectIdentifier($0) }
            tracked.add(followed(subscriber, by: thing))
            thing = nil
            let things = (0..<100).map { _ in Thing() }
            #expect(!things.contains { ObjectIdentifier($0) == address })
            _ = tracked.sweep()
            #expect(tracked.count == 0)
        }

        /// In a process of its own, since a tracker follows the subscribers of other tests too.
        @Test func subscribersThatWentWithoutAWordAreSweptOut() async {
            await #expect(processExitsWith: .success) {
                let run = TrackedRun(smallestSweep: 8)
                for _ in 0..<100 {
                    run.owned { Forgetful().subscribe(sink()) }
                }
                #expect(run.recorder.chains.count == 100)
                #expect(run.tracker.count <= 8)
                let ended = run.recorder.take().filter { $0.hasSuffix("ownerGone") }
                #expect(ended.count == 100 - run.tracker.count)
            }
        }

        @Test func aSweepEndsWhatWent() {
            let run = TrackedRun()
            var sinks = (0..<3).map { _ in sink() }
            run.owned { for sink in sinks { Forgetful().subscribe(sink) } }
            let last = sinks.removeLast()
            run.tracker.sweep()
            #expect(run.recorder.take() == (1...3).map { "\($0) subscribed" })
            sinks = []
            run.tracker.sweep()
            #expect(Set(run.recorder.take()) == ["1 ownerGone", "2 ownerGone"])
            #expect(run.tracker.count == 1)
            withExtendedLifetime(last) {}
        }

        @Test func aReusedIdentifierIsNotTakenForItsEarlierHolder() {
            struct Numbered: Subscriber {
                let combineIdentifier: CombineIdentifier
                func receive(subscription: any Subscription) { subscription.request(.unlimited) }
                func receive(_ input: Int) -> Subscribers.Demand { .none }
                func receive(completion: Subscribers.Completion<Never>) {}
            }
            let run = TrackedRun()
            let subject = PassthroughSubject<Int, Never>()
            run.owned { subject.subscribe(Numbered(combineIdentifier: subscriber)) }
            let another = PassthroughSubject<Int, Never>()
            another.subscribe(Numbered(combineIdentifier: subscriber))
            #expect(run.recorder.take() == ["1 subscribed", "1 cancelled"])
            #expect(run.tracker.count == 0)
            // A subject and its subscription hold each other until it ends.
            for subject in [subject, another] { subject.send(completion: .finished) }
        }
    }
#endif
