// SPDX-License-Identifier: Apache-2.0

#if !RxSwift
    import RIBRecorder

    /// One iteration of a `ConfinedValues`, between the publisher and what awaits its values.
    final class ConfinedDelivery<Downstream: Subscriber>: Subscriber, Subscription,
        CustomStringConvertible
    {
        private struct State {
            var downstream: Downstream?
            var upstream: (any Subscription)?
            var entry: LedgerEntry?
        }

        private let state: Protected<State>

        init(downstream: Downstream, entry: LedgerEntry?) {
            state = Protected(State(downstream: downstream, entry: entry))
        }

        var description: String { "ConfinedValues" }

        func receive(subscription: any Subscription) {
            let downstream = state.withLock { state -> Downstream? in
                guard state.upstream == nil, let downstream = state.downstream else { return nil }
                state.upstream = subscription
                return downstream
            }
            guard let downstream else { return subscription.cancel() }
            downstream.receive(subscription: self)
        }

        func receive(_ value: Downstream.Input) -> Subscribers.Demand {
            let (downstream, entry) = state.withLock { ($0.downstream, $0.entry) }
            guard let downstream else { return .none }
            if let entry { Recorder.shared.willDeliver(entry) }
            return downstream.receive(value)
        }

        func receive(completion: Subscribers.Completion<Downstream.Failure>) {
            end(completion.end).downstream?.receive(completion: completion)
        }

        func request(_ demand: Subscribers.Demand) {
            state.withLock { $0.upstream }?.request(demand)
        }

        func cancel() { end(.cancelled).upstream?.cancel() }

        /// Ends the iteration at the deactivation.
        func finish() {
            let ended = end(.cancelled)
            ended.upstream?.cancel()
            ended.downstream?.receive(completion: .finished)
        }

        /// Records the end. Returns what must be released without the lock.
        private func end(_ end: SubscriptionEnd) -> State {
            let ended = state.withLock { state in
                defer { state = State() }
                return state
            }
            ended.entry?.end(end)
            return ended
        }
    }

    /// Passes a publisher's values on until an interactor becomes inactive, and completes then.
    struct ConfinedValues<Upstream: Publisher>: Publisher {
        typealias Output = Upstream.Output
        typealias Failure = Upstream.Failure

        private let upstream: Upstream
        private let owner: Activity
        private weak var interactor: Interactor?

        /// Whether the interactor is active is judged here, where the code asks for the values. A
        /// task may begin to read them only later.
        ///
        /// A task may also ask only after the deactivation, because it waited for its turn, or for
        /// a server's answer. Nothing goes wrong then: the loop gets no value. So it is no mistake,
        /// and the verdict does not depend on when a task gets its turn. Before the first
        /// activation it is one: the loop ends at once, and the activation does not begin it again.
        init(upstream: Upstream, interactor: Interactor) {
            self.upstream = upstream
            self.interactor = interactor
            owner = interactor.activity
            // A task of the interactor runs although it was cancelled before it began: no mistake.
            if interactor.confined == nil, !Task.isCancelled {
                Swift.print("Sequence immediately terminated, since \(interactor) is inactive.")
                if interactor.activity.deactivatedAt == nil || !Recorder.shared.isInTaskOfApp {
                    interactor.recordTooLate("\(StreamTypeName.chain(of: Upstream.self)) → values")
                }
            }
        }

        func receive<Downstream: Subscriber>(subscriber: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            guard let bag = interactor?.confined else {
                subscriber.receive(subscription: Subscriptions.empty)
                subscriber.receive(completion: .finished)
                return
            }
            let entry = Recorder.shared.subscribed(
                owner: owner, chainOf: Self.self,
                { _ in "\(StreamTypeName.chain(of: Upstream.self)) → values" },
                attribution: .explicit, confinement: .ending)
            let delivery = ConfinedDelivery(downstream: subscriber, entry: entry)
            bag.insert(AnyCancellable { [weak delivery] in delivery?.finish() })
            // Attributed to no owner, because it is in the ledger already.
            Recorder.shared.outOfLedger { upstream.receive(subscriber: delivery) }
        }
    }

    extension Publisher where Failure == Never {
        /// The publisher's values as an asynchronous sequence that ends when an interactor becomes
        /// inactive.
        ///
        /// It works like `values`, but each iteration is in the recorder's ledger as the
        /// interactor's. It ends when the interactor becomes inactive, so that a task that reads it
        /// can return. While the interactor is inactive, the sequence is empty. It retains the
        /// publisher, but not the interactor. As with `values`, a subject's value is lost if it
        /// comes while nothing awaits one.
        ///
        /// Calling it while the interactor is inactive is a mistake. Beginning to iterate then is
        /// not: a task may get its turn only after the interactor was detached. For the same
        /// reason, a task may call it after a deactivation.
        ///
        /// Call it, and begin to iterate, on the thread that owns the tree.
        public func values(in interactor: Interactor) -> AsyncPublisher<AnyPublisher<Output, Never>>
        {
            AsyncPublisher(
                AnyPublisher(ConfinedValues(upstream: self, interactor: interactor)))
        }
    }

    extension Publisher {
        /// Same as the form for publishers that cannot fail, but throws the publisher's error.
        public func values(
            in interactor: Interactor
        ) -> AsyncThrowingPublisher<AnyPublisher<Output, Failure>> {
            AsyncThrowingPublisher(
                AnyPublisher(ConfinedValues(upstream: self, interactor: interactor)))
        }
    }
#endif
