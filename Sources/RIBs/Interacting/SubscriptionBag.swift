// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// What a subscription, or a task, is ended by.
protocol SubscriptionToken: AnyObject {
    /// Ends it, if it has not ended.
    func end()
}

/// Subscriptions that end together; copies share them.
struct SubscriptionBag {
    private struct State {
        var members: [any SubscriptionToken] = []
        var hasEnded = false
    }

    private let state = Protected(State())

    /// True before the first subscription came, and after `end`.
    var isEmpty: Bool { state.withLock { $0.members.isEmpty } }

    /// Keeps a subscription until `end`, or ends it at once if that has been.
    func insert(_ member: any SubscriptionToken) {
        let tooLate = state.withLock { state in
            if !state.hasEnded { state.members.append(member) }
            return state.hasEnded
        }
        if tooLate { member.end() }
    }

    /// Has a function called at the end, unless that has been: then at once.
    func insert(_ end: @escaping () -> Void) { insert(EndingCall(end)) }

    /// Ends all subscriptions in the order in which they came.
    func end() {
        // Ended and released without the lock, since either may run any code.
        let members = state.withLock { state in
            let members = state.members
            state = State(hasEnded: true)
            return members
        }
        for member in members { member.end() }
    }
}

/// Calls a function at the end.
private final class EndingCall: SubscriptionToken {
    private let call: () -> Void

    init(_ call: @escaping () -> Void) { self.call = call }

    func end() { call() }
}

/// Who ends the subscriptions that were given to it when it becomes inactive: an interactor or a
/// worker.
protocol SubscriptionOwner: AnyObject {
    var activity: Activity { get }
    /// What ends at the next deactivation; nil while inactive.
    var confined: SubscriptionBag? { get }
}

extension Interactor: SubscriptionOwner {}
extension Worker: SubscriptionOwner {}

extension SubscriptionOwner {
    /// Says that a subscription came too late for this owner, and so ended at once.
    ///
    /// - Parameter chain: What it consists of, in words.
    func recordTooLate(_ chain: @autoclosure () -> String) {
        // In the midst of a deactivation the recorder still takes the owner for active.
        guard !activity.isActive,
            let entry = Recorder.shared.subscribed(
                owner: activity, chain: chain(), attribution: .explicit, confinement: .ending)
        else { return }
        Recorder.shared.ended(entry, .cancelled)
    }
}
