import RIBRecorder
import RIBTrace

/// The end of a chain whose values are counted against its owner's activity.
final class OwnedSink<Input, Failure: Error>: Subscriber, Cancellable, LedgeredSubscriber,
    CustomStringConvertible
{
    private struct State {
        var receiveValue: ((Input) -> Void)?
        var receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
        var upstream: (any Subscription)?

        /// Forgets everything. What it returns must be released without the lock.
        mutating func end() -> State {
            defer { self = State() }
            return self
        }
    }

    private let state: Protected<State>
    /// Nil when nothing is recorded.
    private let entry: LedgerEntry?

    var owner: Activity? { entry?.activity }

    init(
        entry: LedgerEntry?,
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Input) -> Void
    ) {
        self.entry = entry
        state = Protected(
            State(receiveValue: receiveValue, receiveCompletion: receiveCompletion))
    }

    var description: String { "Sink" }

    func receive(subscription: any Subscription) {
        let isWanted = state.withLock { state in
            guard state.receiveValue != nil, state.upstream == nil else { return false }
            state.upstream = subscription
            return true
        }
        if isWanted { subscription.request(.unlimited) } else { subscription.cancel() }
    }

    func receive(_ value: Input) -> Subscribers.Demand {
        guard let receiveValue = state.withLock({ $0.receiveValue }) else { return .none }
        if let entry { Recorder.shared.willDeliver(entry) }
        receiveValue(value)
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        let ended = state.withLock { $0.end() }
        guard let receiveCompletion = ended.receiveCompletion else { return }
        switch completion {
        case .finished: record(.completed)
        case .failure: record(.failed)
        }
        receiveCompletion(completion)
    }

    func cancel() {
        let ended = state.withLock { $0.end() }
        guard ended.receiveValue != nil else { return }
        record(.cancelled)
        ended.upstream?.cancel()
    }

    private func record(_ end: SubscriptionEnd) {
        if let entry { Recorder.shared.ended(entry, end) }
    }
}
