// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBRecorder

extension NotificationCenter {
    /// Adds an observer that is in the ledger as an interactor's.
    ///
    /// It works like `addObserver(forName:object:queue:using:)`, but counts each notification. One
    /// that comes while the interactor is inactive is a finding.
    ///
    /// - Parameters:
    ///   - name: The notifications to observe; nil for all.
    ///   - object: The sender whose notifications to observe; nil for all.
    ///   - queue: Where to call the handler; nil for where the notification is posted.
    ///   - interactor: The owner of the observer.
    ///   - handler: Gets each notification.
    /// - Returns: A token to remove the observer with `removeObserver(_:)`.
    public func addObserver(
        forName name: Notification.Name?, object: Any?, queue: OperationQueue?,
        trackedBy interactor: Interactor, using handler: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol {
        addObserver(forName: name, object: object, queue: queue, of: interactor.activity, handler)
    }

    /// Adds an observer that is in the ledger as a worker's.
    ///
    /// Same as the form for interactors.
    ///
    /// - Parameters:
    ///   - name: The notifications to observe; nil for all.
    ///   - object: The sender whose notifications to observe; nil for all.
    ///   - queue: Where to call the handler; nil for where the notification is posted.
    ///   - worker: The owner of the observer.
    ///   - handler: Gets each notification.
    /// - Returns: A token to remove the observer with `removeObserver(_:)`.
    public func addObserver(
        forName name: Notification.Name?, object: Any?, queue: OperationQueue?,
        trackedBy worker: Worker, using handler: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol {
        addObserver(forName: name, object: object, queue: queue, of: worker.activity, handler)
    }

    /// Adds an observer that is in the ledger as a RIB's.
    ///
    /// Same as the form for interactors.
    ///
    /// - Parameters:
    ///   - name: The notifications to observe; nil for all.
    ///   - object: The sender whose notifications to observe; nil for all.
    ///   - queue: Where to call the handler; nil for where the notification is posted.
    ///   - rib: The owner of the observer.
    ///   - handler: Gets each notification.
    /// - Returns: A token to remove the observer with `removeObserver(_:)`.
    public func addObserver(
        forName name: Notification.Name?, object: Any?, queue: OperationQueue?,
        trackedBy rib: some PlainRIB, using handler: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol {
        let owner = PlainRIBNode.of(rib)?.activity
        return addObserver(forName: name, object: object, queue: queue, of: owner, handler)
    }

    private func addObserver(
        forName name: Notification.Name?, object: Any?, queue: OperationQueue?,
        of owner: Activity?, _ handler: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol {
        let counted = CountedHandler(name?.rawValue ?? "Notification", owner: owner)
        return addObserver(forName: name, object: object, queue: queue) { notification in
            counted.willBeCalled()
            handler(notification)
        }
    }
}
