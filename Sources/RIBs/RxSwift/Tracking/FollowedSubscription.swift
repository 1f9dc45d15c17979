// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    import RIBRecorder

    /// A subscription to an observable, from its `subscribe` to its end.
    ///
    /// Disposables retain it, so it retains nothing that the subscription captures. Otherwise a
    /// disposable would keep that alive, which it does not do without this package.
    // `@unchecked Sendable` is safe: state that changes is accessed only under the lock.
    final class FollowedSubscription: @unchecked Sendable {
        private let lock = Protected(NoState())
        private var owner: Activity
        private var entry: LedgerEntry?
        /// True when it delivers nothing while its owner is inactive.
        private var isSilent = false
        private var isOver = false
        /// The observer. Its memory is kept until the end, but it is not retained.
        private var observer: UnsafeMutableRawPointer?
        private(set) var attribution: SubscriptionAttribution
        /// Whether its owner is searched after it is entered, because that could not be seen yet.
        /// Only the thread that makes it uses this.
        var awaitsOwner = false
        /// Makes the text of its chain. It is called once and released then, because it retains the
        /// observable.
        private var chain: (() -> String)?

        init(
            owner: Activity, attribution: SubscriptionAttribution, chain: @escaping () -> String
        ) {
            self.owner = owner
            self.attribution = attribution
            self.chain = chain
        }

        deinit { giveUpObserver() }

        /// Sets the living object that lives as long as the subscription.
        func take(observer: AnyObject) {
            let place = Unmanaged.passUnretained(observer).toOpaque()
            ObjectReference.keepMemory(of: place)
            lock.withLock { _ in self.observer = place }
        }

        private func giveUpObserver() {
            let observer = lock.withLock { _ in self.observer.take() }
            if let observer { ObjectReference.giveUpMemory(of: observer) }
        }

        /// Gives it to the owner that was found before it is entered.
        func belongs(to owner: Activity, _ attribution: SubscriptionAttribution) {
            lock.withLock { _ in
                self.owner = owner
                self.attribution = attribution
            }
        }

        /// Gives it to an owner before it is entered. It is silent while that owner is inactive.
        func confine(to owner: Activity) {
            lock.withLock { _ in
                self.owner = owner
                isSilent = true
            }
            attribution = .explicit
        }

        /// Enters it into the ledger, unless that has been done or it is over.
        ///
        /// - Returns: Its number; nil when it was not entered now.
        func enter() -> SubscriptionID? {
            let (chain, owner, isSilent) = lock.withLock { _ in
                (isOver ? nil : self.chain.take(), self.owner, self.isSilent)
            }
            guard let chain,
                let made = Recorder.shared.subscribed(
                    owner: owner, chain: chain(), attribution: attribution,
                    confinement: isSilent ? .silent : .none)
            else { return nil }
            let isWanted = lock.withLock { _ in
                if !isOver { entry = made }
                return !isOver
            }
            if !isWanted { Recorder.shared.ended(made, .cancelled) }
            return isWanted ? made.id : nil
        }

        /// The result of counting a value.
        enum Delivery {
            /// There is nothing to report.
            case fine
            case beforeEntry
            case whileInactive(LedgerEntry, Activity)
        }

        /// Counts a value that comes now.
        func count() -> Delivery {
            lock.withLock { _ in
                if isOver { return .fine }
                guard let entry else { return .beforeEntry }
                if isSilent {
                    entry.countAlone()
                    return .fine
                }
                if entry.countAloneUnlessInactive() { return .fine }
                return entry.activity.map { .whileInactive(entry, $0) } ?? .fine
            }
        }

        /// Whether `end` has been called.
        var hasEnded: Bool { lock.withLock { _ in isOver } }

        func isOwned(by other: Activity) -> Bool { lock.withLock { _ in owner === other } }

        /// Ends it, once.
        ///
        /// - Returns: Its number, if it was entered and had not ended.
        @discardableResult
        func end(_ end: SubscriptionEnd) -> SubscriptionID? {
            let (ended, chain) = lock.withLock { _ in
                isOver = true
                return (entry.take(), self.chain.take())
            }
            // Released without the lock: it may hold anything.
            withExtendedLifetime(chain) {}
            if let ended { Recorder.shared.ended(ended, end) }
            giveUpObserver()
            return ended?.id
        }

        /// Its owner, and whether that is active now.
        var state: (owner: ObjectID, wasActive: Bool) {
            lock.withLock { _ in (owner.owner, owner.isActive) }
        }

        /// Gives it to an owner after it was entered as unowned.
        ///
        /// - Returns: False when it is over.
        func give(to owner: Activity?) -> Bool {
            lock.withLock { _ in
                guard let entry else { return false }
                guard let owner else { return true }
                guard let given = Recorder.shared.give(entry, to: owner) else { return false }
                self.entry = given
                self.owner = owner
                return true
            }
        }

        /// This subscription as the search for its owner sees it; nil when it is over.
        var object: FollowedObject? {
            lock.withLock { _ in
                guard let entry, let observer, ObjectReference.isLiving(observer) else {
                    return nil
                }
                return FollowedObject(
                    id: entry.id,
                    address: UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()),
                    observer: UInt(bitPattern: observer))
            }
        }

        /// The observer's address, while it lives.
        var livingObserver: UnsafeMutableRawPointer? {
            lock.withLock { _ in observer.flatMap { ObjectReference.isLiving($0) ? $0 : nil } }
        }
    }

    /// Receives the values of a followed subscription. It lives as long as that, because the
    /// observable retains it.
    final class FollowedObserver<Element> {
        /// The closure of the project's code. The search for owners finds it by this name.
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
            // Freed without being disposed of. If it ended before, this changes nothing.
            tracker.end(subscription, .ownerGone)
        }
    }
#endif
