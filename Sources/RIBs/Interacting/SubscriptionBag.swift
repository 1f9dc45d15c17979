// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

protocol SubscriptionToken: AnyObject {
    /// Ends it, if it has not ended.
    func end()
}

/// Subscriptions that end together; copies share them.
struct SubscriptionBag {
    private let state = Protected((members: [any SubscriptionToken](), hasEnded: false))

    /// True before the first subscription is inserted, and after `end`.
    var isEmpty: Bool { state.withLock { $0.members.isEmpty } }

    /// Keeps a subscription until `end`. After `end`, ends it at once.
    func insert(_ member: any SubscriptionToken) {
        let tooLate = state.withLock { state in
            if !state.hasEnded { state.members.append(member) }
            return state.hasEnded
        }
        if tooLate { member.end() }
    }

    /// Calls a function at `end`. After `end`, calls it at once.
    func insert(_ end: @escaping () -> Void) { insert(EndingCall(end)) }

    /// Ends all subscriptions in the order in which they were inserted.
    func end() {
        // Ended and released without the lock, since either may run any code.
        let members = state.withLock { state in
            defer { state = ([], true) }
            return state.members
        }
        for member in members { member.end() }
    }
}

final class EndingCall: SubscriptionToken {
    private let call: () -> Void

    init(_ call: @escaping () -> Void) { self.call = call }

    func end() { call() }
}

/// What may own subscriptions, timers and observers: an ``Interactor``, a ``Worker`` or a
/// ``PlainRIB``. Nothing else is recorded as an owner.
public protocol SubscriptionOwner: AnyObject {}

extension SubscriptionOwner {
    /// This owner, if it ends its subscriptions by itself.
    var confining: (any ConfiningOwner)? { self as? Interactor ?? self as? Worker }

    /// Nil when it is not recorded.
    var recordedActivity: Activity? {
        if let confining { return confining.activity }
        return (self as? any PlainRIB).flatMap { PlainRIBNode.of($0)?.activity }
    }
}

/// An owner that ends its subscriptions when it becomes inactive: an interactor or a worker.
protocol ConfiningOwner: SubscriptionOwner {
    var activity: Activity { get }
    /// The subscriptions that end at the next deactivation; nil while inactive.
    var confined: SubscriptionBag? { get }
}

extension Interactor: SubscriptionOwner, ConfiningOwner {}
extension Worker: SubscriptionOwner, ConfiningOwner {}

extension ConfiningOwner {
    /// Ends something when this owner becomes inactive: at once, if it is inactive now.
    ///
    /// - Parameters:
    ///   - name: What ends, for the message.
    ///   - chain: The text that describes it, for the record of what came too late.
    ///   - isRecorded: Whether it is in the ledger already.
    func confine(
        _ name: String, _ token: any SubscriptionToken, _ chain: @autoclosure () -> String,
        isRecorded: @autoclosure () -> Bool = false
    ) {
        if let confined { return confined.insert(token) }
        if !isRecorded() { recordTooLate(chain()) }
        token.end()
        let state = self is Worker ? "stopped" : "inactive"
        print("\(name) immediately terminated, since \(self) is \(state).")
    }

    /// Same for what a function ends, and returns it.
    func confine<Ended>(_ ended: Ended, _ name: String, _ end: @escaping () -> Void) -> Ended {
        confine(name, EndingCall(end), name)
        return ended
    }

    /// Records that something came too late for this owner and ended at once.
    func recordTooLate(_ chain: @autoclosure () -> String) {
        // During a deactivation, the owner is still recorded as active.
        guard !activity.isActive,
            let entry = Recorder.shared.subscribed(
                owner: activity, chain: chain(), attribution: .explicit, confinement: .ending)
        else { return }
        entry.end(.cancelled)
    }
}

extension LedgerEntry {
    /// Records that the subscription ended. Only the first call counts.
    func end(_ end: SubscriptionEnd) { Recorder.shared.ended(self, end) }
}
