import RIBRecorder

/// Whether an interactor is active, for as many subscribers as want to know.
///
/// A `CurrentValueSubject` would do, but it speaks to its subscribers in no fixed order. This one speaks to
/// them in uber's: in the order in which they came, but who comes while the first place is free takes that, as
/// in the `Bag` of RxSwift's subjects. So a worker that is stopped and started again is told before the router
/// as before. A subscriber that changes the activity cannot make those after it hear the older value last: they
/// hear only the newer one.
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
        /// How many are told before the follower; nil until it is told.
        var followerPlace: Int?
        /// In the order in which they are told.
        var subscriptions: [Inner] = []
        var isFirstPlaceFree = true

        mutating func append(_ subscription: Inner) {
            if isFirstPlaceFree {
                subscriptions.insert(subscription, at: 0)
                followerPlace = followerPlace.map { $0 + 1 }
            } else {
                subscriptions.append(subscription)
            }
            isFirstPlaceFree = false
        }

        /// - Returns: What must be released without the lock.
        mutating func remove(_ subscription: Inner) -> Inner? {
            guard let index = subscriptions.firstIndex(where: { $0 === subscription }) else {
                return nil
            }
            if index == 0, followerPlace != 0 { isFirstPlaceFree = true }
            if let place = followerPlace, index < place { followerPlace = place - 1 }
            return subscriptions.remove(at: index)
        }

        mutating func placeFollower() {
            followerPlace = isFirstPlaceFree ? 0 : subscriptions.count
            isFirstPlaceFree = false
        }

        mutating func removeFollower() {
            if followerPlace == 0 { isFirstPlaceFree = true }
            followerPlace = nil
            follower = nil
        }
    }

    private let state = Protected(State())

    /// Whether the interactor is active now.
    var value: Bool { AtomicFlag.isSet(at: state.place.assumingMemoryBound(to: AtomicFlag.self)) }

    func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Bool, Downstream.Failure == Never {
        let inner = Inner(stream: self, downstream: AnySubscriber(subscriber))
        let isFinished = state.withLock { state in
            if !state.isFinished { state.append(inner) }
            return state.isFinished
        }
        if isFinished {
            subscriber.receive(subscription: Subscriptions.empty)
            subscriber.receive(completion: .finished)
        } else {
            subscriber.receive(subscription: inner)
        }
    }

    /// Has someone told of each change from `beginTelling` on, until `tellNoLonger`; not kept.
    ///
    /// - Returns: False when another one is told already.
    func tell(_ follower: any ActivityFollower) -> Bool {
        // What the reference gave is let go of without the lock: its end may run any code.
        let known = state.withLock { state in
            let known = state.follower?.object
            if known == nil {
                state.removeFollower()
                state.follower = FollowerReference(follower)
            }
            return known
        }
        return known == nil || known === follower
    }

    /// Begins to tell the follower, as one that subscribes now. Without one, nothing happens.
    func beginTelling() {
        state.withLock { state in
            if state.follower != nil, state.followerPlace == nil { state.placeFollower() }
        }
    }

    /// Who is told of each change without a subscription.
    var follower: (any ActivityFollower)? { state.withLock { $0.follower?.object } }

    /// Takes `tell` back, in the follower's `deinit` at the latest.
    func tellNoLonger(_ follower: AnyObject) {
        state.withLock { state in
            if state.follower?.refers(to: follower) == true { state.removeFollower() }
        }
    }

    /// Changes the value and tells the subscribers.
    func send(_ value: Bool) {
        // The follower is held while the lock is open: its end may run any code.
        let (change, follower, place, subscriptions) = state.withLock { state in
            state.value.set(value)
            state.changes += 1
            let place = state.followerPlace
            return (
                state.changes, place == nil ? nil : state.follower?.object, place ?? 0,
                state.subscriptions
            )
        }
        tell(subscriptions[..<place], of: value, change)
        if place == 0 || isLast(change) { follower?.activityDidChange(to: value) }
        tell(subscriptions[place...], of: value, change)
    }

    private func tell(_ subscriptions: ArraySlice<Inner>, of value: Bool, _ change: Int) {
        for subscription in subscriptions {
            guard isLast(change) else { return }
            subscription.offer(value)
        }
    }

    /// False when the value has changed again: the call that did so has told them all.
    private func isLast(_ change: Int) -> Bool { state.withLock { $0.changes == change } }

    /// Tells the subscribers that nothing will change any more.
    func finish() {
        let subscriptions = state.withLock { state in
            defer { state.subscriptions = [] }
            state.isFinished = true
            if state.followerPlace != nil { state.followerPlace = 0 }
            return state.subscriptions
        }
        for subscription in subscriptions { subscription.finish() }
    }

    private func remove(_ subscription: Inner) {
        // Taken out, not freed, under the lock.
        _ = state.withLock { $0.remove(subscription) }
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
