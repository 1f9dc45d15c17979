import CRIBShims
import RIBTrace

extension RecordingSession {
    /// Has the timer for deadlines judge.
    func judgeAtDeadlines() {
        expectations.tickRegularly { [weak self] in
            // A forked child has no timer thread, but may run on the copy of one.
            guard ribleak_fork_is_child() == 0, let self else { return }
            tick(at: configuration.clock())
        }
    }

    /// Writes what outlived its deadline, each object once, as a judgement of nothing else.
    func tick(at now: UInt64) {
        let overdue = expectations.tick(at: now)
        if overdue.needsMark { markMainQueue() }
        guard !overdue.survivors.isEmpty else { return }
        judgements.withLock { _ in
            for survivor in overdue.survivors {
                record(.stillAlive(survivor.id, expectedFor: survivor.expectedFor))
            }
            record(.settled(.deadline, scope: .none, unjudged: 0))
        }
    }
}
