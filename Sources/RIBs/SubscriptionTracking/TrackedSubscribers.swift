#if !canImport(Combine)
    import RIBRecorder

    /// Which followed subscription an identifier means now.
    ///
    /// Identifiers of classes are addresses, so an entry holds only until its identifier subscribes
    /// anew, and those whose subscriber went without a word are swept out.
    struct TrackedSubscribers<Entry> {
        struct Subscriber {
            /// Tells apart what had the same identifier at different times.
            let serial: Int
            fileprivate(set) var owner: Activity
            /// True when it delivers nothing while its owner is inactive.
            fileprivate(set) var isSilent = false
            /// Nil until the subscription stands in the ledger.
            var entry: Entry?
            fileprivate var subscription: CombineIdentifier?
            /// Lives as long as the subscription; nil while nothing is known that does.
            fileprivate(set) var witness: WeakReference?
        }

        private var subscribers: [CombineIdentifier: Subscriber] = [:]
        private var subscriberOfSubscription: [CombineIdentifier: CombineIdentifier] = [:]
        private var lastSerial = 0
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

        subscript(id: CombineIdentifier) -> Subscriber? { subscribers[id] }

        func subscriber(ofSubscription id: CombineIdentifier) -> CombineIdentifier? {
            subscriberOfSubscription[id]
        }

        /// Adds a subscriber; `remove` what had its identifier first.
        mutating func add(
            _ id: CombineIdentifier, owner: Activity, witness: WeakReference?
        ) -> Int {
            lastSerial += 1
            subscribers[id] = Subscriber(serial: lastSerial, owner: owner, witness: witness)
            return lastSerial
        }

        /// Notes the ledger's entry of a subscriber.
        ///
        /// - Returns: False if it ended meanwhile.
        mutating func enter(_ entry: Entry, for id: CombineIdentifier, serial: Int) -> Bool {
            guard subscribers[id]?.serial == serial else { return false }
            subscribers[id]?.entry = entry
            return true
        }

        /// Gives a subscriber to another owner, while whose inactivity it is silent.
        mutating func confine(_ id: CombineIdentifier, serial: Int, to owner: Activity) {
            guard subscribers[id]?.serial == serial else { return }
            subscribers[id]?.owner = owner
            subscribers[id]?.isSilent = true
        }

        /// Notes by which subscription a subscriber can be cancelled.
        mutating func connect(
            _ id: CombineIdentifier, subscription: CombineIdentifier, witness: WeakReference?
        ) {
            guard let index = subscribers.index(forKey: id) else { return }
            if let previous = subscribers.values[index].subscription {
                subscriberOfSubscription[previous] = nil
            }
            subscribers.values[index].subscription = subscription
            if subscribers.values[index].witness == nil {
                subscribers.values[index].witness = witness
            }
            subscriberOfSubscription[subscription] = id
        }

        /// Forgets a subscriber.
        ///
        /// - Parameter serial: If given, only the subscriber of that serial.
        @discardableResult
        mutating func remove(_ id: CombineIdentifier, serial: Int? = nil) -> Subscriber? {
            guard let subscriber = subscribers[id], serial ?? subscriber.serial == subscriber.serial
            else { return nil }
            subscribers[id] = nil
            if let subscription = subscriber.subscription,
                subscriberOfSubscription[subscription] == id
            {
                subscriberOfSubscription[subscription] = nil
            }
            return subscriber
        }

        /// Forgets all subscribers, for good.
        ///
        /// - Returns: Their entries.
        mutating func close() -> [Entry] {
            isClosed = true
            defer {
                subscribers = [:]
                subscriberOfSubscription = [:]
            }
            return subscribers.values.compactMap(\.entry)
        }

        /// All subscribers that may be gone, whenever their number has doubled; looking whether
        /// they are is for after the lock.
        mutating func takeSweep() -> [(id: CombineIdentifier, subscriber: Subscriber)] {
            guard subscribers.count >= nextSweep else { return [] }
            let candidates = subscribers.compactMap { $1.entry == nil ? nil : ($0, $1) }
            // No other thread should begin a sweep before this one is finished.
            if !candidates.isEmpty { nextSweep = .max }
            return candidates
        }

        /// Sets the size of the next sweep by what the last one left.
        mutating func finishSweep() {
            nextSweep = max(smallestSweep, 2 * subscribers.count)
        }
    }

    /// Refers to an object without keeping it alive.
    final class WeakReference {
        private(set) weak var object: AnyObject?

        init(_ object: AnyObject) { self.object = object }
    }
#endif
