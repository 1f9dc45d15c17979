// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    import RIBRecorder

    /// Records the subscriptions that the stream library reports. Only the end of each chain is
    /// entered, the subscriber that wants the values, and not those that connect its operators.
    ///
    /// The library calls it for each value at each operator, of any type. So it is not generic
    /// itself, and what it does for a type is found by the type's address.
    final class SubscriptionTracker: LedgerSweeper {
        let recorder: any SubscriptionRecorder
        private let threads = ThreadLocal { TrackedThread() }
        let subscribers: Protected<TrackedSubscribers>

        init(recorder: any SubscriptionRecorder, smallestSweep: Int = 1024) {
            self.recorder = recorder
            subscribers = Protected(TrackedSubscribers(smallestSweep: smallestSweep))
        }

        /// The calling thread; nil when nothing can be kept for it.
        var thread: TrackedThread? { threads.current }

        var count: Int { subscribers.withLock { $0.count } }

        func withFollowed<Result>(_ body: (inout FollowedSubscriptions) -> Result) -> Result {
            subscribers.withLock { body(&$0.followed) }
        }

        /// The followed subscription that the calling thread is making.
        var making: FollowedSubscription? { thread?.innermost?.making }

        /// See `TrackedThread`.
        var lastEntered: (owner: ObjectID, wasActive: Bool)? {
            get { thread?.lastEntered }
            set { thread?.lastEntered = newValue }
        }

        static func isStream(_ type: Any.Type) -> Bool { type is any Publisher.Type }

        static func isToken(_ type: Any.Type) -> Bool { type is any Cancellable.Type }

        /// Stops tracking. Marks everything it followed as ended in the ledger: no later end would
        /// be reported, so it would seem to live forever.
        func stop() {
            disable()
            for entry in subscribers.withLock({ $0.close() }) { recorder.ended(entry, .cancelled) }
        }

        /// Enters the subscription that the calling thread is making, or forgets it.
        func enterOrForget(_ making: FollowedSubscription) {
            if !enter(making) { _ = subscribers.withLock { $0.remove(making) } }
        }

        /// Ends the subscriptions that ended without a report: now and then, and at each judgement.
        /// Calls no host code.
        func sweep() {
            for entry in subscribers.withLock({ $0.sweep() }) { recorder.ended(entry, .ownerGone) }
        }

        /// Counts a value that a followed subscriber receives by the innermost call.
        func deliver(to id: CombineIdentifier, in thread: TrackedThread) {
            var delivery = count(id, in: thread)
            if case .beforeEntry = delivery {
                enterMaking(of: id, in: thread)
                delivery = count(id, in: thread)
            }
            switch delivery {
            case .fine, .beforeEntry: break
            case .subjectGone: end(subscribers.withLock { $0[id] }, .cancelled, in: thread)
            case .whileInactive(let entry, let subscriber):
                guard let owner = entry.activity else { return }
                if thread.isFed(for: owner) { return recorder.noteFed(entry) }
                thread.noteFiring(for: owner)
                recorder.willDeliverWhileInactive(entry, to: subscriber, of: nil)
            }
        }

        private func count(
            _ id: CombineIdentifier, in thread: TrackedThread
        ) -> FollowedSubscription.Delivery {
            subscribers.withLock { subscribers in
                guard let subscriber = subscribers[id] else { return .fine }
                thread.noteReceiver(ownedBy: subscriber.owner)
                return subscriber.count(
                    isInTime: thread.letsThrough === subscriber.owner, in: recorder)
            }
        }

        /// Ends a followed subscriber to which the innermost call delivers a completion.
        func complete(_ id: CombineIdentifier, _ end: SubscriptionEnd, in thread: TrackedThread) {
            let completed = subscribers.withLock { subscribers in
                let subscriber = subscribers[id]
                if let subscriber { thread.noteReceiver(ownedBy: subscriber.owner) }
                return subscriber
            }
            self.end(completed, end, in: thread)
        }

        func cancel(_ subscription: CombineIdentifier) {
            let cancelled = subscribers.withLock { $0.subscriber(ofSubscription: subscription) }
            // A thread that only cancels has made nothing.
            end(cancelled, .cancelled, in: threads.withExisting { $0 })
        }

        private func end(
            _ subscriber: FollowedSubscription?, _ end: SubscriptionEnd, in thread: TrackedThread?
        ) {
            guard let subscriber else { return }
            if let thread { enterMaking(of: subscriber.id, in: thread) }
            if let entry = subscribers.withLock({ $0.remove(subscriber) }) {
                recorder.ended(entry, end)
            }
        }

        /// Enters the subscription of a subscriber if this thread is making it right now. If
        /// another thread is, this one knows neither its chain nor its place in the code.
        private func enterMaking(of id: CombineIdentifier, in thread: TrackedThread) {
            if let making = thread.making(id) { enterOrForget(making) }
        }
    }
#endif
