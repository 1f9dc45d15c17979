import CRIBShims

/// Keeps a session for its recorder, and is what the timer for deadlines refers to weakly.
///
/// Not the session: counting references to an object takes several times as long once a weak
/// reference to it was made, and each event would pay that.
final class SessionKeeper: Sendable {
    let session: RecordingSession

    init(_ session: RecordingSession) {
        self.session = session
    }

    /// Has the timer for deadlines judge.
    func judgeAtDeadlines() {
        session.expectations.tickRegularly { [weak self] in
            // A forked child has no timer thread, but may run on the copy of one.
            guard ribleak_fork_is_child() == 0, let session = self?.session else { return }
            session.tick(at: session.configuration.clock())
        }
    }
}
