// SPDX-License-Identifier: Apache-2.0

#if !RxSwift
    import RIBRecorder

    /// Combines the latest value of a publisher with an interactor's activity.
    ///
    /// Written out because not every library has `combineLatest`, and because a chain of operators
    /// that asks for one value at a time loses a change of activity that comes during a delivery.
    struct ConfineTo<Upstream: Publisher>: Publisher {
        typealias Output = Upstream.Output
        typealias Failure = Upstream.Failure

        let upstream: Upstream
        let activity: AnyPublisher<Bool, Never>
        /// The owner of the subscriptions; nil for a test double.
        let owner: Activity?

        func receive<Downstream: Subscriber>(subscriber: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            let (entry, follower) = ledgered(for: Downstream.self)
            let confinement = Confinement(
                downstream: subscriber, entry: entry, follower: follower)
            subscriber.receive(subscription: confinement)
            activity.subscribe(ActivitySubscriber(confinement: confinement))
            upstream.subscribe(ValueSubscriber(confinement: confinement))
        }

        /// Enters a subscription into the ledger, unless it is part of one that is there already.
        ///
        /// - Returns: Its entry, or the owner for which a tracker follows the whole subscription.
        private func ledgered(for downstream: Any.Type) -> (
            entry: LedgerEntry?, follower: Activity?
        ) {
            guard let owner, !(downstream is any RecordedSubscriber.Type) else { return (nil, nil) }
            if SubscriptionTracking.confineSubscriptionBeingMade(to: owner) { return (nil, owner) }
            let entry = Recorder.shared.subscribed(
                owner: owner, chainOf: Self.self,
                { _ in "\(StreamTypeName.chain(of: Upstream.self)) → confineTo" },
                attribution: .explicit, confinement: .silent)
            return (entry, nil)
        }
    }

    extension ConfineTo {
        /// Passes an interactor's activity to a confinement.
        private struct ActivitySubscriber<Downstream: Subscriber>: Subscriber {
            let confinement: Confinement<Downstream>
            let combineIdentifier = CombineIdentifier()

            func receive(subscription: any Subscription) {
                confinement.receive(subscription: subscription)
            }

            func receive(_ isActive: Bool) -> Subscribers.Demand {
                confinement.receive(isActive: isActive)
                return .none
            }

            func receive(completion: Subscribers.Completion<Never>) {
                confinement.activityDidEnd()
            }
        }

        /// Passes values to a confinement.
        private struct ValueSubscriber<Downstream: Subscriber>: Subscriber {
            let confinement: Confinement<Downstream>
            let combineIdentifier = CombineIdentifier()

            func receive(subscription: any Subscription) {
                confinement.receive(subscription: subscription)
            }

            func receive(_ value: Downstream.Input) -> Subscribers.Demand {
                confinement.receive(value: value)
                return .none
            }

            func receive(completion: Subscribers.Completion<Downstream.Failure>) {
                confinement.receive(completion: completion)
            }
        }
    }

    extension Publisher {
        /// Passes values on only while an interactor is active.
        ///
        /// The subscription itself lives on. A value that comes while the interactor is inactive
        /// waits; the latest one, new or not, is passed on when the interactor becomes active.
        /// Inside an interactor, `cancelOnDeactivate(interactor:)` is usually what you want.
        ///
        /// - Parameter interactorScope: The interactor whose activity to follow.
        /// - Returns: A publisher that is silent while the interactor is inactive.
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
