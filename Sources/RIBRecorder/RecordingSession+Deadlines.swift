import RIBTrace

extension RecordingSession {
    /// Writes what outlived its deadline, each object once, as a judgement of nothing else.
    func tick(at now: UInt64) {
        let overdue = expectations.tick(at: now)
        if overdue.needsMark { markMainQueue() }
        guard !overdue.survivors.isEmpty else { return }
        judgements.withLock { _ in
            for survivor in overdue.survivors {
                record(.stillAlive(survivor.id, expectedFor: survivor.expectedFor))
            }
            // What the look holds until the main thread lets go of it has a holder of its own.
            OwnFrames.begin { frames in
                recordRetention(of: overdue.survivors, where: { !$0.isHeld }, frames: frames)
            }
            record(.settled(.deadline, scope: .none, unjudged: 0))
        }
    }
}
