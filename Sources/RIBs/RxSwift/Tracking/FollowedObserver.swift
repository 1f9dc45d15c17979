// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    import RIBRecorder
    import RxSwift

    extension SubscriptionTracker {
        static func isStream(_ type: Any.Type) -> Bool { type is any ObservableType.Type }

        /// Follows a subscription for the project's closure. `subscribe` subscribes one function to
        /// the observable and calls another at the end.
        func follow<Element, Result>(
            _ chain: SubscriptionChain, receiveValue: @escaping (Element) -> Void,
            subscribe: (
                _ onNext: @escaping (Element) -> Void,
                _ onEnd: @escaping (SubscriptionEnd) -> Void
            ) -> Result
        ) -> Result {
            // A subscription made while another one is being made is part of that one's chain.
            guard making == nil, let subscription = subscription(chain) else {
                return subscribe(receiveValue) { _ in }
            }
            let observer = FollowedObserver(subscription, in: self, receiveValue: receiveValue)
            return make(subscription, capturedBy: observer) {
                subscribe({ observer.receive($0) }, { self.end(subscription, $0) })
            }
        }
    }

    /// Receives the values of a followed subscription. It lives as long as that, because the
    /// observable retains it.
    final class FollowedObserver<Element> {
        /// The closure of the project's code. The search for owners finds it by this name.
        private let receiveValue: (Element) -> Void
        private let subscription: FollowedSubscription
        private let tracker: SubscriptionTracker

        init(
            _ subscription: FollowedSubscription, in tracker: SubscriptionTracker,
            receiveValue: @escaping (Element) -> Void
        ) {
            self.subscription = subscription
            self.tracker = tracker
            self.receiveValue = receiveValue
            subscription.setLifetimeObject(self)
        }

        func receive(_ value: Element) {
            tracker.deliver(subscription) { receiveValue(value) }
        }

        deinit {
            // Freed without being disposed of. If it ended before, this changes nothing.
            tracker.end(subscription, .ownerGone)
        }
    }
#endif
