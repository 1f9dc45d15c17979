// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    import RIBRecorder
    import RxSwift

    /// Enters into the ledger what the project's code subscribes to.
    ///
    /// No lock is held while anything is called that could call back.
    final class ObserverTracker: LedgerSweeper {
        /// What one thread is doing.
        private final class ThreadState {
            /// The subscription that is being made.
            var making: FollowedSubscription?
            /// Whose the subscription is that was entered last, and whether that was active then.
            var lastEntered: (owner: ObjectID, wasActive: Bool)?
            /// The inactive owners for which a value is being delivered.
            var firing: [ObjectID] = []
        }

        private struct Followed {
            /// Kept by their observables and disposables; each takes itself out before its end.
            var all: [SubscriptionID: Unmanaged<FollowedSubscription>] = [:]
            /// Those of nobody's, the oldest first, with the last object that was recorded before.
            var nobodys: [(id: SubscriptionID, last: ObjectID)] = []
            /// How many of nobody's there may be before those that are over are taken out.
            var nextSweep = 64
            var isClosed = false

            mutating func sweepNobodys() {
                nobodys.removeAll { all[$0.id] == nil }
                nextSweep = max(64, 2 * nobodys.count)
            }
        }

        /// More are not looked at together.
        private static let mostUnowned = 10_000

        private let threads = ThreadLocal { ThreadState() }
        private let followed = Protected(Followed())

        /// Makes a followed subscription.
        ///
        /// - Parameters:
        ///   - chain: Makes the words of what it consists of.
        ///   - receiveValue: What the project's code gave.
        ///   - subscribe: Subscribes a function to the observable, and calls another one at the end.
        func follow<Element, Result>(
            _ chain: @autoclosure @escaping () -> String,
            receiveValue: @escaping (Element) -> Void,
            subscribe: (
                _ onNext: @escaping (Element) -> Void,
                _ onEnd: @escaping (SubscriptionEnd) -> Void
            ) -> Result
        ) -> Result {
            // What a subscription subscribes to while it is made, it does for that: it is a part of its chain.
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

        /// Whose a subscription is that is made now, as far as that is said; nil for what is not to be
        /// followed.
        private func knownOwner() -> (Activity, SubscriptionAttribution)? {
            if let owner = Recorder.shared.currentOwner { return (owner, .current) }
            return Recorder.shared.takesUnowned ? (.nobodys, .unowned) : nil
        }

        /// Looks whom a subscription's closure captures, or else that of the task which makes it.
        private func findOwner(of subscription: FollowedSubscription, _ observer: AnyObject) {
            let place = Unmanaged.passUnretained(observer).toOpaque()
            if let (owner, attribution) = Recorder.shared.capturedOwner(by: place, self) {
                subscription.belongs(to: owner, attribution)
            } else if let task = CurrentTask.address,
                let owner = Recorder.shared.owner(ofTask: task, self)
            {
                subscription.belongs(to: owner, .task)
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
                    if followed.nobodys.count >= followed.nextSweep { followed.sweepNobodys() }
                    followed.nobodys.append((id, last))
                }
                return false
            }
            guard !isClosed else {
                subscription.end(.cancelled)
                return
            }
            thread.lastEntered = subscription.state
        }

        // MARK: - Values and ends

        /// Delivers a value, which may be a mistake.
        func deliver(_ subscription: FollowedSubscription, _ body: () -> Void) {
            var delivery = subscription.count()
            if case .beforeEntry = delivery, let thread = threads.current,
                thread.making === subscription
            {
                enter(subscription, thread)
                delivery = subscription.count()
            }
            // The project's code subscribes for itself, even where a value comes at once.
            let making = threads.withExisting { thread in
                defer { thread.making = nil }
                return thread.making
            }
            defer { if let making { threads.withExisting { $0.making = making } } }
            // What code subscribes to that only hears of another owner's doing is its own affair.
            let isOwners = Recorder.shared.currentOwner.map(subscription.isOwned(by:)) ?? true
            guard case .whileInactive(let entry, let owner) = delivery,
                let thread = threads.current
            else {
                return isOwners ? body() : Recorder.shared.attributing(to: nil, body)
            }
            if thread.firing.contains(owner.owner) {
                Recorder.shared.isFed(entry)
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

        /// Follows nothing any more. What it followed is ended in the ledger: nobody would tell of its end.
        func stop() {
            let last = followed.withLock { followed in
                defer { followed.all = [:] }
                followed.isClosed = true
                // Kept: each takes itself out under this lock before it is freed.
                return followed.all.values.map { $0.takeUnretainedValue() }
            }
            for subscription in last { _ = subscription.end(.cancelled) }
        }

        func confineMaking(to owner: Activity) {
            if let making = threads.withExisting({ $0.making }) { making?.confine(to: owner) }
        }

        func claimLast(of owner: Activity) -> Bool {
            guard let thread = threads.withExisting({ $0 }), let last = thread.lastEntered,
                last.owner == owner.owner, last.wasActive == owner.isActive
            else { return false }
            thread.lastEntered = nil
            return true
        }

        // MARK: - Whose they are

        /// Each end is told: nothing goes without a word.
        func sweep() {}

        func sort(of type: Any.Type) -> OwnerSort {
            if type is Interactor.Type || type is Worker.Type || type is any PlainRIB.Type {
                return .owner
            }
            // A router is its interactor's.
            if type is any Routing.Type { return .standIn }
            // A subject, which is a disposable too, keeps the subscriptions of others.
            if type is any ObservableType.Type { return .publisher }
            return type is any Disposable.Type ? .token : .other
        }

        func unowned(after object: ObjectID) -> [FollowedObject] {
            followed.withLock { followed in
                followed.sweepNobodys()
                let first = followed.nobodys.lastIndex { $0.last < object }.map { $0 + 1 } ?? 0
                return followed.nobodys[first...].suffix(Self.mostUnowned).compactMap {
                    followed.all[$0.id]?.takeUnretainedValue().object
                }
            }
        }

        func give(_ owners: [SubscriptionID: Activity?]) -> [SubscriptionID] {
            followed.withLock { followed in
                followed.nobodys.removeAll { owners[$0.id] != nil }
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
