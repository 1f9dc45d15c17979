// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBRecorder

extension NotificationCenter {
    /// Adds an observer that is in the ledger as an owner's.
    ///
    /// It works like `addObserver(forName:object:queue:using:)`, but counts each notification. One
    /// that comes while the owner is inactive is a finding.
    ///
    /// - Returns: A token to remove the observer with `removeObserver(_:)`.
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

/// Counts the calls of a handler that captures it. It is in the ledger until it is freed with the
/// handler.
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

    deinit { if let entry { Recorder.shared.ended(entry, .cancelled) } }
}
