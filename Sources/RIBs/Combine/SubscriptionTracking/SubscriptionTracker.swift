// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    import RIBRecorder

    /// Records the subscriptions that the stream library reports.
    ///
    /// Only the end of each chain is entered: the subscriber that wants the values. The
    /// subscribers that connect its operators are not. No lock is held during calls that could
    /// call back.
    ///
    /// The library calls it for each value at each operator, of any type. So it is not generic
    /// itself, and what it does for a type is found by the type's address.
    final class SubscriptionTracker: LedgerSweeper {
        let recorder: any SubscriptionRecorder
        let threads = ThreadLocal { TrackedThread() }
        let subscribers: Protected<TrackedSubscribers>

        init(recorder: any SubscriptionRecorder, smallestSweep: Int = 1024) {
            self.recorder = recorder
            subscribers = Protected(TrackedSubscribers(smallestSweep: smallestSweep))
        }

        /// The calling thread; nil when nothing can be kept for it.
        var thread: TrackedThread? { threads.current }

        /// How many subscriptions it follows now.
        var count: Int { subscribers.withLock { $0.count } }

        /// Stops tracking. Marks everything it followed as ended in the ledger: no later end would
        /// be reported, so it would seem to live forever.
        func stop() {
            disable()
            for entry in subscribers.withLock({ $0.close() }) { recorder.ended(entry, .cancelled) }
        }

        /// Enters a subscription, unless it has been entered or nothing is recorded.
        func enter(_ making: PendingSubscription, in thread: TrackedThread) {
            guard making.takeEntering() else { return }
            let subscriber = making.subscriber
            // Read now: once it is entered, another thread may find its owner.
            let owner = subscriber.owner
            guard let entry = recorder.enter(making) else {
                _ = subscribers.withLock { $0.remove(subscriber) }
                return
            }
            let isUnowned = making.attribution == .unowned
            let last = isUnowned ? recorder.lastObject : .none
            let isFollowed = subscribers.withLock { subscribers in
                guard subscribers.enter(entry, for: subscriber) else { return false }
                if isUnowned { subscribers.noteUnowned(subscriber, after: last) }
                return true
            }
            guard isFollowed else {
                // Another thread ended it before it was in the ledger.
                return recorder.ended(entry, .cancelled)
            }
            thread.lastEntered = (owner.owner, owner.isActive)
            if isUnowned, making.awaitsOwner {
                recorder.awaitsOwner(entry.id, task: CurrentTask.address)
            }
        }

        /// Ends the subscriptions that ended without a report: now and then, and at each judgement.
        /// Calls no host code.
        func sweep() {
            for subscriber in subscribers.withLock({ $0.sweep() }) {
                if let entry = subscriber.entry { recorder.ended(entry, .ownerGone) }
            }
        }

        /// Enters the subscription that the calling thread is making as silent while `owner` is
        /// inactive.
        ///
        /// - Returns: False if this thread is making none that is followed.
        func confineSubscriptionBeingMade(to owner: Activity) -> Bool {
            guard let making = thread?.innermost?.making else { return false }
            making.confine()
            subscribers.withLock { _ in making.subscriber.confine(to: owner) }
            return true
        }

        /// Runs `body` while a subscription delivers what it let through while `owner` was active.
        func lettingThrough(of owner: Activity, _ body: () -> Subscribers.Demand)
            -> Subscribers.Demand
        {
            guard let thread else { return body() }
            let outer = thread.letsThrough
            thread.letsThrough = owner
            defer { thread.letsThrough = outer }
            return body()
        }

        /// Claims the subscription that the calling thread entered last, for the owner that now
        /// states it itself.
        ///
        /// - Returns: False if it has another owner, is already claimed, or was entered with a
        ///   different activity of its owner than now.
        func claimLast(of owner: Activity) -> Bool {
            guard let thread, let last = thread.lastEntered,
                last.owner == owner.owner, last.wasActive == owner.isActive
            else { return false }
            thread.lastEntered = nil
            return true
        }
    }

    /// The search for owners of the subscriptions that were made without one.
    extension SubscriptionTracker {
        func role(of type: Any.Type) -> OwnerRole {
            if type is Interactor.Type || type is Worker.Type || type is any PlainRIB.Type {
                return .owner
            }
            // A router counts as its interactor.
            if type is any Routing.Type { return .standIn }
            if type is any Publisher.Type { return .publisher }
            return type is any Cancellable.Type ? .token : .other
        }

        func unowned(after object: ObjectID) -> [FollowedObject] {
            subscribers.withLock { $0.unowned(after: object) }
        }

        func setOwners(_ owners: [SubscriptionID: Activity?]) -> [SubscriptionID] {
            subscribers.withLock { $0.give(owners, in: recorder) }
        }

        func followed(_ ids: Set<SubscriptionID>) -> [FollowedObject] {
            subscribers.withLock { $0.followed(ids) }
        }
    }
#endif
