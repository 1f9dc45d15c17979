// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    import RIBRecorder

    /// A subscription of an owner whose `subscribe` has not returned. Its thread alone uses it.
    ///
    /// Its memory is reused for one subscription after another, since most are made in a row.
    /// Copies share the memory, so that each operator refers to it without counting references.
    struct PendingSubscription {
        private let place = UnsafeMutablePointer<State>.allocate(capacity: 1)

        private struct State {
            /// Retained.
            var subscriber: Unmanaged<FollowedSubscriber>?
            var chain = SubscriptionChain()
            var attribution = SubscriptionAttribution.unowned
            var confinement = SubscriptionConfinement.none
            var isEntered = false
            var awaitsOwner = false
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
        ///   - subscriber: Retained by the caller. This takes the reference over.
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
            place.pointee.awaitsOwner = false
        }

        /// Whether its owner is searched after it is entered, because that could not be seen yet.
        var awaitsOwner: Bool {
            get { place.pointee.awaitsOwner }
            nonmutating set { place.pointee.awaitsOwner = newValue }
        }

        /// Releases a subscription after it is made.
        func clear() {
            guard let subscriber = place.pointee.subscriber else { return }
            place.pointee.subscriber = nil
            subscriber.release()
        }

        /// Retained while it is being made; nil when none is.
        var subscriber: Unmanaged<FollowedSubscriber>? { place.pointee.subscriber }
        var attribution: SubscriptionAttribution { place.pointee.attribution }
        var confinement: SubscriptionConfinement { place.pointee.confinement }

        /// Marks it to be entered as its owner's own, silent while the owner is inactive.
        func confine() {
            place.pointee.attribution = .explicit
            place.pointee.confinement = .silent
        }

        /// Whether it must still be entered. From then on it need not be.
        func takeEntering() -> Bool {
            defer { place.pointee.isEntered = true }
            return !place.pointee.isEntered
        }

        /// Does the same as in `SubscriptionChain`.
        func note(subscriber: Any.Type?, publisher: Any.Type, level: Int) {
            place.pointee.chain.note(subscriber: subscriber, publisher: publisher, level: level)
        }

        /// Does the same as in `SubscriptionChain`.
        func lacksSubscription(level: Int) -> Bool {
            place.pointee.chain.lacksSubscription(level: level)
        }

        /// Does the same as in `SubscriptionChain`.
        func note(subscription: Any.Type, level: Int) {
            place.pointee.chain.note(subscription: subscription, level: level)
        }

        /// The text of its chain, from `RecentChainTexts`.
        func text(from texts: RecentChainTexts) -> Unmanaged<ChainText> {
            texts.text(of: &place.pointee.chain)
        }
    }
#endif
