// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

// What is no subscription but also runs the app's logic later ends by the same word as a
// subscription.

extension Foundation.Timer {
    /// Invalidates this timer when an interactor becomes inactive: at once, if it is inactive now.
    ///
    /// Unlike `tracked(by:)`, it ends the timer. The timer's closure should still capture the
    /// interactor weakly: on Linux, Foundation never frees a timer's closure.
    @discardableResult
    public func cancelOnDeactivate(interactor: Interactor) -> Self {
        interactor.confine("Timer") { [weak self] in self?.invalidate() }
        return self
    }

    /// Invalidates this timer when a worker's work ends: at once, if it is not at work now.
    @discardableResult
    public func cancelOnStop(_ worker: Worker) -> Self {
        worker.confine("Timer") { [weak self] in self?.invalidate() }
        return self
    }
}

extension Task {
    /// Cancels this task when an interactor becomes inactive: at once, if it is inactive now.
    ///
    /// A task that goes on after it was cancelled keeps what it captured. `task(in:)` is the same
    /// in one call, and is followed in the ledger.
    @discardableResult
    public func cancelOnDeactivate(interactor: Interactor) -> Self {
        interactor.confine("Task", cancel)
        return self
    }

    /// Cancels this task when a worker's work ends: at once, if it is not at work now.
    @discardableResult
    public func cancelOnStop(_ worker: Worker) -> Self {
        worker.confine("Task", cancel)
        return self
    }
}

extension DispatchWorkItem {
    /// Cancels this work item when an interactor becomes inactive: at once, if it is inactive now.
    ///
    /// libdispatch keeps a cancelled item, with what its block captures, until it was due. So the
    /// block should capture the interactor weakly.
    @discardableResult
    public func cancelOnDeactivate(interactor: Interactor) -> Self {
        interactor.confine("DispatchWorkItem") { [weak self] in self?.cancel() }
        return self
    }

    /// Cancels this work item when a worker's work ends: at once, if it is not at work now.
    @discardableResult
    public func cancelOnStop(_ worker: Worker) -> Self {
        worker.confine("DispatchWorkItem") { [weak self] in self?.cancel() }
        return self
    }
}

extension DispatchSourceProtocol {
    /// Cancels this source, such as a timer, when an interactor becomes inactive, and keeps it
    /// until then. It is cancelled at once, if the interactor is inactive now.
    @discardableResult
    public func cancelOnDeactivate(interactor: Interactor) -> Self {
        interactor.confine("DispatchSource", cancel)
        return self
    }

    /// Cancels this source when a worker's work ends, and keeps it until then. It is cancelled at
    /// once, if the worker is not at work now.
    @discardableResult
    public func cancelOnStop(_ worker: Worker) -> Self {
        worker.confine("DispatchSource", cancel)
        return self
    }
}

extension NSObjectProtocol {
    /// Removes this observer of notifications when an interactor becomes inactive: at once, if it
    /// is inactive now.
    ///
    /// For the token of `NotificationCenter.addObserver(forName:object:queue:using:)`, which is an
    /// object of no named class.
    @discardableResult
    public func cancelOnDeactivate(
        interactor: Interactor, of center: NotificationCenter = .default
    ) -> Self {
        interactor.confine("Observer") { center.removeObserver(self) }
        return self
    }

    /// Removes this observer of notifications when a worker's work ends: at once, if it is not at
    /// work now.
    @discardableResult
    public func cancelOnStop(_ worker: Worker, of center: NotificationCenter = .default) -> Self {
        worker.confine("Observer") { center.removeObserver(self) }
        return self
    }
}
