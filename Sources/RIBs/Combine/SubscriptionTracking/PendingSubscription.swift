// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    import RIBRecorder

    /// A subscription of an owner whose `subscribe` has not returned. Its thread alone uses it.
    final class PendingSubscription {
        let subscriber: FollowedSubscriber
        var chain: SubscriptionChain
        private(set) var attribution: SubscriptionAttribution
        private(set) var confinement = SubscriptionConfinement.none
        /// Whether its owner is searched after it is entered, because that could not be seen yet.
        var awaitsOwner = false
        private var isEntered: Bool

        /// - Parameter attribution: How its owner is known; nil for one that enters itself.
        init(
            _ subscriber: FollowedSubscriber, chain: SubscriptionChain,
            attribution: SubscriptionAttribution?
        ) {
            self.subscriber = subscriber
            self.chain = chain
            self.attribution = attribution ?? .explicit
            isEntered = attribution == nil
        }

        /// Marks it to be entered as its owner's own, silent while the owner is inactive.
        func confine() {
            attribution = .explicit
            confinement = .silent
        }

        /// Whether it must still be entered. From then on it need not be.
        func takeEntering() -> Bool {
            defer { isEntered = true }
            return !isEntered
        }
    }
#endif
