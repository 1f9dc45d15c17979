// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    import RIBRecorder

    /// Records the subscriptions that OpenCombine reports.
    ///
    /// Only the end of each chain is entered: the subscriber that wants the values. The
    /// subscribers that connect its operators are not. No lock is held during calls that could
    /// call back.
    ///
    /// OpenCombine calls it for each value at each operator, of any type. So it is not generic
    /// itself, and what it does for a type is found by the type's address.
    final class SubscriptionTracker: LedgerSweeper {
        let recorder: any SubscriptionRecorder
        let threads = ThreadLocal { TrackingFrames.Keeper() }
        let subscribers: Protected<TrackedSubscribers>

        init(recorder: any SubscriptionRecorder, smallestSweep: Int = 1024) {
            self.recorder = recorder
            subscribers = Protected(TrackedSubscribers(smallestSweep: smallestSweep))
        }

        /// The calling thread's frames. They live as long as this tracker.
        @inline(__always)
        var frames: TrackingFrames? { threads.withCurrent { $0.frames } }

        /// The frames of a thread that followed something; nil for others, which only cancel.
        @inline(__always)
        var existingFrames: TrackingFrames? { threads.withExisting { $0.frames } }

        /// How many subscriptions it follows now.
        var count: Int { subscribers.withLock { $0.count } }

        /// Stops tracking. Marks everything it followed as ended in the ledger: no later end would
        /// be reported, so it would seem to live forever.
        func stop() {
            disable()
            for entry in subscribers.withLock({ $0.close() }) { recorder.ended(entry, .cancelled) }
        }

        /// Enters a subscription, unless it has been entered or nothing is recorded.
        ///
        /// Adds no stack frame, because the stack walk would record it.
        @inline(__always)
        func enter(_ making: PendingSubscription, in frames: TrackingFrames) {
            guard making.takeEntering(), let subscriber = making.subscriber else { return }
            let owner = subscriber._withUnsafeGuaranteedRef { $0.unretainedOwner }
            var spare = subscriber._withUnsafeGuaranteedRef { $0.takeSpareEntry() }
            // No closures around this call: where they are not inlined, they take stack frames.
            var entry = recorder.subscribed(
                owner: owner, chain: making.text(from: frames.texts),
                attribution: making.attribution, confinement: making.confinement,
                inPlaceOf: &spare)
            guard entry != nil else {
                _ = subscribers.withLock { $0.remove(subscriber.takeUnretainedValue()) }
                return
            }
            let isUnowned = making.attribution == .unowned
            let last = isUnowned ? recorder.lastObject : .none
            let id = entry?.id
            subscribers.withLock { subscribers in
                subscriber._withUnsafeGuaranteedRef {
                    subscribers.enter(&entry, for: $0)
                    if isUnowned { subscribers.noteUnowned($0, after: last) }
                }
            }
            if let entry {
                // Another thread ended it before it was in the ledger.
                recorder.ended(entry, .cancelled)
            } else {
                frames.lastEntered = owner._withUnsafeGuaranteedRef { ($0.owner, $0.isActive) }
                if isUnowned, making.awaitsOwner, let id {
                    recorder.awaitsOwner(id, task: CurrentTask.address)
                }
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
            guard let making = frames?.top?.making,
                let subscriber = making.subscriber?.takeUnretainedValue()
            else { return false }
            making.confine()
            subscribers.withLock { $0.confine(subscriber, to: owner) }
            return true
        }

        /// Runs `body` while a subscription delivers what it let through while `owner` was active.
        func lettingThrough(of owner: Activity, _ body: () -> Subscribers.Demand)
            -> Subscribers.Demand
        {
            // Retained, because `body` may end the tracking.
            guard let keeper = threads.current else { return body() }
            let outer = keeper.frames.letsThrough
            keeper.frames.letsThrough = owner
            defer { keeper.frames.letsThrough = outer }
            return body()
        }

        /// Claims the subscription that the calling thread entered last, for the owner that now
        /// states it itself.
        ///
        /// - Returns: False if it has another owner, is already claimed, or was entered with a
        ///   different activity of its owner than now.
        func claimLast(of owner: Activity) -> Bool {
            guard let frames, let last = frames.lastEntered,
                last.owner == owner.owner, last.wasActive == owner.isActive
            else { return false }
            frames.lastEntered = nil
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
