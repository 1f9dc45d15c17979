#if RxSwift
    import RIBRecorder

    /// Takes the values of a followed subscription. It lives as long as that: an observable keeps it.
    final class FollowedObserver<Element> {
        /// What the project's code gave, by the name under which owners are looked for in it.
        private let receiveValue: (Element) -> Void
        private let subscription: FollowedSubscription
        private let tracker: ObserverTracker

        init(
            _ subscription: FollowedSubscription, in tracker: ObserverTracker,
            receiveValue: @escaping (Element) -> Void
        ) {
            self.subscription = subscription
            self.tracker = tracker
            self.receiveValue = receiveValue
            subscription.take(observer: self)
        }

        func receive(_ value: Element) {
            tracker.deliver(subscription) { receiveValue(value) }
        }

        deinit {
            // Let go without a word; if it ended before, this changes nothing.
            tracker.end(subscription, .ownerGone)
        }
    }
#endif
