import RIBRecorder

/// Whether an interactor is active, for as many subscribers as want to know.
///
/// A `CurrentValueSubject` would do, but it speaks to its subscribers in no fixed order, and the
/// router that subscribed first must be the first to know. A subscriber that changes the activity
/// also cannot make those after it hear the older value last: they hear only the newer one.
///
/// Copies are the same stream. Until someone subscribes it is a value behind a lock, since nearly
/// nobody subscribes but the router, which is told without a subscription.
struct ActivityStream: Publisher, Sendable {
    typealias Output = Bool
    typealias Failure = Never

    private struct State {
        /// First, so that it can be read by the state's place without the lock: an activity is asked
        /// for far more often than it changes.
        var value = AtomicFlag()
        var isFinished = false
        /// How often `value` has changed.
        var changes = 0
        var follower: FollowerReference?
        /// Oldest first.
        var subscriptions: [Inner] = []
    }

    private let state = Protected(State())

    /// Whether the interactor is active now.
    var value: Bool { AtomicFlag.isSet(at: state.place.assumingMemoryBound(to: AtomicFlag.self)) }

    func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Bool, Downstream.Failure == Never {
        let inner = Inner(stream: self, downstream: AnySubscriber(subscriber))
        let isFinished = state.withLock { state in
            if !state.isFinished { state.subscriptions.append(inner) }
            return state.isFinished
        }
        if isFinished {
            subscriber.receive(subscription: Subscriptions.empty)
            subscriber.receive(completion: .finished)
        } else {
            subscriber.receive(subscription: inner)
        }
    }

    /// Has someone told of each change before any subscriber, until `tellNoLonger`; not kept.
    ///
    /// - Returns: False when another one is told already.
    func tellFirst(_ follower: any ActivityFollower) -> Bool {
        // What the reference gave is let go of without the lock: its end may run any code.
        let known = state.withLock { state in
            let known = state.follower?.object
            if known == nil { state.follower = FollowerReference(follower) }
            return known
        }
        return known == nil || known === follower
    }

    /// Who is told of each change before any subscriber.
    var follower: (any ActivityFollower)? { state.withLock { $0.follower?.object } }

    /// Takes `tellFirst` back, in the follower's `deinit` at the latest.
    func tellNoLonger(_ follower: AnyObject) {
        state.withLock { state in
            if state.follower?.refers(to: follower) == true { state.follower = nil }
        }
    }

    /// Changes the value and tells the subscribers.
    func send(_ value: Bool) {
        // The follower is held while the lock is open: its end may run any code.
        let (change, follower, subscriptions) = state.withLock { state in
            state.value.set(value)
            state.changes += 1
            return (state.changes, state.follower?.object, state.subscriptions)
        }
        follower?.activityDidChange(to: value)
        for subscription in subscriptions {
            // The call that made a newer change has told them all.
            guard state.withLock({ $0.changes == change }) else { return }
            subscription.offer(value)
        }
    }

    /// Tells the subscribers that nothing will change any more.
    func finish() {
        let subscriptions = state.withLock { state in
            defer { state.subscriptions = [] }
            state.isFinished = true
            return state.subscriptions
        }
        for subscription in subscriptions { subscription.finish() }
    }

    private func remove(_ subscription: Inner) {
        // Taken out, not freed, under the lock.
        _ = state.withLock { state in
            state.subscriptions.firstIndex { $0 === subscription }
                .map { state.subscriptions.remove(at: $0) }
        }
    }

    /// The subscription of one subscriber, which hears no value twice in a row.
    private final class Inner: Subscription {
        private struct State {
            var stream: ActivityStream?
            var downstream: AnySubscriber<Bool, Never>?
            var demand = Subscribers.Demand.none
            var lastValue: Bool?
        }

        private let state: Protected<State>

        init(stream: ActivityStream, downstream: AnySubscriber<Bool, Never>) {
            state = Protected(State(stream: stream, downstream: downstream))
        }

        /// Passes a value on if it is news and was asked for.
        func offer(_ value: Bool) {
            let downstream = state.withLock { state -> AnySubscriber<Bool, Never>? in
                guard state.demand > 0, state.lastValue != value else { return nil }
                state.demand -= 1
                state.lastValue = value
                return state.downstream
            }
            if let more = downstream?.receive(value), more > .none { request(more) }
        }

        func request(_ demand: Subscribers.Demand) {
            let stream = state.withLock { state in
                state.demand += demand
                return state.stream
            }
            if let stream { offer(stream.value) }
        }

        func finish() {
            end()?.downstream?.receive(completion: .finished)
        }

        func cancel() {
            guard let ended = end() else { return }
            ended.stream?.remove(self)
        }

        /// - Returns: What must be released without the lock; nil if there was nothing left.
        private func end() -> State? {
            state.withLock { state in
                guard state.downstream != nil else { return nil }
                defer { state = State() }
                return state
            }
        }
    }
}
