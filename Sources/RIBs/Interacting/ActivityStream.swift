// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// Receives the changes of an activity.
protocol ActivityListener: AnyObject {
    /// Receives a value, which may be the same as the last one.
    func offer(_ value: Bool)
    func finish()
}

/// Publishes whether an interactor is active, to any number of subscribers. Copies share it.
///
/// A `CurrentValueSubject` notifies in no fixed order. This uses the order of uber's RIBs: that of
/// subscribing. If the first place is free, the next subscriber takes it, as in the `Bag` of
/// RxSwift's subjects. So a worker that is stopped and started again is still notified before the
/// router. If a subscriber changes the activity, those after it receive only the newer value.
///
/// Until the first subscription it is a value behind a lock, since almost nothing subscribes except
/// the router, which is notified without a subscription.
struct ActivityStream: Sendable {
    private struct State {
        var isFinished = false
        var changes = 0
        var follower: UnretainedRouter?
        /// How many are notified before the follower; nil until that is notified.
        var followerPlace: Int?
        /// In the order in which they are notified.
        var subscribers: [any ActivityListener] = []
        var isFirstPlaceFree = true

        /// - Returns: What must be released without the lock.
        mutating func remove(_ subscriber: any ActivityListener) -> (any ActivityListener)? {
            guard let index = subscribers.firstIndex(where: { $0 === subscriber })
            else { return nil }
            if index == 0, followerPlace != 0 { isFirstPlaceFree = true }
            if let place = followerPlace, index < place { followerPlace = place - 1 }
            return subscribers.remove(at: index)
        }

        mutating func removeFollower() {
            if followerPlace == 0 { isFirstPlaceFree = true }
            followerPlace = nil
            follower = nil
        }
    }

    /// Its number is 1 while active, since that is read far more often than it changes.
    private let state = Protected(State())

    var value: Bool { state.number == 1 }

    /// Notifies a subscriber of each change, until `remove`. Returns false when nothing will
    /// change.
    func add(_ subscriber: any ActivityListener) -> Bool {
        state.withLock { state in
            if state.isFinished { return false }
            let isFirst = state.isFirstPlaceFree
            state.subscribers.insert(subscriber, at: isFirst ? 0 : state.subscribers.count)
            if isFirst { state.followerPlace = state.followerPlace.map { $0 + 1 } }
            state.isFirstPlaceFree = false
            return true
        }
    }

    func remove(_ subscriber: any ActivityListener) {
        // Removed under the lock, but freed outside it.
        _ = state.withLock { $0.remove(subscriber) }
    }

    /// Sets the follower, unretained, unless there is another. `beginNotifyingFollower` begins.
    func setFollower(_ follower: any PlacedRouting) {
        // Released outside the lock: the `deinit` of what was loaded may run any code.
        _ = state.withLock { state in
            let known = state.follower?.object
            if known == nil {
                state.removeFollower()
                state.follower = UnretainedRouter(follower)
            }
            return known
        }
    }

    /// Starts to notify the follower, as if it subscribed now. Does nothing without a follower.
    func beginNotifyingFollower() {
        state.withLock { state in
            guard state.follower != nil, state.followerPlace == nil else { return }
            state.followerPlace = state.isFirstPlaceFree ? 0 : state.subscribers.count
            state.isFirstPlaceFree = false
        }
    }

    /// The object that is notified of each change without a subscription.
    var follower: (any PlacedRouting)? { state.withLock { $0.follower?.object } }

    /// Undoes `setFollower`. Call it in the follower's `deinit` at the latest.
    func removeFollower(_ follower: any PlacedRouting) {
        let address = Unmanaged<AnyObject>.passUnretained(follower).toOpaque()
        state.withLock { if $0.follower?.address == address { $0.removeFollower() } }
    }

    func send(_ value: Bool) {
        // The follower is retained until after the lock, because its `deinit` may run any code.
        let (change, follower, place, subscribers) = state.withLock { current in
            state.number = value ? 1 : 0
            current.changes += 1
            let place = current.followerPlace
            return (
                current.changes, place == nil ? nil : current.follower?.object, place ?? 0,
                current.subscribers
            )
        }
        notify(subscribers[..<place], of: value, change)
        if place == 0 || isLast(change) { follower?.activityDidChange(to: value) }
        notify(subscribers[place...], of: value, change)
    }

    private func notify(
        _ subscribers: ArraySlice<any ActivityListener>, of value: Bool, _ change: Int
    ) {
        for subscriber in subscribers {
            guard isLast(change) else { return }
            subscriber.offer(value)
        }
    }

    /// False if the value has changed again. The call that changed it has notified everyone.
    private func isLast(_ change: Int) -> Bool { state.withLock { $0.changes == change } }

    func finish() {
        let subscribers = state.withLock { state in
            defer { state.subscribers = [] }
            state.isFinished = true
            if state.followerPlace != nil { state.followerPlace = 0 }
            return state.subscribers
        }
        for subscriber in subscribers { subscriber.finish() }
    }
}
