// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RIBRecorder

extension Foundation.Timer {
    /// Enters this timer into the ledger as an owner's, until it is invalidated or freed. It
    /// changes nothing about it. One that is still valid when its owner is inactive is a finding.
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
    /// Enters this timer into the ledger as an owner's, until it is cancelled or freed. It changes
    /// nothing about it. One that is not cancelled when its owner is inactive is a finding.
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

extension TimerProbe {
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

extension NotificationCenter {
    /// Adds an observer that is in the ledger as an owner's. It works like
    /// `addObserver(forName:object:queue:using:)`, but counts each notification. One that comes
    /// while the owner is inactive is a finding.
    public func addObserver(
        forName name: Notification.Name?, object: Any?, queue: OperationQueue?,
        trackedBy owner: some SubscriptionOwner,
        using handler: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol {
        let counted = CountedHandler(
            name?.rawValue ?? "Notification", owner: owner.recordedActivity)
        return addObserver(forName: name, object: object, queue: queue) { notification in
            counted.willBeCalled()
            handler(notification)
        }
    }
}

/// Counts the calls of a handler that captures it, in the ledger until the handler is freed.
private final class CountedHandler: Sendable {
    /// Nil when nothing is recorded.
    private let entry: LedgerEntry?

    /// A handler that is still held may never be called again, so only its calls are evidence.
    private struct CallsOnlyProbe: SubscriptionProbe {
        var end: SubscriptionEnd? { nil }
        var seesEveryEnd: Bool { false }
    }

    init(_ chain: @autoclosure () -> String, owner: Activity?) {
        entry = owner.flatMap {
            Recorder.shared.subscribed(
                owner: $0, chain: chain(), attribution: .explicit, probe: CallsOnlyProbe())
        }
    }

    /// Counts a call. Call it before the handler runs.
    func willBeCalled() { if let entry { Recorder.shared.willDeliver(entry) } }

    deinit { entry?.end(.cancelled) }
}
