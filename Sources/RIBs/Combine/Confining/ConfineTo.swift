// SPDX-License-Identifier: Apache-2.0

#if !RxSwift
    import RIBRecorder

    /// Combines the latest value of a publisher with an interactor's activity. Written out: not
    /// every library has `combineLatest`, and a chain of operators that asks for one value at a
    /// time loses a change of activity that comes during a delivery.
    struct ConfineTo<Upstream: Publisher>: Publisher {
        typealias Output = Upstream.Output
        typealias Failure = Upstream.Failure

        let upstream: Upstream
        let activity: AnyPublisher<Bool, Never>
        /// The owner of the subscriptions; nil for a test double.
        let owner: Activity?

        func receive<Downstream: Subscriber>(subscriber: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            var entry: LedgerEntry?
            var follower: Activity?
            // Else it is part of a subscription that is in the ledger already.
            if let owner, !(Downstream.self is any RecordedSubscriber.Type) {
                if SubscriptionTracking.confineSubscriptionBeingMade(to: owner) {
                    follower = owner
                } else {
                    entry = Recorder.shared.subscribed(
                        owner: owner, chainOf: Self.self,
                        { _ in "\(StreamTypeName.chain(of: Upstream.self)) → confineTo" },
                        attribution: .explicit, confinement: .silent)
                }
            }
            let confinement = Confinement(
                downstream: subscriber, entry: entry, follower: follower)
            subscriber.receive(subscription: confinement)
            activity.receive(
                subscriber: AnySubscriber(
                    receiveSubscription: { confinement.receive(subscription: $0) },
                    receiveValue: { isActive in
                        confinement.receive(isActive: isActive)
                        return .none
                    }, receiveCompletion: { _ in confinement.activityDidEnd() }))
            upstream.receive(subscriber: confinement)
        }
    }

    extension ConfineTo {
        /// One subscription to a `ConfineTo`. It requests everything from both its sources, to know
        /// the current activity, and drops what the subscriber has not requested.
        private final class Confinement<Downstream: Subscriber>: Subscriber, Subscription,
            CustomStringConvertible
        {
            typealias Input = Downstream.Input
            typealias Failure = Downstream.Failure

            private struct State {
                var downstream: Downstream?
                var sources: [any Subscription] = []
                var demand = Subscribers.Demand.none
                var isActive = false
                var latest: Downstream.Input?
                /// Whether `latest` is new, or may be passed on again, since the last delivery.
                var isPending = false
                var activityEnded = false
                var valuesEnded = false

                /// Takes the latest value if it may be passed on now.
                mutating func deliverable() -> (downstream: Downstream, value: Downstream.Input)? {
                    guard isPending, isActive, demand > 0, let downstream, let latest
                    else { return nil }
                    demand -= 1
                    isPending = false
                    return (downstream, latest)
                }

                /// Whether nothing can come any more.
                var isExhausted: Bool {
                    valuesEnded && (activityEnded || latest == nil) || activityEnded && !isActive
                }

                /// Forgets everything. What it returns must be released without the lock.
                mutating func end() -> State {
                    defer { self = State() }
                    return self
                }
            }

            private let state: Protected<State>
            /// Nil when another subscriber of the chain is in the ledger, or nothing is recorded.
            private let entry: LedgerEntry?
            /// The owner for which a tracker follows it; nil when none does.
            private let follower: Activity?

            init(downstream: Downstream, entry: LedgerEntry?, follower: Activity?) {
                self.entry = entry
                self.follower = follower
                state = Protected(State(downstream: downstream))
            }

            var description: String { "ConfineTo" }

            func receive(subscription: any Subscription) {
                let isOpen = state.withLock { state in
                    if state.downstream != nil { state.sources.append(subscription) }
                    return state.downstream != nil
                }
                if isOpen { subscription.request(.unlimited) } else { subscription.cancel() }
            }

            func receive(isActive: Bool) {
                deliver { state in
                    (state.isActive, state.isPending) = (isActive, isActive)
                    return nil
                }
            }

            func receive(_ value: Downstream.Input) -> Subscribers.Demand {
                deliver { state in
                    let replaced = state.latest
                    state.latest = value
                    state.isPending = true
                    return replaced
                }
                return .none
            }

            func activityDidEnd() { end(with: .finished) { $0.activityEnded = true } }

            func receive(completion: Subscribers.Completion<Downstream.Failure>) {
                end(with: completion) { $0.valuesEnded = true }
            }

            func request(_ demand: Subscribers.Demand) {
                deliver { state in
                    state.demand += demand
                    return nil
                }
            }

            func cancel() {
                let ended = state.withLock { $0.end() }
                if ended.downstream != nil { entry?.end(.cancelled) }
                for source in ended.sources { source.cancel() }
            }

            // Freed without being cancelled. If it ended before, this changes nothing.
            deinit { entry?.end(.ownerGone) }

            /// Changes the state, then passes the latest value on if that is due. `change` returns
            /// what must be released without the lock.
            private func deliver(after change: (inout State) -> Downstream.Input?) {
                let (replaced, delivery) = state.withLock { state in
                    (change(&state), state.deliverable())
                }
                withExtendedLifetime(replaced) {}
                guard let delivery else { return }
                // Another thread may deactivate it now; the value was let through before.
                entry?.countWhileActive()
                let more = lettingThrough { delivery.downstream.receive(delivery.value) }
                if more > .none { request(more) }
            }

            /// Runs `body` while this delivers what it let through while its owner was active.
            private func lettingThrough(_ body: () -> Subscribers.Demand) -> Subscribers.Demand {
                if let follower, let tracker = SubscriptionTracking.tracker {
                    return tracker.lettingThrough(follower, body)
                }
                return body()
            }

            /// Notes the end of a source, and passes it on if it is a failure or the end of all.
            private func end(
                with completion: Subscribers.Completion<Downstream.Failure>,
                _ change: (inout State) -> Void
            ) {
                let ended: State? = state.withLock { state in
                    change(&state)
                    if case .finished = completion, !state.isExhausted { return nil }
                    return state.end()
                }
                guard let ended, let downstream = ended.downstream else { return }
                entry?.end(completion.end)
                for source in ended.sources { source.cancel() }
                downstream.receive(completion: completion)
            }
        }
    }

    extension Publisher {
        /// Passes values on only while an interactor is active.
        ///
        /// The subscription itself lives on. A value that comes while the interactor is inactive
        /// waits; the latest one, new or not, is passed on when the interactor becomes active.
        /// Inside an interactor, `cancelOnDeactivate(interactor:)` is usually what you want.
        public func confineTo(
            _ interactorScope: any InteractorScope
        ) -> AnyPublisher<Output, Failure> {
            ConfineTo(
                upstream: self, activity: interactorScope.isActiveStream,
                owner: WeakInteractorScope(interactorScope).interactor?.activity
            ).eraseToAnyPublisher()
        }
    }
#endif
