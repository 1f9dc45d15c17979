#if !canImport(Combine)
    import RIBRecorder
    import RIBTrace

    /// Enters into a ledger what OpenCombine says of the subscriptions that someone owns.
    ///
    /// Of each chain only its end is entered: the subscriber that wants the values, not those by
    /// which its operators subscribe to each other. No lock is held while anything is called that
    /// could call back.
    final class SubscriptionTracker<Ledger: SubscriptionLedger>: Sendable {
        let ledger: Ledger
        let frames = ThreadLocal { TrackingFrames() }
        let subscribers: Protected<TrackedSubscribers<Ledger.Entry>>

        init(ledger: Ledger, smallestSweep: Int = 1024) {
            self.ledger = ledger
            subscribers = Protected(TrackedSubscribers(smallestSweep: smallestSweep))
        }

        /// How many subscriptions it follows now.
        var count: Int { subscribers.withLock { $0.count } }

        /// Hears of nothing any more. What it followed is ended in the ledger: nobody would tell of its
        /// end, and so it would seem to live for ever.
        func stop() {
            disable()
            for entry in subscribers.withLock({ $0.close() }) { ledger.ended(entry, .cancelled) }
        }

        /// Enters a subscription, unless that has been done or nothing is recorded.
        func enter(_ making: SubscriptionInTheMaking) {
            if making.isEntered { return }
            making.isEntered = true
            let (id, serial) = (making.id, making.serial)
            let entry = ledger.subscribed(
                owner: making.owner, chain: { making.chain.text },
                attribution: making.attribution, confinement: making.confinement)
            guard let entry else {
                _ = subscribers.withLock { $0.remove(id, serial: serial) }
                return
            }
            let isLive = subscribers.withLock { $0.enter(entry, for: id, serial: serial) }
            if isLive {
                frames.current?.lastEntered = (making.owner, making.owner.isActive)
            } else {
                // Another thread ended it before it stood in the ledger.
                ledger.ended(entry, .cancelled)
            }
        }

        /// Enters the subscription of a subscriber if this thread is just making it.
        ///
        /// - Returns: The ledger's entry of the subscriber. None if another thread is making it:
        ///   then this thread knows neither its chain nor its place in the code.
        func entry(of id: CombineIdentifier, in frames: TrackingFrames) -> Ledger.Entry? {
            guard let making = frames.making(id) else { return nil }
            enter(making)
            return subscribers.withLock { $0[id]?.entry }
        }

        func end(
            _ id: CombineIdentifier, _ end: SubscriptionEnd, in frames: TrackingFrames
        ) {
            _ = entry(of: id, in: frames)
            if let entry = subscribers.withLock({ $0.remove(id) })?.entry {
                ledger.ended(entry, end)
            }
        }

        /// Ends what went without a word, now and then.
        func sweep() {
            let candidates = subscribers.withLock { $0.takeSweep() }
            if candidates.isEmpty { return }
            // Looked at without the lock: looking may release the last reference.
            let gone = candidates.filter { $0.subscriber.witness?.object == nil }
            let ended = subscribers.withLock { subscribers in
                defer { subscribers.finishSweep() }
                return gone.compactMap {
                    subscribers.remove($0.id, serial: $0.subscriber.serial)?.entry
                }
            }
            for entry in ended { ledger.ended(entry, .ownerGone) }
        }

        /// Whose a subscription is that is made now: nobody's when no owner can be found, and nil when
        /// it is not to be entered.
        func owner(of frame: TrackingFrame?) -> Activity? {
            knownOwner(of: frame) ?? (ledger.takesUnowned ? .nobodys : nil)
        }

        private func knownOwner(of frame: TrackingFrame?) -> Activity? {
            guard let current = ledger.currentOwner else { return nil }
            if case .delivering(_, _, let follows, let owner) = frame, owner === current {
                // The owner's code only caused a delivery. What the subscriber does with it is its
                // own affair.
                return follows === current ? current : nil
            }
            return current
        }

        /// Has the subscription that the calling thread is making entered as one that is silent
        /// while `owner` is inactive.
        ///
        /// - Returns: False when this thread makes none that is followed.
        func confineMaking(to owner: Activity) -> Bool {
            guard case .subscribing(_, let making?, _) = frames.current?.top else { return false }
            making.owner = owner
            making.attribution = .explicit
            making.confinement = .silent
            subscribers.withLock { $0.confine(making.id, serial: making.serial, to: owner) }
            return true
        }

        /// Runs `body` while a subscription delivers what it let through while `owner` was active.
        func lettingThrough(of owner: Activity, _ body: () -> Subscribers.Demand)
            -> Subscribers.Demand
        {
            guard let frames = frames.current else { return body() }
            let outer = frames.letsThrough
            frames.letsThrough = owner
            defer { frames.letsThrough = outer }
            return body()
        }

        /// Takes the subscription that the calling thread entered last for the one that its owner
        /// now names itself.
        ///
        /// - Returns: False when it was another owner's, is taken already, or does not say that its
        ///   owner was as active as now.
        func claimLast(of owner: Activity) -> Bool {
            guard let frames = frames.current, let last = frames.lastEntered,
                last.owner === owner, last.wasActive == owner.isActive
            else { return false }
            frames.lastEntered = nil
            return true
        }

        /// Begins following a subscriber, or only pushes aside what had its identifier.
        func begin(
            _ id: CombineIdentifier, subscriber: Any.Type, publisher: Any.Type,
            owner: Activity?, witness: WeakReference?
        ) -> SubscriptionInTheMaking? {
            let (previous, serial) = subscribers.withLock {
                subscribers -> (TrackedSubscribers<Ledger.Entry>.Subscriber?, Int?) in
                let previous = subscribers.remove(id)
                // Another thread may have heard of it while this was stopped.
                guard let owner, !subscribers.isClosed else { return (previous, nil) }
                return (previous, subscribers.add(id, owner: owner, witness: witness))
            }
            if let entry = previous?.entry { ledger.ended(entry, .cancelled) }
            guard let owner, let serial else { return nil }
            return SubscriptionInTheMaking(
                id: id, serial: serial, owner: owner,
                chain: SubscriptionChain(subscriber: subscriber, publisher: publisher))
        }
    }

    extension SubscriptionTracker {
        /// Whether a subscriber wants the values itself, rather than for another one.
        ///
        /// - Parameters:
        ///   - subscriber: The type of the subscriber.
        ///   - frame: The call in which it subscribes.
        static func isEnd(_ subscriber: Any.Type, in frame: TrackingFrame?) -> Bool {
            if wantsValues(subscriber) { return true }
            switch frame {
            case .subscribing:
                return false
            case .delivering(_, let receiver, let follows, _):
                // An operator that receives a value subscribes for its downstream, as `flatMap`.
                if follows == nil && !wantsValues(receiver) { return false }
            case nil:
                break
            }
            return !SubscriberRole.of(subscriber).isOperatorPart
        }

        /// Whether a type is like `Sink` and `Assign`, which can be cancelled but have no one below
        /// them to pass a subscription to.
        private static func wantsValues(_ subscriber: Any.Type) -> Bool {
            subscriber is any Cancellable.Type && !(subscriber is any Subscription.Type)
        }

        /// A reference to what lives as long as a subscription, if it is an object.
        static func witness(_ part: Any) -> WeakReference? {
            type(of: part) is AnyClass ? WeakReference(part as AnyObject) : nil
        }
    }
#endif
