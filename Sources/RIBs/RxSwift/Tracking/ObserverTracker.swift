// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    import RIBRecorder
    import RxSwift

    /// Follows subscriptions without any change where they are made.
    ///
    /// While it is on, each subscription that the project's code makes to an observable is
    /// followed, and a value that it delivers after its owner became inactive is a finding. It is
    /// meant for tests and debugging. Subscriptions made while it was off are not followed.
    ///
    /// It uses overloads of `subscribe` and `bind`, which code that imports this module calls
    /// instead of RxSwift's. Subscriptions inside a library are not seen.
    public enum SubscriptionTracking {
        private static let current = Protected<ObserverTracker?>(nil)
        /// Held while tracking is switched on. A second caller waits until it is, because the next
        /// line of its test may already subscribe.
        private static let switching = Protected(NoState())
        /// 1 while there is a tracker. Most calls read only this.
        private static let isOn = AtomicCounter()

        /// Follows the subscriptions made from now on, on all threads.
        ///
        /// The first call in a process takes some tens of milliseconds in a debug build: it sets up
        /// the search for owners, so that no later call waits for that.
        public static func enable() {
            switching.withLock { _ in
                if isEnabled { return }
                let fresh = ObserverTracker()
                Recorder.shared.addSweeper(fresh)
                current.withLock { $0 = fresh }
                isOn.value = 1
            }
        }

        /// Stops following all subscriptions. Those that it knows count as ended.
        public static func disable() {
            switching.withLock { _ in
                let last = current.withLock { current in
                    defer { current = nil }
                    isOn.value = 0
                    return current
                }
                guard let last else { return }
                last.stop()
                Recorder.shared.removeSweeper(last)
            }
        }

        /// Whether subscriptions are followed.
        public static var isEnabled: Bool { isOn.value != 0 }

        /// The tracker that follows new subscriptions; nil when tracking is off.
        static var tracker: ObserverTracker? {
            isOn.value == 0 ? nil : current.withLock { $0 }
        }

        /// Gives the subscription that the calling thread is making to `owner`. It will be silent
        /// while `owner` is inactive.
        static func confineSubscriptionBeingMade(to owner: Activity) {
            tracker?.confineSubscriptionBeingMade(to: owner)
        }

        /// Asks, for code that names the owner of a subscription, whether the tracker has just
        /// entered that subscription for that owner. Otherwise it would be entered twice.
        ///
        /// - Returns: False if it has not. Then the caller must enter it.
        static func claimLast(of owner: Activity) -> Bool {
            tracker?.claimLast(of: owner) ?? false
        }
    }

    /// Enters the subscriptions of the project's code into the ledger.
    ///
    /// No lock is held while code of the app may run.
    final class ObserverTracker: LedgerSweeper {
        /// What one thread is doing.
        private final class ThreadState {
            /// The subscription that is being made.
            var making: FollowedSubscription?
            /// The owner of the last entered subscription, and whether that owner was active then.
            var lastEntered: (owner: ObjectID, wasActive: Bool)?
            /// The inactive owners to whose subscriptions this thread is delivering a value.
            var firing: [ObjectID] = []
        }

        private struct Followed {
            /// Kept by their observables and disposables; each removes itself before it is freed.
            var all: [SubscriptionID: Unmanaged<FollowedSubscription>] = [:]
            /// The unowned ones, oldest first, each with the newest object at that time: its owner
            /// is that object or an older one.
            var unownedEntries: [(id: SubscriptionID, last: ObjectID)] = []
            /// How many unowned subscriptions there may be before the ended ones are removed.
            var nextSweep = 64
            var isClosed = false

            mutating func sweepUnowned() {
                unownedEntries.removeAll { all[$0.id] == nil }
                nextSweep = max(64, 2 * unownedEntries.count)
            }
        }

        /// One search looks at no more unowned subscriptions than this: the newest.
        private static let mostUnowned = 10_000

        private let threads = ThreadLocal { ThreadState() }
        private let followed = Protected(Followed())

        /// Makes a followed subscription.
        ///
        /// - Parameters:
        ///   - chain: Makes the text that describes the chain.
        ///   - receiveValue: The closure from the project's code.
        ///   - subscribe: Subscribes one function to the observable and calls another at the end.
        func follow<Element, Result>(
            _ chain: @autoclosure @escaping () -> String,
            receiveValue: @escaping (Element) -> Void,
            subscribe: (
                _ onNext: @escaping (Element) -> Void,
                _ onEnd: @escaping (SubscriptionEnd) -> Void
            ) -> Result
        ) -> Result {
            // A subscription made while another one is being made is part of that one's chain.
            guard let thread = threads.current, thread.making == nil,
                let (owner, attribution) = knownOwner()
            else { return subscribe(receiveValue) { _ in } }
            let subscription = FollowedSubscription(
                owner: owner, attribution: attribution, chain: chain)
            let observer = FollowedObserver(subscription, in: self, receiveValue: receiveValue)
            if attribution == .unowned { findOwner(of: subscription, observer) }
            thread.making = subscription
            let result = subscribe({ observer.receive($0) }, { self.end(subscription, $0) })
            thread.making = nil
            enter(subscription, thread)
            return result
        }

        /// The owner of a subscription made now, as far as the code states it; nil if the
        /// subscription is not to be followed.
        private func knownOwner() -> (Activity, SubscriptionAttribution)? {
            if let owner = Recorder.shared.currentOwner { return (owner, .current) }
            return Recorder.shared.takesUnowned ? (.unowned, .unowned) : nil
        }

        /// Finds the owner that a subscription's closure captures, or else its task captures.
        private func findOwner(of subscription: FollowedSubscription, _ observer: AnyObject) {
            let place = Unmanaged.passUnretained(observer).toOpaque()
            switch Recorder.shared.capturedOwner(by: place, task: CurrentTask.address) {
            case .owner(let owner, let attribution): subscription.belongs(to: owner, attribution)
            case .unknown: subscription.awaitsOwner = true
            case .none: break
            }
            withExtendedLifetime(observer) {}
        }

        private func enter(_ subscription: FollowedSubscription, _ thread: ThreadState) {
            guard let id = subscription.enter() else { return }
            let isUnowned = subscription.attribution == .unowned
            let last = isUnowned ? Recorder.shared.lastObject : .none
            let isClosed = followed.withLock { followed -> Bool in
                if followed.isClosed { return true }
                followed.all[id] = .passUnretained(subscription)
                if isUnowned {
                    if followed.unownedEntries.count >= followed.nextSweep {
                        followed.sweepUnowned()
                    }
                    followed.unownedEntries.append((id, last))
                }
                return false
            }
            guard !isClosed else {
                subscription.end(.cancelled)
                return
            }
            // Another thread may have ended it in between, and then found nothing to remove.
            if subscription.hasEnded {
                followed.withLock { _ = $0.all.removeValue(forKey: id) }
            }
            thread.lastEntered = subscription.state
            if isUnowned, subscription.awaitsOwner {
                Recorder.shared.awaitsOwner(id, task: CurrentTask.address)
            }
        }

        // MARK: - Values and ends

        /// Delivers a value, and reports it if the owner is inactive.
        func deliver(_ subscription: FollowedSubscription, _ body: () -> Void) {
            var delivery = subscription.count()
            if case .beforeEntry = delivery, let thread = threads.current,
                thread.making === subscription
            {
                enter(subscription, thread)
                delivery = subscription.count()
            }
            // What the app's closure subscribes to is not part of this chain, even when a value
            // comes at once.
            let making = threads.withExisting { thread in
                defer { thread.making = nil }
                return thread.making
            }
            defer { if let making { threads.withExisting { $0.making = making } } }
            // An owner may send a value that reaches another's closure. What that closure
            // subscribes to is not the sender's.
            let isOwners = Recorder.shared.currentOwner.map(subscription.isOwned(by:)) ?? true
            guard case .whileInactive(let entry, let owner) = delivery,
                let thread = threads.current
            else {
                return isOwners ? body() : Recorder.shared.attributing(to: nil, body)
            }
            if thread.firing.contains(owner.owner) {
                Recorder.shared.noteFed(entry)
            } else {
                let place = Unmanaged.passUnretained(subscription).toOpaque()
                Recorder.shared.willDeliverWhileInactive(
                    entry, to: subscription.livingObserver, of: place)
            }
            thread.firing.append(owner.owner)
            defer { thread.firing.removeLast() }
            if isOwners { body() } else { Recorder.shared.attributing(to: nil, body) }
        }

        /// Ends a subscription, once.
        func end(_ subscription: FollowedSubscription, _ end: SubscriptionEnd) {
            if let thread = threads.withExisting({ $0 }), thread.making === subscription {
                enter(subscription, thread)
                thread.making = nil
            }
            if let id = subscription.end(end) {
                followed.withLock { _ = $0.all.removeValue(forKey: id) }
            }
        }

        /// Stops following, and ends everything followed, because the tracker hears of no later
        /// end.
        func stop() {
            let last = followed.withLock { followed in
                defer { followed.all = [:] }
                followed.isClosed = true
                // The array retains them, so none is freed between here and its end.
                return followed.all.values.map { $0.takeUnretainedValue() }
            }
            for subscription in last { _ = subscription.end(.cancelled) }
        }

        func confineSubscriptionBeingMade(to owner: Activity) {
            if let making = threads.withExisting({ $0.making }) { making?.confine(to: owner) }
        }

        func claimLast(of owner: Activity) -> Bool {
            guard let thread = threads.withExisting({ $0 }), let last = thread.lastEntered,
                last.owner == owner.owner, last.wasActive == owner.isActive
            else { return false }
            thread.lastEntered = nil
            return true
        }

        // MARK: - Owners

        /// Nothing to do: every end is reported.
        func sweep() {}

        func role(of type: Any.Type) -> OwnerRole {
            if type is Interactor.Type || type is Worker.Type || type is any PlainRIB.Type {
                return .owner
            }
            // A router stands for its interactor.
            if type is any Routing.Type { return .standIn }
            // A subject is a disposable too, but what it holds are the subscriptions of others.
            if type is any ObservableType.Type { return .publisher }
            return type is any Disposable.Type ? .token : .other
        }

        func unowned(after object: ObjectID) -> [FollowedObject] {
            followed.withLock { followed in
                followed.sweepUnowned()
                let first =
                    followed.unownedEntries.lastIndex { $0.last < object }.map { $0 + 1 } ?? 0
                return followed.unownedEntries[first...].suffix(Self.mostUnowned).compactMap {
                    followed.all[$0.id]?.takeUnretainedValue().object
                }
            }
        }

        func setOwners(_ owners: [SubscriptionID: Activity?]) -> [SubscriptionID] {
            followed.withLock { followed in
                followed.unownedEntries.removeAll { owners[$0.id] != nil }
                return owners.compactMap { id, owner in
                    followed.all[id]?.takeUnretainedValue().give(to: owner) == true ? id : nil
                }
            }
        }

        func followed(_ ids: Set<SubscriptionID>) -> [FollowedObject] {
            followed.withLock { followed in
                ids.compactMap { followed.all[$0]?.takeUnretainedValue().object }
            }
        }
    }
#endif
