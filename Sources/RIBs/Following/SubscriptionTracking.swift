// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// Follows subscriptions without any change where they are made.
///
/// While it is on, each subscription made in an interactor's `didBecomeActive` is followed, and a
/// value that it delivers after the interactor became inactive is a finding. The checks of tests
/// switch it on. An app may, in its debug builds: while it is off, a subscription costs no more
/// than the stream library's own. Subscriptions made while it was off are not followed.
///
/// Code that imports this module calls its `sink`, `assign` and `subscribe` instead of the
/// library's, on every platform: see ``FollowedPublisher``. With the trait `RxSwift`, the same
/// holds for `subscribe` and `bind`. What modules subscribe to that do not import this one is not
/// seen.
public enum SubscriptionTracking {
    /// Its number is 1 while there is a tracker. Most calls read only that.
    private static let current = Protected<SubscriptionTracker?>(nil)
    /// Held while tracking is switched on. A second caller waits until it is, because the next
    /// line of its test may already subscribe.
    private static let switching = Protected(NoState())

    /// Follows the subscriptions made from now on, on all threads.
    ///
    /// The first call in a process takes some tens of milliseconds in a debug build: it sets up
    /// the search for owners, so that no later call waits for that.
    public static func enable() {
        switching.withLock { _ in
            if isEnabled { return }
            // A new tracker each time, so that it does not continue what an old one left open.
            let fresh = SubscriptionTracker(recorder: Recorder.shared)
            Recorder.shared.setSweeper(fresh)
            current.withLock { tracker in
                tracker = fresh
                current.number = 1
            }
        }
    }

    /// Stops following all subscriptions. Those that it knows count as ended.
    public static func disable() {
        switching.withLock { _ in
            let last = current.withLock { tracker in
                current.number = 0
                return tracker.take()
            }
            guard let last else { return }
            last.stop()
            Recorder.shared.setSweeper(nil)
        }
    }

    /// Whether subscriptions are followed.
    public static var isEnabled: Bool { current.number != 0 }

    /// The tracker that follows new subscriptions; nil when tracking is off.
    static var tracker: SubscriptionTracker? { isEnabled ? current.withLock { $0 } : nil }

    /// Gives what the calling thread is making to `owner`, silent while that is inactive.
    /// Returns false if there is none: then the caller must enter it.
    @discardableResult
    static func confineSubscriptionBeingMade(to owner: Activity) -> Bool {
        guard let tracker, let making = tracker.making else { return false }
        tracker.withFollowed { _ in making.confine(to: owner) }
        return true
    }

    /// Claims the followed subscription that the calling thread entered last, for an owner that
    /// now states it itself. Otherwise it would be entered twice.
    ///
    /// - Returns: Nil if it has another owner, is already claimed, or was entered with a
    ///   different activity of its owner than now. Then the caller must enter it.
    static func claimLast(of owner: Activity) -> SubscriptionID? {
        guard let tracker, let last = tracker.lastEntered, last.owner == owner.owner,
            last.wasActive == owner.isActive
        else { return nil }
        tracker.lastEntered = nil
        return last.id
    }

    /// The same, for an owner that is stated to be its owner whatever code made it.
    static func tracksLast(by owner: Activity) -> Bool {
        guard let id = claimLast(of: owner) else { return false }
        Recorder.shared.isTracked(id, by: owner)
        return true
    }
}
