import RIBTrace

extension RecordingSession {
    /// Writes what outlived its deadline, each object once, as a judgement of nothing else.
    ///
    /// Why it is alive is found out afterwards: a process that is killed meanwhile loses only that.
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
        guard searchesHeap else { return }
        // What the look holds until the main thread lets go of it has a holder of its own.
        deadlineSearches.add(overdue.survivors.filter { !$0.isHeld }) { [self] survivors in
            let left = survivors.filter { expectations.contains($0.id) }
            OwnFrames.begin { recordRetention(of: left, frames: $0) }
        }
    }
}
