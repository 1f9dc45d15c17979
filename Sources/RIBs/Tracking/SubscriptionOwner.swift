// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

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
