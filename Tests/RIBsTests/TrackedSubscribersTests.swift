#if !canImport(Combine)
    import RIBRecorder
    import RIBTrace
    import Testing

    @testable import RIBs

    @Suite struct TrackedSubscribersTests {
        private final class Thing {}

        private let owner = Activity(owner: ObjectID(1))
        private let subscriber = CombineIdentifier()
        private let subscription = CombineIdentifier()

        private func entry(_ id: UInt64) -> LedgerEntry {
            LedgerEntry(id: SubscriptionID(id), activity: owner)
        }

        private func followed(
            _ id: CombineIdentifier, _ presence: FollowedSubscriber.Presence = .unknown
        ) -> FollowedSubscriber {
            FollowedSubscriber(id: id, owner: owner, presence: presence)
        }

        @Test func findsASubscriberByItsSubscription() {
            var tracked = TrackedSubscribers()
            let first = followed(subscriber)
            tracked.add(first)
            let isEntered = tracked.enter(entry(7), for: first)
            #expect(isEntered)
            _ = tracked.connect(subscriber, subscription: subscription)
            #expect(tracked.subscriber(ofSubscription: subscription) === first)
            #expect(tracked[subscriber]?.entry?.id == SubscriptionID(7))
            let removed = tracked.remove(subscriber)
            #expect(removed === first)
            #expect(tracked.subscriber(ofSubscription: subscription) == nil)
            #expect(tracked.count == 0)
        }

        @Test func anEntryForAnEarlierHolderOfAnIdentifierComesTooLate() {
            var tracked = TrackedSubscribers()
            let (first, second) = (followed(subscriber), followed(subscriber))
            tracked.add(first)
            tracked.remove(subscriber)
            tracked.add(second)
            let isFirstEntered = tracked.enter(entry(1), for: first)
            #expect(!isFirstEntered)
            let isSecondEntered = tracked.enter(entry(2), for: second)
            #expect(isSecondEntered)
            let isRemoved = tracked.remove(first)
            #expect(!isRemoved)
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

        @Test func asksForAWitnessOnlyOfWhatIsNoObject() {
            var tracked = TrackedSubscribers()
            let thing = Thing()
            let (object, value) = (
                followed(subscriber, .object), followed(CombineIdentifier())
            )
            tracked.add(object)
            tracked.add(value)
            let ofObject = tracked.connect(object.id, subscription: subscription)
            #expect(ofObject == nil)
            let ofValue = tracked.connect(value.id, subscription: CombineIdentifier())
            #expect(ofValue === value)
            value.presence = .witness(WeakReference(thing))
            let again = tracked.connect(value.id, subscription: CombineIdentifier())
            #expect(again == nil)
        }

        @Test func sweepsWhenTheNumberHasDoubled() {
            var tracked = TrackedSubscribers(smallestSweep: 2)
            let thing = Thing()
            func add() {
                let one = followed(CombineIdentifier(), .witness(WeakReference(thing)))
                tracked.add(one)
                _ = tracked.enter(entry(1), for: one)
            }
            add()
            let sweep1 = tracked.takeSweep()
            #expect(sweep1.isEmpty)
            add()
            let sweep2 = tracked.takeSweep()
            #expect(sweep2.count == 2)
            let sweep3 = tracked.takeSweep()
            #expect(sweep3.isEmpty)
            tracked.finishSweep()
            add()
            let sweep4 = tracked.takeSweep()
            #expect(sweep4.isEmpty)
            add()
            let sweep5 = tracked.takeSweep()
            #expect(sweep5.count == 4)
        }

        @Test func theFirstHalfOfASweepNeedsNoWitnesses() {
            var tracked = TrackedSubscribers(smallestSweep: 4)
            tracked.add(followed(CombineIdentifier(), .object))
            #expect(!tracked.needsWitnesses)
            tracked.add(followed(CombineIdentifier(), .object))
            #expect(tracked.needsWitnesses)
        }

        @Test func whatHasNoWitnessIsNotLookedFor() {
            var tracked = TrackedSubscribers(smallestSweep: 1)
            let object = followed(CombineIdentifier(), .object)
            tracked.add(object)
            _ = tracked.enter(entry(1), for: object)
            let sweep = tracked.takeSweep()
            #expect(sweep.isEmpty)
        }

        @Test func subscribersThatWentWithoutAWordAreSweptOut() {
            /// Keeps no one; a subject and its subscriber keep each other.
            struct Forgetful: Publisher {
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
            let run = TrackedRun(smallestSweep: 8)
            for _ in 0..<100 {
                run.owned {
                    let sink = Subscribers.Sink<Int, Never> { _ in
                    } receiveValue: { _ in
                    }
                    Forgetful().subscribe(sink)
                }
            }
            #expect(run.ledger.chains.count == 100)
            #expect(run.tracker.count <= 8)
            let lines = run.ledger.take()
            // Replaced by one with the same address, or swept out.
            let ended = lines.filter { $0.hasSuffix("cancelled") || $0.hasSuffix("ownerGone") }
            #expect(ended.count == 100 - run.tracker.count)
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
            #expect(run.ledger.take() == ["1 subscribed", "1 cancelled"])
            #expect(run.tracker.count == 0)
            // A subject and its subscription hold each other until it ends.
            for subject in [subject, another] { subject.send(completion: .finished) }
        }
    }
#endif
