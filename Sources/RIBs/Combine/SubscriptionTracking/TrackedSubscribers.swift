// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    import RIBRecorder

    /// Finds the followed subscription that an identifier means now. Identifiers of classes are
    /// addresses. While a subscriber is followed, nothing else gets its address.
    struct TrackedSubscribers {
        /// Those of them that are in the ledger.
        var followed = FollowedSubscriptions()
        private var subscribers: [CombineIdentifier: FollowedSubscription] = [:]
        /// The keys are subscriptions; every subscriber in it is in the other dictionary too.
        private var subscriberOfSubscription: [CombineIdentifier: FollowedSubscription] = [:]
        private let smallestSweep: Int
        private var nextSweep: Int

        init(smallestSweep: Int = 1024) {
            self.smallestSweep = smallestSweep
            nextSweep = smallestSweep
        }

        var count: Int { subscribers.count }

        subscript(id: CombineIdentifier) -> FollowedSubscription? { subscribers[id] }

        func subscriber(ofSubscription id: CombineIdentifier) -> FollowedSubscription? {
            subscriberOfSubscription[id]
        }

        /// Adds a subscriber, unless no more may be added. Returns the entry of one that had this
        /// identifier, and so has ended.
        @discardableResult
        mutating func add(_ subscriber: FollowedSubscription) -> LedgerEntry? {
            if followed.isClosed { return nil }
            return subscribers.updateValue(subscriber, forKey: subscriber.id).flatMap { end($0) }
        }

        /// Notes what cancels a subscriber. Returns true if that has no lifetime object.
        mutating func connect(
            _ id: CombineIdentifier, subscription: CombineIdentifier
        ) -> Bool {
            guard let subscriber = subscribers[id] else { return false }
            forgetSubscription(of: subscriber)
            subscriber.subscription = subscription
            subscriberOfSubscription[subscription] = subscriber
            return !subscriber.hasLifetimeObject
        }

        /// Ends the subscriber with an identifier, and returns its entry.
        @discardableResult
        mutating func remove(_ id: CombineIdentifier) -> LedgerEntry? {
            subscribers.removeValue(forKey: id).flatMap { end($0) }
        }

        /// Ends a subscriber, unless it ended before, and returns its entry.
        @discardableResult
        mutating func remove(_ subscriber: FollowedSubscription) -> LedgerEntry? {
            subscribers[subscriber.id] === subscriber ? remove(subscriber.id) : nil
        }

        private mutating func end(_ subscriber: FollowedSubscription) -> LedgerEntry? {
            forgetSubscription(of: subscriber)
            return followed.end(subscriber)
        }

        private mutating func forgetSubscription(of subscriber: FollowedSubscription) {
            guard let subscription = subscriber.subscription,
                subscriberOfSubscription[subscription] === subscriber
            else { return }
            subscriberOfSubscription[subscription] = nil
        }

        var isSweepDue: Bool { subscribers.count >= nextSweep }

        /// Ends the subscribers that are gone as far as is known and that no lifetime object can
        /// show to be alive, and returns their entries.
        mutating func sweep() -> [LedgerEntry] {
            let gone = subscribers.values.filter(\.isGone)
            nextSweep = max(smallestSweep, 2 * (subscribers.count - gone.count))
            return gone.compactMap { remove($0) }
        }

        /// Ends all subscribers for good, and returns their entries.
        mutating func close() -> [LedgerEntry] {
            defer { (subscribers, subscriberOfSubscription) = ([:], [:]) }
            return followed.close()
        }
    }
#endif
