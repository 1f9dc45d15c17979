import RIBRecorder

/// The place in the ledger of a task that an interactor's deactivation cancels.
struct ConfinedTask: Sendable {
    /// Nil when nothing is recorded.
    private let entry: LedgerEntry?

    /// Enters a task into the ledger; nil when its interactor is inactive.
    static func begin(in interactor: Interactor) -> ConfinedTask? {
        guard interactor.confined != nil else {
            print("Task immediately terminated, since \(interactor) is inactive.")
            interactor.recordTooLate("Task")
            return nil
        }
        return ConfinedTask(
            entry: Recorder.shared.subscribed(
                owner: interactor.activity, chain: "Task", attribution: .explicit,
                confinement: .ending))
    }

    /// A task that does nothing.
    static func cancelled() -> Task<Void, Never> {
        let task = Task {}
        task.cancel()
        return task
    }

    /// Has the task cancelled at the deactivation.
    func confine(_ task: Task<Void, Never>, to interactor: Interactor) {
        if let bag = interactor.confined {
            bag.insert { [entry] in
                // Before: it may end at once, on another thread.
                if let entry { Recorder.shared.isEnding(entry) }
                task.cancel()
            }
        } else {
            task.cancel()
        }
    }

    /// Says, in the task, that it is over. It may have gone on for long after it was cancelled.
    func end() {
        if let entry { Recorder.shared.ended(entry, Task.isCancelled ? .cancelled : .completed) }
    }
}
