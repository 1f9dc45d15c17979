// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// Enters the subscriptions that the project's code makes into the ledger.
/// `SubscriptionTracking.enable` makes one, and the overloads of the stream library's methods call
/// it: for what they subscribe, for each value, and at the end.
final class SubscriptionTracker: LedgerSweeper {
    private final class ThreadState {
        /// The innermost subscription that the thread is making.
        var making: FollowedSubscription?
        /// The subscription that the thread entered last, with its owner, and whether that was
        /// active then. Nil once the owner has claimed it.
        var lastEntered: (id: SubscriptionID, owner: ObjectID, wasActive: Bool)?
        /// The inactive owners to whose subscriptions this thread is delivering a value.
        var firing: [ObjectID] = []
        /// The owner while `confineTo` delivers a value that it let through when that was active.
        var letsThrough: Activity?
    }

    let recorder: any SubscriptionRecorder
    private let threads = ThreadLocal { ThreadState() }
    private let followed = Protected(FollowedSubscriptions())

    init(recorder: any SubscriptionRecorder) { self.recorder = recorder }

    func withFollowed<Result>(_ body: (inout FollowedSubscriptions) -> Result) -> Result {
        followed.withLock(body)
    }

    var making: FollowedSubscription? { threads.withExisting { $0.making } ?? nil }

    var lastEntered: (id: SubscriptionID, owner: ObjectID, wasActive: Bool)? {
        get { threads.withExisting { $0.lastEntered } ?? nil }
        set { threads.current?.lastEntered = newValue }
    }

    /// Ends everything followed, because the tracker hears of no later end.
    func stop() {
        for entry in withFollowed({ $0.close() }) { recorder.ended(entry, .cancelled) }
    }

    /// Ends those that nothing ended, though what they feed is gone. Calls no host code.
    func sweep() {
        for entry in withFollowed({ $0.endThoseWithoutSubject() }) {
            recorder.ended(entry, .ownerGone)
        }
    }

    /// A subscription that the calling thread is about to make; nil if it is not to be followed.
    func subscription(_ chain: @autoclosure () -> SubscriptionChain) -> FollowedSubscription? {
        let owner = recorder.currentOwner
        guard owner != nil || recorder.takesUnowned, threads.current != nil else { return nil }
        return FollowedSubscription(
            owner: owner ?? .unowned, attribution: owner == nil ? .unowned : .current,
            chain: chain())
    }

    /// Makes a subscription by `subscribe`, and enters it.
    ///
    /// - Parameter observer: The object whose fields show the closure or object that wants the
    ///   values; nil if there is none.
    func make<Result>(
        _ subscription: FollowedSubscription, capturedBy observer: AnyObject?,
        _ subscribe: () -> Result
    ) -> Result {
        if subscription.attribution == .unowned {
            findOwner(of: subscription, capturedBy: observer)
        }
        let thread = threads.current
        let outer = thread?.making
        thread?.making = subscription
        let result = subscribe()
        thread?.making = outer
        enter(subscription)
        return result
    }

    /// Delivers a value, and reports it if the owner is inactive.
    func deliver<Result>(_ subscription: FollowedSubscription, _ body: () -> Result) -> Result {
        guard let thread = threads.current else { return body() }
        var (delivery, owner) = count(subscription, in: thread)
        // The stream emits within `subscribe`, so `make` has not entered it yet.
        if case .beforeEntry = delivery, thread.making === subscription {
            enter(subscription)
            (delivery, owner) = count(subscription, in: thread)
        }
        // What the app's closure subscribes to, even at once, is not part of this chain.
        let making = thread.making.take()
        defer { if making != nil { thread.making = making } }
        switch delivery {
        case .fine, .beforeEntry: return run(body, for: owner)
        case .subjectGone:
            end(subscription, .cancelled)
            return run(body, for: owner)
        case .whileInactive(let entry, let followed):
            guard let inactive = entry.activity?.owner else { return run(body, for: owner) }
            // Then another subscription of this owner, which is recorded, brought the value.
            if thread.firing.contains(inactive) {
                recorder.noteFed(entry)
            } else {
                recorder.willDeliverWhileInactive(entry, followed)
            }
            thread.firing.append(inactive)
            defer { thread.firing.removeLast() }
            return run(body, for: owner)
        }
    }

    /// What an owner's value makes another's closure subscribe to is not the owner's.
    private func run<Result>(_ body: () -> Result, for owner: Activity) -> Result {
        guard let current = recorder.currentOwner, current !== owner else { return body() }
        return recorder.attributing(to: nil, body)
    }

    private func count(
        _ subscription: FollowedSubscription, in thread: ThreadState
    ) -> (FollowedSubscription.Delivery, owner: Activity) {
        withFollowed { _ in
            let owner = subscription.owner
            #if RxSwift
                // Its `confineTo` consists of the library's operators, which do not say so.
                let isInTime = true
            #else
                let isInTime = thread.letsThrough === owner
            #endif
            return (subscription.count(isInTime: isInTime, in: recorder), owner)
        }
    }

    /// Runs `body`, which delivers what was let through while an owner was active.
    func lettingThrough<Result>(_ owner: Activity, _ body: () -> Result) -> Result {
        guard let thread = threads.current else { return body() }
        let outer = thread.letsThrough
        thread.letsThrough = owner
        defer { thread.letsThrough = outer }
        return body()
    }

    func end(_ subscription: FollowedSubscription, _ end: SubscriptionEnd) {
        if making === subscription {
            enter(subscription)
            threads.withExisting { $0.making = nil }
        }
        if let entry = withFollowed({ $0.end(subscription) }) { recorder.ended(entry, end) }
    }
}
