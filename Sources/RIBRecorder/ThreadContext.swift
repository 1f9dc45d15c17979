import RIBTrace

/// What the recorder keeps for one thread: its stream, and whose subscriptions it makes now.
final class ThreadContext {
    /// Nil when no stream could be made: this thread's events are dropped.
    let stream: StreamWriter?
    var owner = SubscriptionOwner.none
    var components = RecentComponents()

    private let onThreadExit: (StreamWriter) -> Void

    init(stream: StreamWriter?, onThreadExit: @escaping (StreamWriter) -> Void) {
        self.stream = stream
        self.onThreadExit = onThreadExit
    }

    func threadExits() {
        if let stream { onThreadExit(stream) }
    }
}
