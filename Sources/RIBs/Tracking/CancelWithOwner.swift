// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RIBRecorder

// `cancelOnDeactivate` and `cancelOnStop` for subscriptions, and for what else runs the app's logic
// later. `confine` ends it when its owner, an interactor or a worker, becomes inactive; where that
// is inactive now, at once, and it is printed and recorded.

#if RxSwift
    import RxSwift
#endif

extension EndableSubscription {
    /// Ends this subscription when an interactor becomes inactive, and keeps it alive until then.
    ///
    /// This is the usual way to tie a subscription to an interactor. Its closures may even hold the
    /// interactor strongly: the deactivation breaks the cycle. If the interactor is inactive now,
    /// the subscription ends at once.
    @discardableResult
    public func cancelOnDeactivate(interactor: Interactor) -> Self { confine(to: interactor) }

    /// Ends this subscription when a worker's work ends, and keeps it alive until then.
    ///
    /// Its closures may even hold the worker strongly: the end of the work breaks the cycle. If the
    /// worker is not at work now, the subscription ends at once.
    @discardableResult
    public func cancelOnStop(_ worker: Worker) -> Self { confine(to: worker) }

    /// Ends this subscription when a workflow is cancelled, and keeps it alive until then.
    ///
    /// Its closures may even hold the workflow strongly: the cancellation breaks the cycle. If the
    /// workflow is cancelled already, the subscription ends at once.
    public func cancelWith<ActionableItemType>(workflow: Workflow<ActionableItemType>) {
        workflow.confined.insert(token)
    }

    private func confine(to owner: some ConfiningOwner) -> Self {
        owner.confine(
            "Subscription", token, String(describing: type(of: self)),
            isRecorded: mayBeFollowed && SubscriptionTracking.claimLast(of: owner.activity) != nil)
        return self
    }

    /// Enters this subscription into the ledger as an owner's, until it is cancelled or freed.
    ///
    /// Unlike one with `cancelOnDeactivate(interactor:)`, it continues after the deactivation. That
    /// is a finding. Only ``SubscriptionTracking`` sees and counts its values.
    ///
    /// - Returns: What to use instead of this subscription, which it retains.
    public func tracked(by owner: some SubscriptionOwner) -> RIBSubscription {
        guard let owner = owner.recordedActivity, !isClaimed(by: owner),
            // The recorder keeps one text for each type that it is given. A publisher may be
            // cancellable, too: its metatype keeps this text apart from that of its chain.
            let entry = Recorder.shared.subscribed(
                owner: owner, chainOf: Self.Type.self, { _ in String(describing: Self.self) },
                attribution: .explicit, confinement: .none)
        else { return plain }
        return subscription { [token] in
            token.end()
            entry.end(.cancelled)
        }
    }

    /// `cancelOnDeactivate(interactor:)` in uber's spelling.
    @discardableResult
    public func disposeOnDeactivate(interactor: Interactor) -> Self { confine(to: interactor) }

    /// `cancelOnStop(_:)` in uber's spelling.
    @discardableResult
    public func disposeOnStop(_ worker: Worker) -> Self { confine(to: worker) }

    /// `cancelWith(workflow:)` in uber's spelling.
    public func disposeWith<ActionableItemType>(workflow: Workflow<ActionableItemType>) {
        cancelWith(workflow: workflow)
    }

    /// `disposeWith(workflow:)` under its first name, which is misspelled.
    @available(*, deprecated, renamed: "disposeWith(workflow:)")
    public func disposeWith<ActionableItemType>(worflow workflow: Workflow<ActionableItemType>) {
        cancelWith(workflow: workflow)
    }
}

extension Foundation.Timer {
    /// Invalidates this timer when an interactor becomes inactive: at once, if it is inactive now.
    ///
    /// Unlike `tracked(by:)`, it ends the timer. The timer's closure should still capture the
    /// interactor weakly: on Linux, Foundation never frees a timer's closure.
    @discardableResult
    public func cancelOnDeactivate(interactor: Interactor) -> Self {
        interactor.confine(self, "Timer") { [weak self] in self?.invalidate() }
    }

    /// Invalidates this timer when a worker's work ends: at once, if it is not at work now.
    @discardableResult
    public func cancelOnStop(_ worker: Worker) -> Self {
        worker.confine(self, "Timer") { [weak self] in self?.invalidate() }
    }
}

extension Task {
    /// Cancels this task when an interactor becomes inactive: at once, if it is inactive now.
    ///
    /// A task that goes on after it was cancelled keeps what it captured. `task(in:)` is the same
    /// in one call, and is followed in the ledger, the recorder's list of what is subscribed.
    @discardableResult
    public func cancelOnDeactivate(interactor: Interactor) -> Self {
        interactor.confine(self, "Task", cancel)
    }

    /// Cancels this task when a worker's work ends: at once, if it is not at work now.
    @discardableResult
    public func cancelOnStop(_ worker: Worker) -> Self {
        worker.confine(self, "Task", cancel)
    }
}

extension DispatchWorkItem {
    /// Cancels this work item when an interactor becomes inactive: at once, if it is inactive now.
    ///
    /// libdispatch keeps a cancelled item, with what its block captures, until it was due. So the
    /// block should capture the interactor weakly.
    @discardableResult
    public func cancelOnDeactivate(interactor: Interactor) -> Self {
        interactor.confine(self, "DispatchWorkItem") { [weak self] in self?.cancel() }
    }

    /// Cancels this work item when a worker's work ends: at once, if it is not at work now.
    @discardableResult
    public func cancelOnStop(_ worker: Worker) -> Self {
        worker.confine(self, "DispatchWorkItem") { [weak self] in self?.cancel() }
    }
}

extension DispatchSourceProtocol {
    /// Cancels this source, such as a timer, when an interactor becomes inactive, and keeps it
    /// until then. It is cancelled at once, if the interactor is inactive now.
    @discardableResult
    public func cancelOnDeactivate(interactor: Interactor) -> Self {
        interactor.confine(self, "DispatchSource", cancel)
    }

    /// Cancels this source when a worker's work ends, and keeps it until then. It is cancelled at
    /// once, if the worker is not at work now.
    @discardableResult
    public func cancelOnStop(_ worker: Worker) -> Self {
        worker.confine(self, "DispatchSource", cancel)
    }
}

extension NSObjectProtocol {
    /// Removes this observer of notifications when an interactor becomes inactive: at once, if it
    /// is inactive now. It is the token of `addObserver(forName:object:queue:using:)`, which is an
    /// object of no named class.
    @discardableResult
    public func cancelOnDeactivate(
        interactor: Interactor, of center: NotificationCenter = .default
    ) -> Self {
        interactor.confine(self, "Observer") { center.removeObserver(self) }
    }

    /// Removes this observer of notifications when a worker's work ends: at once, if it is not at
    /// work now.
    @discardableResult
    public func cancelOnStop(_ worker: Worker, of center: NotificationCenter = .default) -> Self {
        worker.confine(self, "Observer") { center.removeObserver(self) }
    }
}
