// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    import RIBRecorder

    /// Records the subscriptions that the stream library reports.
    ///
    /// Only the end of each chain is entered: the subscriber that wants the values. The
    /// subscribers that connect its operators are not.
    ///
    /// The library calls it for each value at each operator, of any type. So it is not generic
    /// itself, and what it does for a type is found by the type's address.
    final class SubscriptionTracker: SubscriptionFollower {
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

        func withFollowed<Result>(_ body: (inout FollowedSubscriptions) -> Result) -> Result {
            subscribers.withLock { body(&$0.followed) }
        }

        var making: FollowedSubscription? { thread?.innermost?.making }

        var lastEntered: (owner: ObjectID, wasActive: Bool)? {
            get { thread?.lastEntered }
            set { thread?.lastEntered = newValue }
        }

        static func isStream(_ type: Any.Type) -> Bool { type is any Publisher.Type }

        static func isToken(_ type: Any.Type) -> Bool { type is any Cancellable.Type }

        /// Starts tracking, on all threads.
        func start() { enable() }

        /// Stops tracking. Marks everything it followed as ended in the ledger: no later end would
        /// be reported, so it would seem to live forever.
        func stop() {
            disable()
            for entry in subscribers.withLock({ $0.close() }) { recorder.ended(entry, .cancelled) }
        }

        /// Enters the subscription that the calling thread is making, unless it has been entered.
        /// Forgets it if nothing is recorded.
        func enterOrForget(_ making: FollowedSubscriber) {
            if !enter(making) { _ = subscribers.withLock { $0.remove(making) } }
        }

        /// Ends the subscriptions that ended without a report: now and then, and at each judgement.
        /// Calls no host code.
        func sweep() {
            for entry in subscribers.withLock({ $0.sweep() }) { recorder.ended(entry, .ownerGone) }
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
    }
#endif
