// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    import RIBRecorder

    /// Records what OpenCombine says of the subscriptions that someone owns.
    ///
    /// Of each chain only its end is entered: the subscriber that wants the values, not those by
    /// which its operators subscribe to each other. No lock is held while anything is called that
    /// could call back.
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

        /// The calling thread's, while this lives.
        @inline(__always)
        var frames: TrackingFrames? { threads.withCurrent { $0.frames } }

        /// As `frames`, of a thread that followed something; nil of others, which only cancel.
        @inline(__always)
        var existingFrames: TrackingFrames? { threads.withExisting { $0.frames } }

        /// How many subscriptions it follows now.
        var count: Int { subscribers.withLock { $0.count } }

        /// Hears of nothing any more. What it followed is ended in the ledger: nobody would tell of its
        /// end, and so it would seem to live for ever.
        func stop() {
            disable()
            for entry in subscribers.withLock({ $0.close() }) { recorder.ended(entry, .cancelled) }
        }

        /// Enters a subscription, unless that has been done or nothing is recorded.
        ///
        /// Without a frame of its own, which the walk of the stack would take.
        @inline(__always)
        func enter(_ making: PendingSubscription, in frames: TrackingFrames) {
            guard making.takeEntering(), let subscriber = making.subscriber else { return }
            let owner = subscriber._withUnsafeGuaranteedRef { $0.unretainedOwner }
            var spare = subscriber._withUnsafeGuaranteedRef { $0.takeSpareEntry() }
            // Without closures around it: where none is inlined, these take frames of the stack.
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
            subscribers.withLock { subscribers in
                subscriber._withUnsafeGuaranteedRef {
                    subscribers.enter(&entry, for: $0)
                    if isUnowned { subscribers.noteUnowned($0, after: last) }
                }
            }
            if let entry {
                // Another thread ended it before it stood in the ledger.
                recorder.ended(entry, .cancelled)
            } else {
                frames.lastEntered = owner._withUnsafeGuaranteedRef { ($0.owner, $0.isActive) }
            }
        }

        /// Ends what went without a word: now and then, and at each judgement. Calls no code of the
        /// host's.
        func sweep() {
            for subscriber in subscribers.withLock({ $0.sweep() }) {
                if let entry = subscriber.entry { recorder.ended(entry, .ownerGone) }
            }
        }

        /// Has the subscription that the calling thread is making entered as one that is silent
        /// while `owner` is inactive.
        ///
        /// - Returns: False when this thread makes none that is followed.
        func confineMaking(to owner: Activity) -> Bool {
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
            // Kept: `body` may end the tracking.
            guard let keeper = threads.current else { return body() }
            let outer = keeper.frames.letsThrough
            keeper.frames.letsThrough = owner
            defer { keeper.frames.letsThrough = outer }
            return body()
        }

        /// Takes the subscription that the calling thread entered last for the one that its owner
        /// now names itself.
        ///
        /// - Returns: False when it was another owner's, is taken already, or does not say that its
        ///   owner was as active as now.
        func claimLast(of owner: Activity) -> Bool {
            guard let frames, let last = frames.lastEntered,
                last.owner == owner.owner, last.wasActive == owner.isActive
            else { return false }
            frames.lastEntered = nil
            return true
        }
    }

    /// Whose subscriptions are that were made while nobody's code ran.
    extension SubscriptionTracker {
        func sort(of type: Any.Type) -> OwnerSort {
            if type is Interactor.Type || type is Worker.Type || type is any PlainRIB.Type {
                return .owner
            }
            // A router is its interactor's.
            if type is any Routing.Type { return .standIn }
            if type is any Publisher.Type { return .publisher }
            return type is any Cancellable.Type ? .token : .other
        }

        func unowned(after object: ObjectID) -> [FollowedObject] {
            subscribers.withLock { $0.unowned(after: object) }
        }

        func give(_ owners: [SubscriptionID: Activity?]) -> [SubscriptionID] {
            subscribers.withLock { $0.give(owners, in: recorder) }
        }

        func followed(_ ids: Set<SubscriptionID>) -> [FollowedObject] {
            subscribers.withLock { $0.followed(ids) }
        }
    }
#endif
