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

        @Test func findsASubscriberByItsSubscription() {
            var tracked = TrackedSubscribers<Int>()
            let serial = tracked.add(subscriber, owner: owner, witness: nil)
            let isEntered = tracked.enter(7, for: subscriber, serial: serial)
            #expect(isEntered)
            tracked.connect(subscriber, subscription: subscription, witness: nil)
            #expect(tracked.subscriber(ofSubscription: subscription) == subscriber)
            #expect(tracked[subscriber]?.entry == 7)
            let removed = tracked.remove(subscriber)
            #expect(removed?.entry == 7)
            #expect(tracked.subscriber(ofSubscription: subscription) == nil)
            #expect(tracked.count == 0)
        }

        @Test func anEntryForAnEarlierHolderOfAnIdentifierComesTooLate() {
            var tracked = TrackedSubscribers<Int>()
            let first = tracked.add(subscriber, owner: owner, witness: nil)
            tracked.remove(subscriber)
            let second = tracked.add(subscriber, owner: owner, witness: nil)
            let isFirstEntered = tracked.enter(1, for: subscriber, serial: first)
            #expect(!isFirstEntered)
            let isSecondEntered = tracked.enter(2, for: subscriber, serial: second)
            #expect(isSecondEntered)
            let removed = tracked.remove(subscriber, serial: first)
            #expect(removed == nil)
            #expect(tracked[subscriber]?.entry == 2)
        }

        @Test func aSubscriptionThatTwoSharedBelongsToTheLast() {
            var tracked = TrackedSubscribers<Int>()
            let other = CombineIdentifier()
            _ = tracked.add(subscriber, owner: owner, witness: nil)
            _ = tracked.add(other, owner: owner, witness: nil)
            tracked.connect(subscriber, subscription: subscription, witness: nil)
            tracked.connect(other, subscription: subscription, witness: nil)
            tracked.remove(subscriber)
            #expect(tracked.subscriber(ofSubscription: subscription) == other)
        }

        @Test func sweepsWhenTheNumberHasDoubled() {
            var tracked = TrackedSubscribers<Int>(smallestSweep: 2)
            let thing = Thing()
            func add() {
                let id = CombineIdentifier()
                let serial = tracked.add(id, owner: owner, witness: WeakReference(thing))
                _ = tracked.enter(serial, for: id, serial: serial)
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
