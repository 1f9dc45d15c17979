#if !canImport(Combine)
    import RIBRecorder

    /// Which followed subscription an identifier means now.
    ///
    /// Identifiers of classes are addresses, so an entry holds only until its identifier subscribes
    /// anew, and those whose subscriber went without a word are swept out.
    struct TrackedSubscribers {
        private let subscribers = FollowedTable()
        private let subscriberOfSubscription = FollowedTable()
        /// True once subscribers must not be added any more.
        private(set) var isClosed = false
        private let smallestSweep: Int
        private var nextSweep: Int

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

        /// The subscriber that a subscription was made for, if it does not stand in the ledger yet.
        func unentered(ofSubscription id: CombineIdentifier) -> CombineIdentifier? {
            subscriberOfSubscription.unretained(id)?._withUnsafeGuaranteedRef {
                $0.entry == nil ? $0.id : nil
            }
        }

        func subscriber(ofSubscription id: CombineIdentifier) -> FollowedSubscriber? {
            subscriberOfSubscription[id]
        }

        /// Adds a subscriber, unless this is closed; `remove` what had its identifier first.
        mutating func add(_ subscriber: FollowedSubscriber) {
            if !isClosed { subscribers.set(subscriber, for: subscriber.id) }
        }

        /// Notes the ledger's entry of a subscriber.
        ///
        /// - Returns: False if it ended meanwhile.
        mutating func enter(_ entry: LedgerEntry, for subscriber: FollowedSubscriber) -> Bool {
            guard subscribers.has(subscriber, at: subscriber.id) else { return false }
            subscriber.entry = entry
            return true
        }

        /// Gives a subscriber to another owner, while whose inactivity it is silent.
        mutating func confine(_ subscriber: FollowedSubscriber, to owner: Activity) {
            subscriber.owner = owner
            subscriber.isSilent = true
        }

        /// Notes by which subscription a subscriber can be cancelled.
        ///
        /// - Returns: The subscriber if only a witness could tell that it is gone.
        mutating func connect(
            _ id: CombineIdentifier, subscription: CombineIdentifier
        ) -> FollowedSubscriber? {
            guard let subscriber = subscribers[id] else { return nil }
            forgetSubscription(of: subscriber)
            subscriber.subscription = subscription
            subscriberOfSubscription.set(subscriber, for: subscription)
            if case .unknown = subscriber.presence { return subscriber }
            return nil
        }

        /// Forgets what has an identifier.
        @discardableResult
        mutating func remove(_ id: CombineIdentifier) -> FollowedSubscriber? {
            guard let subscriber = subscribers.remove(id) else { return nil }
            forgetSubscription(of: subscriber)
            return subscriber
        }

        /// Forgets a subscriber.
        ///
        /// - Returns: False when it was forgotten before.
        @discardableResult
        mutating func remove(_ subscriber: FollowedSubscriber) -> Bool {
            guard subscribers.has(subscriber, at: subscriber.id) else { return false }
            subscribers.remove(subscriber.id)
            forgetSubscription(of: subscriber)
            return true
        }

        /// Forgets the subscriber that a subscription was made for.
        mutating func remove(ofSubscription id: CombineIdentifier) -> FollowedSubscriber? {
            guard let subscriber = subscriberOfSubscription.remove(id) else { return nil }
            if subscribers.has(subscriber, at: subscriber.id) { subscribers.remove(subscriber.id) }
            return subscriber
        }

        private func forgetSubscription(of subscriber: FollowedSubscriber) {
            if let subscription = subscriber.subscription,
                subscriberOfSubscription.has(subscriber, at: subscription)
            {
                subscriberOfSubscription.remove(subscription)
            }
        }

        /// Forgets all subscribers, for good.
        ///
        /// - Returns: Their entries.
        mutating func close() -> [LedgerEntry] {
            isClosed = true
            defer {
                subscribers.removeAll()
                subscriberOfSubscription.removeAll()
            }
            return subscribers.all.compactMap(\.entry)
        }

        /// Whether a subscriber that is an object must come with a witness.
        ///
        /// A weak reference has each other reference to an object counted in a table beside it, which
        /// makes a subscription a tenth dearer. So the first ones do without: half a sweep of
        /// subscribers may stay that went without a word.
        var needsWitnesses: Bool { 2 * subscribers.count >= smallestSweep }

        /// Whether the number of subscribers has doubled since the last sweep.
        var isSweepDue: Bool { subscribers.count >= nextSweep }

        /// All subscribers that may be gone with their witnesses, if a sweep is due; looking whether
        /// they are is for after the lock.
        mutating func takeSweep() -> [(subscriber: FollowedSubscriber, witness: WeakReference?)] {
            guard isSweepDue else { return [] }
            let candidates = subscribers.all.compactMap { subscriber in
                subscriber.entry == nil ? nil : Self.candidate(subscriber)
            }
            // No other thread should begin a sweep before this one is finished.
            if !candidates.isEmpty { nextSweep = .max }
            return candidates
        }

        private static func candidate(
            _ subscriber: FollowedSubscriber
        ) -> (subscriber: FollowedSubscriber, witness: WeakReference?)? {
            switch subscriber.presence {
            case .object: nil
            case .witness(let witness): (subscriber, witness)
            case .unknown: (subscriber, nil)
            }
        }

        /// Sets the size of the next sweep by what the last one left.
        mutating func finishSweep() {
            nextSweep = max(smallestSweep, 2 * subscribers.count)
        }
    }
#endif
