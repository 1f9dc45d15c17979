// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    import RIBRecorder

    /// Finds the followed subscription that an identifier means now.
    ///
    /// Identifiers of classes are addresses. While a subscriber is followed, nothing else gets its
    /// address. A sweep removes the subscribers that ended without telling.
    struct TrackedSubscribers {
        private let subscribers = FollowedTable()
        /// The keys are subscriptions; every subscriber in it is in the other table too.
        private let subscriberOfSubscription = FollowedTable(keeps: false)
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

        /// Runs `body` with a subscriber, if there is one, without counting references to it.
        @inline(__always)
        func with(_ id: CombineIdentifier, _ body: (FollowedSubscriber) -> Void) {
            subscribers.unretained(id)?._withUnsafeGuaranteedRef(body)
        }

        func subscriber(ofSubscription id: CombineIdentifier) -> FollowedSubscriber? {
            subscriberOfSubscription[id]
        }

        /// Adds a subscriber, unless this is closed.
        ///
        /// - Returns: The subscriber that had this identifier before and is now forgotten.
        @discardableResult
        mutating func add(_ subscriber: FollowedSubscriber) -> FollowedSubscriber? {
            add(.passUnretained(subscriber), as: subscriber.id)
        }

        /// Like `add(_:)`, but takes the identifier instead of reading it from the subscriber.
        mutating func add(
            _ subscriber: Unmanaged<FollowedSubscriber>, as id: CombineIdentifier
        ) -> FollowedSubscriber? {
            if isClosed { return nil }
            guard let previous = subscribers.exchange(subscriber.retain(), for: id) else {
                return nil
            }
            let forgotten = previous.takeRetainedValue()
            forgetSubscription(of: forgotten)
            return forgotten
        }

        /// Gives a subscriber its entry in the ledger.
        ///
        /// - Parameter entry: Taken, unless the subscriber ended meanwhile.
        mutating func enter(_ entry: inout LedgerEntry?, for subscriber: FollowedSubscriber) {
            guard subscribers.has(subscriber, at: subscriber.id) else { return }
            subscriber.entry = entry.take()
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
            subscribers.all.compactMap { subscriber in
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

        /// Moves a subscriber to another owner. It is silent while that owner is inactive.
        mutating func confine(_ subscriber: FollowedSubscriber, to owner: Activity) {
            subscriber.owner = owner
            subscriber.isSilent = true
        }

        /// Notes which subscription cancels a subscriber.
        ///
        /// - Returns: True if the subscriber has no lifetime object.
        mutating func connect(
            _ id: CombineIdentifier, subscription: CombineIdentifier
        ) -> Bool {
            guard let subscriber = subscribers.unretained(id) else { return false }
            let lacksLifetimeObject = subscriber._withUnsafeGuaranteedRef { subscriber in
                forgetSubscription(of: subscriber)
                subscriber.subscription = subscription
                return !subscriber.hasLifetimeObject
            }
            _ = subscriberOfSubscription.exchange(subscriber, for: subscription)
            return lacksLifetimeObject
        }

        /// Forgets the subscriber with an identifier.
        @discardableResult
        mutating func remove(_ id: CombineIdentifier) -> FollowedSubscriber? {
            guard let subscriber = subscribers.remove(id) else { return nil }
            forgetSubscription(of: subscriber)
            return subscriber
        }

        /// Forgets a subscriber.
        ///
        /// - Returns: False if it was forgotten before.
        @discardableResult
        mutating func remove(_ subscriber: FollowedSubscriber) -> Bool {
            guard subscribers.has(subscriber, at: subscriber.id) else { return false }
            forgetSubscription(of: subscriber)
            subscribers.remove(subscriber.id)
            return true
        }

        /// Forgets the subscriber of a subscription, if the subscriber is in the ledger.
        ///
        /// - Returns: The subscriber, to be released; or its identifier if it has no entry yet.
        mutating func cancel(
            _ subscription: CombineIdentifier
        ) -> (ended: Unmanaged<FollowedSubscriber>?, unentered: CombineIdentifier?) {
            guard let subscriber = subscriberOfSubscription.unretained(subscription) else {
                return (nil, nil)
            }
            let (id, isEntered) = subscriber._withUnsafeGuaranteedRef { ($0.id, $0.entry != nil) }
            guard isEntered else { return (nil, id) }
            _ = subscriberOfSubscription.take(subscription)
            return (subscribers.take(id), nil)
        }

        private func forgetSubscription(of subscriber: FollowedSubscriber) {
            if let subscription = subscriber.subscription,
                subscriberOfSubscription.has(subscriber, at: subscription)
            {
                _ = subscriberOfSubscription.take(subscription)
            }
        }

        /// Forgets all subscribers, for good.
        ///
        /// - Returns: Their entries.
        mutating func close() -> [LedgerEntry] {
            isClosed = true
            defer {
                subscriberOfSubscription.removeAll()
                subscribers.removeAll()
            }
            return subscribers.all.compactMap(\.entry)
        }

        /// Whether the number of subscribers has doubled since the last sweep.
        var isSweepDue: Bool { subscribers.count >= nextSweep }

        /// Forgets the subscribers that are gone as far as is known and that no lifetime object can
        /// show to be alive.
        ///
        /// - Returns: The forgotten subscribers.
        mutating func sweep() -> [FollowedSubscriber] {
            let gone = subscribers.all.filter(\.isGone)
            for subscriber in gone { remove(subscriber) }
            nextSweep = max(smallestSweep, 2 * subscribers.count)
            return gone
        }
    }

    /// Subscribers that one thread followed and nothing refers to any more. They are reused for the
    /// next ones, because allocating and freeing memory takes longer than filling them in.
    struct SpareSubscribers {
        /// Usually no more than this are cancelled together.
        private static let limit = 64

        /// Each of them is retained.
        private let spares = UnsafeMutablePointer<Unmanaged<FollowedSubscriber>>.allocate(
            capacity: limit)
        private var count = 0

        /// Frees the memory; call it once.
        mutating func deallocate() {
            while let spare = take() { spare.release() }
            spares.deallocate()
        }

        /// A retained subscriber that follows nothing; nil when there is none.
        @inline(__always)
        mutating func take() -> Unmanaged<FollowedSubscriber>? {
            guard count > 0 else { return nil }
            count -= 1
            return spares[count]
        }

        /// Whether only the caller refers to the subscriber. Counts no references.
        private static func isUnique(_ subscriber: Unmanaged<FollowedSubscriber>) -> Bool {
            var subscriber = subscriber
            return withUnsafeMutablePointer(to: &subscriber) {
                // In memory, an unmanaged reference is the same as a normal one.
                $0.withMemoryRebound(to: FollowedSubscriber.self, capacity: 1) {
                    isKnownUniquelyReferenced(&$0.pointee)
                }
            }
        }

        /// Takes the caller's reference. Keeps it if there is room and no other reference exists.
        mutating func give(_ ended: Unmanaged<FollowedSubscriber>) {
            guard count < Self.limit, Self.isUnique(ended) else {
                ended.release()
                return
            }
            ended._withUnsafeGuaranteedRef { $0.end() }
            spares[count] = ended
            count += 1
        }
    }
#endif
