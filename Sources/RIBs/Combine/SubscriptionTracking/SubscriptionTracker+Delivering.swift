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
            case .nothingToSay, .beforeEntry: break
            case .subjectGone(let subscriber): end(subscriber, .cancelled, in: thread)
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
            recorder.willDeliverWhileInactive(entry, to: subscriber)
        }

        private enum Delivery {
            /// It is counted, or the subscriber is not followed.
            case nothingToSay
            /// The object that the subscription fed is gone.
            case subjectGone(FollowedSubscriber)
            /// The subscriber lives for the whole delivery.
            case whileInactive(LedgerEntry, to: UnsafeMutableRawPointer?)
            /// The subscription is not in the ledger yet.
            case beforeEntry
        }

        private func count(_ id: CombineIdentifier, in thread: TrackedThread) -> Delivery {
            subscribers.withLock { subscribers in
                guard let subscriber = subscribers[id] else { return .nothingToSay }
                thread.noteReceiver(ownedBy: subscriber.owner)
                guard let entry = subscriber.entry else { return .beforeEntry }
                if subscriber.isSilent, thread.letsThrough === subscriber.owner {
                    recorder.countInTime(entry)
                    return .nothingToSay
                }
                if recorder.count(entry) { return .nothingToSay }
                if subscriber.isSubjectGone { return .subjectGone(subscriber) }
                return .whileInactive(entry, to: subscriber.isSilent ? nil : subscriber.object)
            }
        }

        /// Ends a followed subscriber to which the innermost call delivers a completion.
        func complete(_ id: CombineIdentifier, _ end: SubscriptionEnd, in thread: TrackedThread) {
            let completed = subscribers.withLock { subscribers in
                let subscriber = subscribers[id]
                if let subscriber { thread.noteReceiver(ownedBy: subscriber.owner) }
                return subscriber
            }
            if let completed { self.end(completed, end, in: thread) }
        }

        /// Ends the subscriber of a subscription.
        func cancel(_ subscription: CombineIdentifier) {
            let cancelled = subscribers.withLock { $0.subscriber(ofSubscription: subscription) }
            // A thread that only cancels has made nothing.
            if let cancelled { end(cancelled, .cancelled, in: threads.withExisting { $0 }) }
        }

        private func end(
            _ subscriber: FollowedSubscriber, _ end: SubscriptionEnd, in thread: TrackedThread?
        ) {
            if let thread { enterMaking(of: subscriber.id, in: thread) }
            let entry = subscribers.withLock { $0.remove(subscriber) ? subscriber.entry : nil }
            if let entry { recorder.ended(entry, end) }
        }

        /// Enters the subscription of a subscriber if this thread is making it right now. If
        /// another thread is, this one knows neither its chain nor its place in the code.
        private func enterMaking(of id: CombineIdentifier, in thread: TrackedThread) {
            if let making = thread.making(id) { enter(making, in: thread) }
        }
    }
#endif
