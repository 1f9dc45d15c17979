// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    import RIBRecorder

    /// What becomes of values, completions and cancellations.
    extension SubscriptionTracker {
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
                deliverWhileInactive(entry, to: subscriber, in: thread)
            }
        }

        private func deliverWhileInactive(
            _ entry: LedgerEntry, to subscriber: UnsafeMutableRawPointer?, in thread: TrackedThread
        ) {
            guard let owner = entry.activity else { return }
            if thread.isFed(for: owner) { return recorder.noteFed(entry) }
            thread.noteFiring(for: owner)
            recorder.willDeliverWhileInactive(entry, to: subscriber, of: nil)
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

        /// Ends the subscriber of a subscription.
        func cancel(_ subscription: CombineIdentifier) {
            let cancelled = subscribers.withLock { $0.subscriber(ofSubscription: subscription) }
            // A thread that only cancels has made nothing.
            end(cancelled, .cancelled, in: threads.withExisting { $0 })
        }

        private func end(
            _ subscriber: FollowedSubscriber?, _ end: SubscriptionEnd, in thread: TrackedThread?
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
