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
    ///
    /// - Parameter interactor: The interactor whose deactivation ends the timer.
    /// - Returns: This timer.
    @discardableResult
    public func cancelOnDeactivate(interactor: Interactor) -> Self {
        interactor.end("Timer") { [weak self] in self?.invalidate() }
        return self
    }

    /// Invalidates this timer when a worker's work ends: at once, if it is not at work now.
    ///
    /// - Parameter worker: The worker whose end ends the timer.
    /// - Returns: This timer.
    @discardableResult
    public func cancelOnStop(_ worker: Worker) -> Self {
        worker.end("Timer") { [weak self] in self?.invalidate() }
        return self
    }
}

extension Task {
    /// Cancels this task when an interactor becomes inactive: at once, if it is inactive now.
    ///
    /// A task that goes on after it was cancelled keeps what it captured. `task(in:)` is the same
    /// in one call, and is followed in the ledger.
    ///
    /// - Parameter interactor: The interactor whose deactivation ends the task.
    /// - Returns: This task.
    @discardableResult
    public func cancelOnDeactivate(interactor: Interactor) -> Self {
        interactor.end("Task", cancel)
        return self
    }

    /// Cancels this task when a worker's work ends: at once, if it is not at work now.
    ///
    /// - Parameter worker: The worker whose end ends the task.
    /// - Returns: This task.
    @discardableResult
    public func cancelOnStop(_ worker: Worker) -> Self {
        worker.end("Task", cancel)
        return self
    }
}

extension DispatchWorkItem {
    /// Cancels this work item when an interactor becomes inactive: at once, if it is inactive now.
    ///
    /// libdispatch keeps a cancelled item, with what its block captures, until it was due. So the
    /// block should capture the interactor weakly.
    ///
    /// - Parameter interactor: The interactor whose deactivation ends the work item.
    /// - Returns: This work item.
    @discardableResult
    public func cancelOnDeactivate(interactor: Interactor) -> Self {
        interactor.end("DispatchWorkItem") { [weak self] in self?.cancel() }
        return self
    }

    /// Cancels this work item when a worker's work ends: at once, if it is not at work now.
    ///
    /// - Parameter worker: The worker whose end ends the work item.
    /// - Returns: This work item.
    @discardableResult
    public func cancelOnStop(_ worker: Worker) -> Self {
        worker.end("DispatchWorkItem") { [weak self] in self?.cancel() }
        return self
    }
}

extension DispatchSourceProtocol {
    /// Cancels this source, such as a timer, when an interactor becomes inactive, and keeps it
    /// until then. It is cancelled at once, if the interactor is inactive now.
    ///
    /// - Parameter interactor: The interactor whose deactivation ends the source.
    /// - Returns: This source.
    @discardableResult
    public func cancelOnDeactivate(interactor: Interactor) -> Self {
        interactor.end("DispatchSource", cancel)
        return self
    }

    /// Cancels this source when a worker's work ends, and keeps it until then. It is cancelled at
    /// once, if the worker is not at work now.
    ///
    /// - Parameter worker: The worker whose end ends the source.
    /// - Returns: This source.
    @discardableResult
    public func cancelOnStop(_ worker: Worker) -> Self {
        worker.end("DispatchSource", cancel)
        return self
    }
}

extension NSObjectProtocol {
    /// Removes this observer of notifications when an interactor becomes inactive: at once, if it
    /// is inactive now.
    ///
    /// For the token of `NotificationCenter.addObserver(forName:object:queue:using:)`, which is an
    /// object of no named class.
    ///
    /// - Parameters:
    ///   - interactor: The interactor whose deactivation removes the observer.
    ///   - center: Where it observes.
    /// - Returns: This token.
    @discardableResult
    public func cancelOnDeactivate(
        interactor: Interactor, of center: NotificationCenter = .default
    ) -> Self {
        interactor.end("Observer") { center.removeObserver(self) }
        return self
    }

    /// Removes this observer of notifications when a worker's work ends: at once, if it is not at
    /// work now.
    ///
    /// - Parameters:
    ///   - worker: The worker whose end removes the observer.
    ///   - center: Where it observes.
    /// - Returns: This token.
    @discardableResult
    public func cancelOnStop(_ worker: Worker, of center: NotificationCenter = .default) -> Self {
        worker.end("Observer") { center.removeObserver(self) }
        return self
    }
}

extension ConfiningOwner {
    /// Calls a function when this owner becomes inactive: at once, if it is inactive now.
    ///
    /// - Parameter name: What ends, for the message and the record of what came too late.
    fileprivate func end(_ name: String, _ end: @escaping () -> Void) {
        if let confined { return confined.insert(end) }
        recordTooLate(name)
        end()
        let state = self is Worker ? "stopped" : "inactive"
        print("\(name) immediately terminated, since \(self) is \(state).")
    }
}
