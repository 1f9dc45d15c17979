// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// Runs a task that is cancelled when an interactor becomes inactive.
///
/// This is `Task { … }` with an owner. The operation runs where `Task` would run it: on the main
/// actor if you call it there. It is in the recorder's ledger until it returns. This function does
/// not retain the interactor. The operation may even hold it strongly, if it returns when it is
/// cancelled. While the interactor is inactive, the operation is not started.
///
/// The operation's captures must be sendable, as with `Task`. `self` is, if the interactor is
/// `Sendable` or the calling method is isolated to the main actor. In any other method of an
/// interactor that is used on the main thread, use the form whose operation gets the interactor.
///
/// Call it on the thread that owns the tree.
///
/// - Returns: The task, to cancel it earlier; a cancelled one, when the interactor is inactive.
@discardableResult
public func task(
    in interactor: Interactor, priority: TaskPriority? = nil,
    @_inheritActorContext operation: sending @escaping @isolated(any) () async -> Void
) -> Task<Void, Never> {
    guard interactor.confined != nil else {
        let task = Task<Void, Never> {}
        // This prints and records that it came too late.
        return interactor.confine(task, "Task", task.cancel)
    }
    let entry = Recorder.shared.subscribed(
        owner: interactor.activity, chain: "Task", attribution: .explicit, confinement: .ending)
    // The task itself records that it is over: it may run on long after it was cancelled.
    // Swift 6.3 crashes when it compiles a read of the isolation of a `sending` parameter.
    let operation = operation
    let task: Task<Void, Never>
    if operation.isolation === MainActor.shared {
        // Begun there, so that tasks keep the order in which they are made.
        task = Task(priority: priority) { @MainActor in
            await operation()
            entry?.end(Task.isCancelled ? .cancelled : .completed)
        }
    } else {
        task = Task(priority: priority) {
            await operation()
            entry?.end(Task.isCancelled ? .cancelled : .completed)
        }
    }
    return interactor.confine(task, "Task") {
        // Noted before, because the task may end at once on another thread.
        if let entry { Recorder.shared.isEnding(entry) }
        task.cancel()
    }
}

/// Same as the other form, on the main actor, for interactors that are not `Sendable`:
///
/// ```swift
/// override func didBecomeActive() {
///     task(in: self) { [scores] me in
///         let score = await scores.latest()
///         me.interactor?.show(score)
///     }
/// }
/// ```
///
/// Only for trees that belong to the main thread, and only to be called there. The operation gets
/// the interactor as a weak reference.
@discardableResult
public func task<InteractorType: Interactor>(
    in interactor: InteractorType, priority: TaskPriority? = nil,
    operation: @escaping @MainActor (WeakInteractor<InteractorType>) async -> Void
) -> Task<Void, Never> {
    let reference = WeakInteractor(interactor)
    return task(in: interactor, priority: priority) { @MainActor in await operation(reference) }
}

/// A weak reference to an interactor, for a task of the interactor.
// `@unchecked Sendable` is safe: the reference is written once, before the task that gets it
// begins, and read on the main actor only. The interactor belongs there by the contract of
// `task(in:)`.
public final class WeakInteractor<InteractorType: Interactor>: @unchecked Sendable {
    private weak var reference: InteractorType?

    /// The interactor, or nil once it is freed.
    @MainActor public var interactor: InteractorType? { reference }

    init(_ interactor: InteractorType) { reference = interactor }
}
