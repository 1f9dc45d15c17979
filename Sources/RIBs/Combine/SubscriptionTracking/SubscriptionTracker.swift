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

    /// Finds the followed subscription that an identifier means now. Identifiers of classes are
    /// addresses. While a subscriber is followed, nothing else gets its address.
    struct TrackedSubscribers {
        /// Those of them that are in the ledger.
        var followed = FollowedSubscriptions()
        private var subscribers: [CombineIdentifier: FollowedSubscription] = [:]
        /// The keys are subscriptions; every subscriber in it is in the other dictionary too.
        private var subscriberOfSubscription: [CombineIdentifier: FollowedSubscription] = [:]
        private let smallestSweep: Int
        private var nextSweep: Int

        init(smallestSweep: Int = 1024) {
            self.smallestSweep = smallestSweep
            nextSweep = smallestSweep
        }

        var count: Int { subscribers.count }

        subscript(id: CombineIdentifier) -> FollowedSubscription? { subscribers[id] }

        func subscriber(ofSubscription id: CombineIdentifier) -> FollowedSubscription? {
            subscriberOfSubscription[id]
        }

        /// Adds a subscriber, unless no more may be added. Returns the entry of one that had this
        /// identifier, and so has ended.
        @discardableResult
        mutating func add(_ subscriber: FollowedSubscription) -> LedgerEntry? {
            if followed.isClosed { return nil }
            return subscribers.updateValue(subscriber, forKey: subscriber.id).flatMap { end($0) }
        }

        /// Notes what cancels a subscriber. Returns true if that has no lifetime object.
        mutating func connect(
            _ id: CombineIdentifier, subscription: CombineIdentifier
        ) -> Bool {
            guard let subscriber = subscribers[id] else { return false }
            forgetSubscription(of: subscriber)
            subscriber.subscription = subscription
            subscriberOfSubscription[subscription] = subscriber
            return !subscriber.hasLifetimeObject
        }

        /// Ends the subscriber with an identifier, and returns its entry.
        @discardableResult
        mutating func remove(_ id: CombineIdentifier) -> LedgerEntry? {
            subscribers.removeValue(forKey: id).flatMap { end($0) }
        }

        /// Ends a subscriber, unless it ended before, and returns its entry.
        @discardableResult
        mutating func remove(_ subscriber: FollowedSubscription) -> LedgerEntry? {
            subscribers[subscriber.id] === subscriber ? remove(subscriber.id) : nil
        }

        private mutating func end(_ subscriber: FollowedSubscription) -> LedgerEntry? {
            forgetSubscription(of: subscriber)
            return followed.end(subscriber)
        }

        private mutating func forgetSubscription(of subscriber: FollowedSubscription) {
            guard let subscription = subscriber.subscription,
                subscriberOfSubscription[subscription] === subscriber
            else { return }
            subscriberOfSubscription[subscription] = nil
        }

        var isSweepDue: Bool { subscribers.count >= nextSweep }

        /// Ends the subscribers that are gone as far as is known and that no lifetime object can
        /// show to be alive, and returns their entries.
        mutating func sweep() -> [LedgerEntry] {
            let gone = subscribers.values.filter(\.isGone)
            nextSweep = max(smallestSweep, 2 * (subscribers.count - gone.count))
            return gone.compactMap { remove($0) }
        }

        /// Ends all subscribers for good, and returns their entries.
        mutating func close() -> [LedgerEntry] {
            defer { (subscribers, subscriberOfSubscription) = ([:], [:]) }
            return followed.close()
        }
    }
#endif
