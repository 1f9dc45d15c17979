#if !RxSwift
    import RIBRecorder
    import RIBTrace

    /// One iteration of a `ConfinedValues`: stands between the publisher and whoever awaits its values.
    final class ConfinedDelivery<Downstream: Subscriber>: Subscriber, Subscription,
        CustomStringConvertible
    {
        private struct State {
            var downstream: Downstream?
            var upstream: (any Subscription)?
            var entry: LedgerEntry?

            /// Forgets everything. What it returns must be released without the lock.
            mutating func end() -> State {
                defer { self = State() }
                return self
            }
        }

        private let state: Protected<State>

        init(downstream: Downstream, entry: LedgerEntry?) {
            state = Protected(State(downstream: downstream, entry: entry))
        }

        var description: String { "ConfinedValues" }

        func receive(subscription: any Subscription) {
            let downstream = state.withLock { state -> Downstream? in
                guard state.upstream == nil, let downstream = state.downstream else { return nil }
                state.upstream = subscription
                return downstream
            }
            guard let downstream else { return subscription.cancel() }
            downstream.receive(subscription: self)
        }

        func receive(_ value: Downstream.Input) -> Subscribers.Demand {
            let (downstream, entry) = state.withLock { ($0.downstream, $0.entry) }
            guard let downstream else { return .none }
            if let entry { Recorder.shared.willDeliver(entry) }
            return downstream.receive(value)
        }

        func receive(completion: Subscribers.Completion<Downstream.Failure>) {
            let ended = state.withLock { $0.end() }
            switch completion {
            case .finished: record(.completed, of: ended)
            case .failure: record(.failed, of: ended)
            }
            ended.downstream?.receive(completion: completion)
        }

        func request(_ demand: Subscribers.Demand) {
            state.withLock { $0.upstream }?.request(demand)
        }

        func cancel() {
            let ended = state.withLock { $0.end() }
            record(.cancelled, of: ended)
            ended.upstream?.cancel()
        }

        /// Ends the iteration at the deactivation.
        func finish() {
            let ended = state.withLock { $0.end() }
            record(.cancelled, of: ended)
            ended.upstream?.cancel()
            ended.downstream?.receive(completion: .finished)
        }

        private func record(_ end: SubscriptionEnd, of ended: State) {
            if let entry = ended.entry { Recorder.shared.ended(entry, end) }
        }
    }
#endif
