// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Checks whether a subscription has ended that does not report its own end, such as a timer. It
/// must not keep the subscription alive.
package protocol SubscriptionProbe: Sendable {
    /// How it ended, or nil while it may call back. Any thread may call this.
    var end: SubscriptionEnd? { get }
    /// False if it may have ended although `end` is nil. Then only its values are evidence.
    var seesEveryEnd: Bool { get }
    /// Whether an object is the one that this probe watches.
    func watches(_ object: AnyObject) -> Bool
}

extension SubscriptionProbe {
    package func watches(_ object: AnyObject) -> Bool { false }
}

/// Checks whether a timer has ended.
// `@unchecked Sendable` is safe: all properties are set once, in `init`, and any thread may read a
// weak reference. The closures only read flags and dates of the timer.
package final class TimerProbe: SubscriptionProbe, @unchecked Sendable {
    private weak var timer: AnyObject?
    private let isRunning: (@Sendable (AnyObject) -> Bool)?
    private let isCancelled: @Sendable (AnyObject) -> Bool

    /// - Parameters:
    ///   - isRunning: Whether it surely runs; nil if each does that is not cancelled.
    ///   - isCancelled: Whether it was cancelled. Both are called on any thread.
    package init(
        _ timer: AnyObject, isRunning: (@Sendable (AnyObject) -> Bool)? = nil,
        isCancelled: @escaping @Sendable (AnyObject) -> Bool
    ) {
        self.timer = timer
        (self.isRunning, self.isCancelled) = (isRunning, isCancelled)
    }

    package var end: SubscriptionEnd? {
        guard let timer else { return .ownerGone }
        return isCancelled(timer) ? .cancelled : nil
    }

    package var seesEveryEnd: Bool {
        guard let isRunning else { return true }
        return timer.map(isRunning) ?? false
    }

    package func watches(_ object: AnyObject) -> Bool { timer === object }
}
