import RIBRecorder
import RIBTrace

/// Those who want to hear of lifecycle events.
final class LifecycleObservers: Sendable {
    typealias Handler = @Sendable (LifecycleEvent) -> Void

    private struct State {
        /// Oldest first.
        var handlers: [(number: UInt64, handle: Handler)] = []
        var arrivals: UInt64 = 0
    }

    private let state = Protected(State())
    private let count = AtomicCounter()

    /// Whether there are any.
    @inline(__always)
    var areThere: Bool { count.value > 0 }

    /// - Returns: What to `remove` it by.
    func add(_ handler: @escaping Handler) -> UInt64 {
        state.withLock { state in
            state.arrivals += 1
            state.handlers.append((state.arrivals, handler))
            count.value = UInt64(state.handlers.count)
            return state.arrivals
        }
    }

    func remove(_ number: UInt64) {
        // Released without the lock: a handler may hold anything.
        let removed = state.withLock { state in
            let index = state.handlers.firstIndex { $0.number == number }
            let removed = index.map { state.handlers.remove(at: $0) }
            count.value = UInt64(state.handlers.count)
            return removed
        }
        withExtendedLifetime(removed) {}
    }

    /// Calls each handler that is there when its turn comes.
    func tell(_ event: LifecycleEvent) {
        for (number, handle) in state.withLock({ $0.handlers }) {
            let isObserving = state.withLock { state in
                state.handlers.contains { $0.number == number }
            }
            // Attributed to no one: an observer's subscriptions are not those of a RIB that becomes
            // active just now.
            if isObserving { Recorder.shared.attributing(to: nil) { handle(event) } }
        }
    }
}
