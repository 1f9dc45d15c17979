// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RIBRecorder

extension Foundation.Timer {
    /// Enters this timer into the ledger as an owner's, until it is invalidated or freed.
    ///
    /// It changes nothing about the timer. One that is still valid when its owner is inactive is a
    /// finding.
    @discardableResult
    public func tracked(by owner: some SubscriptionOwner) -> Self {
        // `isValid` only reads a flag, so that any thread may read it.
        TimerProbe.track(self, as: "Timer", by: owner.recordedActivity) {
            ($0 as? Foundation.Timer)?.isValid == false
        }
        return self
    }
}

extension DispatchSourceTimer {
    /// Enters this timer into the ledger as an owner's, until it is cancelled or freed.
    ///
    /// It changes nothing about the timer. One that is not cancelled when its owner is inactive is
    /// a finding.
    @discardableResult
    public func tracked(by owner: some SubscriptionOwner) -> Self {
        // Only an object can be watched; the system's timers are.
        guard type(of: self) is AnyClass else { return self }
        TimerProbe.track(
            self as AnyObject, as: "DispatchSourceTimer", by: owner.recordedActivity
        ) { ($0 as? any DispatchSourceTimer)?.isCancelled ?? false }
        return self
    }
}

/// Checks whether a timer has ended.
// `@unchecked Sendable` is safe: all properties are set once, in `init`, and any thread may read a
// weak reference. `isCancelled` only reads a flag of the timer.
final class TimerProbe: SubscriptionProbe, @unchecked Sendable {
    private weak var timer: AnyObject?
    private let isCancelled: @Sendable (AnyObject) -> Bool

    let seesEveryEnd = true

    /// - Parameter isCancelled: Whether the timer was cancelled. Called on any thread.
    init(_ timer: AnyObject, isCancelled: @escaping @Sendable (AnyObject) -> Bool) {
        self.timer = timer
        self.isCancelled = isCancelled
    }

    var end: SubscriptionEnd? {
        guard let timer else { return .ownerGone }
        return isCancelled(timer) ? .cancelled : nil
    }

    func watches(_ object: AnyObject) -> Bool { timer === object }

    /// Enters a timer into the ledger; not if its owner is not recorded.
    static func track(
        _ timer: AnyObject, as chain: String, by owner: Activity?,
        isCancelled: @escaping @Sendable (AnyObject) -> Bool
    ) {
        guard let owner else { return }
        _ = Recorder.shared.subscribed(
            owner: owner, chain: chain, attribution: .explicit,
            probe: TimerProbe(timer, isCancelled: isCancelled))
    }
}
