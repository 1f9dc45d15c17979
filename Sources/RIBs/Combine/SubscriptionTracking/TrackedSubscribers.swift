// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    import RIBRecorder

    /// Finds the followed subscription that an identifier means now.
    ///
    /// Identifiers of classes are addresses. While a subscriber is followed, nothing else gets its
    /// address. A sweep removes the subscribers that ended without telling.
    struct TrackedSubscribers {
        private var subscribers: [CombineIdentifier: FollowedSubscriber] = [:]
        /// The keys are subscriptions; every subscriber in it is in the other dictionary too.
        private var subscriberOfSubscription: [CombineIdentifier: FollowedSubscriber] = [:]
        /// True once no subscriber may be added any more.
        private(set) var isClosed = false
        private let smallestSweep: Int
        private var nextSweep: Int
        /// The subscribers that entered without an owner, oldest first. Some may have ended.
        private var unownedEntries: [Unowned] = []
        private var nextUnownedSweep = Self.fewestUnowned

        private struct Unowned {
            let id: CombineIdentifier
            let subscription: SubscriptionID
            /// The last object that was recorded before it was made.
            let last: ObjectID
        }

        private static let fewestUnowned = 64
        /// At most this many are looked at in one search.
        private static let mostUnowned = 10_000

        /// - Parameter smallestSweep: How many subscribers may gather before the first sweep.
        init(smallestSweep: Int = 1024) {
            self.smallestSweep = smallestSweep
            nextSweep = smallestSweep
        }

        var count: Int { subscribers.count }

        subscript(id: CombineIdentifier) -> FollowedSubscriber? { subscribers[id] }

        func subscriber(ofSubscription id: CombineIdentifier) -> FollowedSubscriber? {
            subscriberOfSubscription[id]
        }

        /// Adds a subscriber, unless this is closed.
        ///
        /// - Returns: The subscriber that had this identifier before and is now forgotten.
        @discardableResult
        mutating func add(_ subscriber: FollowedSubscriber) -> FollowedSubscriber? {
            if isClosed { return nil }
            let previous = subscribers.updateValue(subscriber, forKey: subscriber.id)
            if let previous { forgetSubscription(of: previous) }
            return previous
        }

        /// Gives a subscriber its entry in the ledger.
        ///
        /// - Returns: False if the subscriber ended meanwhile.
        func enter(_ entry: LedgerEntry, for subscriber: FollowedSubscriber) -> Bool {
            guard subscribers[subscriber.id] === subscriber else { return false }
            subscriber.entry = entry
            return true
        }

        /// Notes that a subscriber entered the ledger without an owner.
        ///
        /// - Parameter last: The last object that was recorded before.
        mutating func noteUnowned(_ subscriber: FollowedSubscriber, after last: ObjectID) {
            guard let entry = subscriber.entry else { return }
            if unownedEntries.count >= nextUnownedSweep {
                unownedEntries = unownedEntries.filter { follower(of: $0) != nil }
                nextUnownedSweep = max(Self.fewestUnowned, 2 * unownedEntries.count)
            }
            unownedEntries.append(Unowned(id: subscriber.id, subscription: entry.id, last: last))
        }

        /// The live unowned subscribers made after an object; if too many, only the youngest.
        func unowned(after object: ObjectID) -> [FollowedObject] {
            if unownedEntries.isEmpty { return [] }
            let first = unownedEntries.lastIndex { $0.last < object }.map { $0 + 1 } ?? 0
            return unownedEntries[first...].suffix(Self.mostUnowned).compactMap(followed)
        }

        /// Assigns some of the unowned subscribers to owners, or marks them as finally unowned.
        ///
        /// - Returns: The subscriptions that have not ended.
        mutating func give(
            _ owners: [SubscriptionID: Activity?], in recorder: any SubscriptionRecorder
        ) -> [SubscriptionID] {
            if owners.isEmpty { return [] }
            let given = unownedEntries.filter { owners[$0.subscription] != nil }
            unownedEntries = unownedEntries.filter { owners[$0.subscription] == nil }
            return given.compactMap { unowned in
                guard let subscriber = follower(of: unowned), let entry = subscriber.entry else {
                    return nil
                }
                guard let owner = owners[unowned.subscription] ?? nil else { return entry.id }
                guard let given = recorder.give(entry, to: owner) else { return nil }
                subscriber.entry = given
                subscriber.owner = owner
                return entry.id
            }
        }

        /// The live followed subscribers of the given subscriptions.
        func followed(_ ids: Set<SubscriptionID>) -> [FollowedObject] {
            subscribers.values.compactMap { subscriber in
                guard let entry = subscriber.entry, ids.contains(entry.id),
                    let object = subscriber.object
                else { return nil }
                return FollowedObject(id: entry.id, address: UInt(bitPattern: object))
            }
        }

        private func followed(_ unowned: Unowned) -> FollowedObject? {
            guard let subscriber = follower(of: unowned), !subscriber.isSubjectGone else {
                return nil
            }
            return subscriber.object.map {
                FollowedObject(id: unowned.subscription, address: UInt(bitPattern: $0))
            }
        }

        private func follower(of unowned: Unowned) -> FollowedSubscriber? {
            let subscriber = subscribers[unowned.id]
            return subscriber?.entry?.id == unowned.subscription ? subscriber : nil
        }

        /// Notes which subscription cancels a subscriber.
        ///
        /// - Returns: True if the subscriber has no lifetime object.
        mutating func connect(
            _ id: CombineIdentifier, subscription: CombineIdentifier
        ) -> Bool {
            guard let subscriber = subscribers[id] else { return false }
            forgetSubscription(of: subscriber)
            subscriber.subscription = subscription
            subscriberOfSubscription[subscription] = subscriber
            return !subscriber.hasLifetimeObject
        }

        /// Forgets the subscriber with an identifier.
        @discardableResult
        mutating func remove(_ id: CombineIdentifier) -> FollowedSubscriber? {
            guard let subscriber = subscribers.removeValue(forKey: id) else { return nil }
            forgetSubscription(of: subscriber)
            return subscriber
        }

        /// Forgets a subscriber.
        ///
        /// - Returns: False if it was forgotten before.
        @discardableResult
        mutating func remove(_ subscriber: FollowedSubscriber) -> Bool {
            guard subscribers[subscriber.id] === subscriber else { return false }
            return remove(subscriber.id) != nil
        }

        private mutating func forgetSubscription(of subscriber: FollowedSubscriber) {
            guard let subscription = subscriber.subscription,
                subscriberOfSubscription[subscription] === subscriber
            else { return }
            subscriberOfSubscription[subscription] = nil
        }

        /// Forgets all subscribers, for good.
        ///
        /// - Returns: Their entries.
        mutating func close() -> [LedgerEntry] {
            isClosed = true
            defer { (subscribers, subscriberOfSubscription) = ([:], [:]) }
            return subscribers.values.compactMap(\.entry)
        }

        /// Whether the number of subscribers has doubled since the last sweep.
        var isSweepDue: Bool { subscribers.count >= nextSweep }

        /// Forgets the subscribers that are gone as far as is known and that no lifetime object can
        /// show to be alive.
        ///
        /// - Returns: The forgotten subscribers.
        mutating func sweep() -> [FollowedSubscriber] {
            let gone = subscribers.values.filter(\.isGone)
            for subscriber in gone { remove(subscriber) }
            nextSweep = max(smallestSweep, 2 * subscribers.count)
            return gone
        }
    }
#endif
