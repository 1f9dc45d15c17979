// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    import RIBRecorder

    /// A subscription of an owner whose `subscribe` has not returned. Its thread alone uses it.
    ///
    /// Its memory serves one after the other: each needs some, and most are made in a row. Copies
    /// share it, so that each operator refers to it without counting references.
    struct PendingSubscription {
        private let place = UnsafeMutablePointer<State>.allocate(capacity: 1)

        private struct State {
            /// Kept.
            var subscriber: Unmanaged<FollowedSubscriber>?
            var chain = SubscriptionChain()
            var attribution = SubscriptionAttribution.unowned
            var confinement = SubscriptionConfinement.none
            var isEntered = false
        }

        init() { place.initialize(to: State()) }

        /// Frees the memory; call it once, when nothing refers to it any more.
        func deallocate() {
            clear()
            place.deinitialize(count: 1)
            place.deallocate()
        }

        /// Begins another subscription.
        ///
        /// - Parameters:
        ///   - subscriber: Kept already, from now on by this.
        ///   - type: The type of the subscriber.
        ///   - publisher: The type of the publisher.
        ///   - attribution: How its owner is known; nil for one that enters itself.
        func begin(
            _ subscriber: Unmanaged<FollowedSubscriber>, _ type: Any.Type, to publisher: Any.Type,
            attribution: SubscriptionAttribution?
        ) {
            clear()
            place.pointee.subscriber = subscriber
            place.pointee.chain.begin(subscriber: type, publisher: publisher)
            place.pointee.attribution = attribution ?? .explicit
            place.pointee.confinement = .none
            place.pointee.isEntered = attribution == nil
        }

        /// Lets go of a subscription that is made.
        func clear() {
            guard let subscriber = place.pointee.subscriber else { return }
            place.pointee.subscriber = nil
            subscriber.release()
        }

        /// Kept while it is in the making. Nil while nothing is.
        var subscriber: Unmanaged<FollowedSubscriber>? { place.pointee.subscriber }
        var attribution: SubscriptionAttribution { place.pointee.attribution }
        var confinement: SubscriptionConfinement { place.pointee.confinement }

        /// Has it entered as its owner's own, and as silent while that is inactive.
        func confine() {
            place.pointee.attribution = .explicit
            place.pointee.confinement = .silent
        }

        /// Whether it is still to be entered; it is to be no more then.
        func takeEntering() -> Bool {
            defer { place.pointee.isEntered = true }
            return !place.pointee.isEntered
        }

        /// As `SubscriptionChain` does.
        func note(subscriber: Any.Type?, publisher: Any.Type, level: Int) {
            place.pointee.chain.note(subscriber: subscriber, publisher: publisher, level: level)
        }

        /// As `SubscriptionChain` does.
        func lacksSubscription(level: Int) -> Bool {
            place.pointee.chain.lacksSubscription(level: level)
        }

        /// As `SubscriptionChain` does.
        func note(subscription: Any.Type, level: Int) {
            place.pointee.chain.note(subscription: subscription, level: level)
        }

        /// The words of its chain, as `RecentChainTexts` has them.
        func text(from texts: RecentChainTexts) -> Unmanaged<ChainText> {
            texts.text(of: &place.pointee.chain)
        }
    }
#endif
