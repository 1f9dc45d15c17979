// SPDX-License-Identifier: Apache-2.0

#if !RxSwift
    import RIBRecorder

    extension SubscriptionTracker {
        static func isStream(_ type: Any.Type) -> Bool { type is any Publisher.Type }
    }

    /// A publisher whose subscriptions a tracker follows, as the end of the project's chain.
    struct FollowedStream<Upstream: Publisher>: Publisher {
        typealias Output = Upstream.Output
        typealias Failure = Upstream.Failure

        let upstream: Upstream
        /// What the code calls: the chain's last word.
        let method: String
        /// Nil for the one that follows when it is subscribed to.
        var tracker: SubscriptionTracker?
        /// The subject that is fed, if it is one.
        var subject: AnyObject?

        func receive<Downstream: Subscriber>(subscriber: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            let tracker = tracker ?? SubscriptionTracking.tracker
            guard let tracker,
                let subscription = tracker.subscription(
                    SubscriptionChain(publisher: upstream, method: method))
            else { return upstream.receive(subscriber: subscriber) }
            let followed = FollowedSubscriber(subscriber, subscription, tracker)
            let end = Downstream.self is AnyClass ? subscriber as AnyObject : followed
            subscription.setLifetimeObject(end)
            if let subject { subscription.setSubject(subject) }
            // Only of the library's own ends is known which field holds the code's closure.
            let isKnownEnd = Downstream.self is any KnownEnd.Type
            tracker.make(subscription, capturedBy: isKnownEnd ? end : nil) {
                upstream.receive(subscriber: followed)
            }
        }
    }

    /// A subscriber of the library that calls a project's closure or sets a project's property.
    private protocol KnownEnd {}
    extension Subscribers.Sink: KnownEnd {}
    extension Subscribers.Assign: KnownEnd {}

    /// A subscriber that a tracker put between others, and so is no end of a chain.
    protocol FollowingSubscriber {}

    /// Stands between a publisher and the subscriber that wants its values.
    final class FollowedSubscriber<Downstream: Subscriber>: Subscriber,
        FollowingSubscriber
    {
        typealias Input = Downstream.Input
        typealias Failure = Downstream.Failure

        private let downstream: Downstream
        private let subscription: FollowedSubscription
        private let tracker: SubscriptionTracker
        /// A publisher calls this subscriber from one thread at a time, so it needs no lock.
        private var isConnected = false

        init(
            _ downstream: Downstream, _ subscription: FollowedSubscription,
            _ tracker: SubscriptionTracker
        ) {
            self.downstream = downstream
            self.subscription = subscription
            self.tracker = tracker
        }

        var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

        func receive(subscription upstream: any Subscription) {
            // A second one is refused by the subscriber, which is no end of the first.
            if isConnected { return downstream.receive(subscription: upstream) }
            isConnected = true
            downstream.receive(
                subscription: FollowedRequest(upstream, subscription, tracker))
        }

        func receive(_ value: Input) -> Subscribers.Demand {
            tracker.deliver(subscription) { downstream.receive(value) }
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            tracker.end(subscription, completion.end)
            downstream.receive(completion: completion)
        }

        // Freed without being cancelled. If it ended before, this changes nothing.
        deinit { tracker.end(subscription, .ownerGone) }
    }

    /// What a followed subscriber requests values from, and cancels.
    final class FollowedRequest: Subscription {
        private let upstream: any Subscription
        private let subscription: FollowedSubscription
        private let tracker: SubscriptionTracker

        init(
            _ upstream: any Subscription, _ subscription: FollowedSubscription,
            _ tracker: SubscriptionTracker
        ) {
            self.upstream = upstream
            self.subscription = subscription
            self.tracker = tracker
        }

        func request(_ demand: Subscribers.Demand) { upstream.request(demand) }

        func cancel() {
            tracker.end(subscription, .cancelled)
            upstream.cancel()
        }
    }
#endif
