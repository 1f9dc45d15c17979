// SPDX-License-Identifier: Apache-2.0

#if !RxSwift
    import RIBRecorder

    /// One subscription to a `ConfineTo`.
    ///
    /// It requests everything from both its sources, so that it always knows the current activity.
    /// It drops what the subscriber has not requested.
    final class Confinement<Downstream: Subscriber>: Subscription, CustomStringConvertible {
        private struct State {
            var downstream: Downstream?
            var sources: [any Subscription] = []
            var demand = Subscribers.Demand.none
            var isActive = false
            var latest: Downstream.Input?
            /// Whether `latest` is new, or may be passed on again, since the last delivery.
            var isPending = false
            var activityEnded = false
            var valuesEnded = false

            /// Takes the latest value if it may be passed on now.
            mutating func deliverable() -> (downstream: Downstream, value: Downstream.Input)? {
                guard isPending, isActive, demand > 0, let downstream, let latest else {
                    return nil
                }
                demand -= 1
                isPending = false
                return (downstream, latest)
            }

            /// Whether nothing can come any more.
            var isExhausted: Bool {
                valuesEnded && (activityEnded || latest == nil) || activityEnded && !isActive
            }

            /// Forgets everything. What it returns must be released without the lock.
            mutating func end() -> State {
                let ended = self
                self = State()
                return ended
            }
        }

        private let state: Protected<State>
        /// Nil when another subscriber of the chain is in the ledger, or nothing is recorded.
        private let entry: LedgerEntry?
        /// The owner for which a tracker follows it; nil when none does.
        private let follower: Activity?

        init(downstream: Downstream, entry: LedgerEntry?, follower: Activity?) {
            self.entry = entry
            self.follower = follower
            state = Protected(State(downstream: downstream))
        }

        var description: String { "ConfineTo" }

        func receive(subscription: any Subscription) {
            let isOpen = state.withLock { state in
                if state.downstream != nil { state.sources.append(subscription) }
                return state.downstream != nil
            }
            if isOpen {
                subscription.request(.unlimited)
            } else {
                subscription.cancel()
            }
        }

        func receive(isActive: Bool) {
            deliver { state in
                state.isActive = isActive
                state.isPending = isActive
                return nil
            }
        }

        func receive(value: Downstream.Input) {
            deliver { state in
                let replaced = state.latest
                state.latest = value
                state.isPending = true
                return replaced
            }
        }

        func activityDidEnd() {
            end(with: .finished) { $0.activityEnded = true }
        }

        func receive(completion: Subscribers.Completion<Downstream.Failure>) {
            end(with: completion) { $0.valuesEnded = true }
        }

        func request(_ demand: Subscribers.Demand) {
            deliver { state in
                state.demand += demand
                return nil
            }
        }

        func cancel() {
            let ended = state.withLock { $0.end() }
            if ended.downstream != nil { record(.cancelled) }
            for source in ended.sources { source.cancel() }
        }

        deinit {
            // Freed without being cancelled. If it ended before, this changes nothing.
            record(.ownerGone)
        }

        private func record(_ end: SubscriptionEnd) {
            if let entry { Recorder.shared.ended(entry, end) }
        }

        /// Changes the state, then passes the latest value on if that is due.
        ///
        /// - Parameter change: Returns what must be released without the lock.
        private func deliver(after change: (inout State) -> Downstream.Input?) {
            let (replaced, delivery) = state.withLock { state in
                (change(&state), state.deliverable())
            }
            withExtendedLifetime(replaced) {}
            guard let delivery else { return }
            // Another thread may deactivate the interactor now; the value was let through before.
            if let entry { Recorder.shared.willDeliverInTime(entry) }
            func pass() -> Subscribers.Demand { delivery.downstream.receive(delivery.value) }
            let more =
                follower.map { SubscriptionTracking.lettingThrough(of: $0, pass) } ?? pass()
            if more > .none { request(more) }
        }

        /// Notes the end of a source, and passes it on if it is a failure or the end of all.
        private func end(
            with completion: Subscribers.Completion<Downstream.Failure>,
            _ change: (inout State) -> Void
        ) {
            let ended: State? = state.withLock { state in
                change(&state)
                if case .finished = completion, !state.isExhausted { return nil }
                return state.end()
            }
            guard let ended, let downstream = ended.downstream else { return }
            record(completion.end)
            for source in ended.sources { source.cancel() }
            downstream.receive(completion: completion)
        }
    }

    extension SubscriptionTracking {
        /// Runs `body` while a confined subscription delivers what it let through while `owner` was
        /// active.
        ///
        /// - Returns: What `body` returns.
        fileprivate static func lettingThrough(
            of owner: Activity, _ body: () -> Subscribers.Demand
        ) -> Subscribers.Demand {
            #if !canImport(Combine)
                if let tracker { return tracker.lettingThrough(of: owner, body) }
            #endif
            return body()
        }
    }
#endif
