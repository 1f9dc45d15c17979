import CRIBShims
import RIBTrace

/// The tests that run now.
///
/// What a thread does belongs to the innermost scope that began on it. A thread on which none
/// began works for the innermost scope of the only thread that has some; when tests run on several
/// threads at once, nobody can tell whom it works for.
final class Scopes: Sendable {
    private struct Running {
        let scope: ScopeID
        let thread: UInt32
        /// How many suspicions there were before.
        let suspicions: UInt64
    }

    private struct State {
        var running: [Running] = []
        var lastID: UInt64 = 0
    }

    private let state = Protected(State())

    /// The scope that the calling thread works for, or none.
    var current: ScopeID {
        state.withLock { state in
            guard let last = state.running.last else { return .none }
            let thread = ribleak_thread_number()
            if let own = state.running.last(where: { $0.thread == thread }) { return own.scope }
            return state.running.allSatisfy { $0.thread == last.thread } ? last.scope : .none
        }
    }

    /// - Parameter suspicions: How many there were before the scope.
    func begin(suspicions: UInt64) -> ScopeID {
        state.withLock { state in
            state.lastID += 1
            let scope = ScopeID(state.lastID)
            state.running.append(
                Running(scope: scope, thread: ribleak_thread_number(), suspicions: suspicions))
            return scope
        }
    }

    /// How many suspicions there were when the scope began; 0 for the whole run.
    func suspicions(at scope: ScopeID) -> UInt64 {
        state.withLock { $0.running.last { $0.scope == scope }?.suspicions ?? 0 }
    }

    func end(_ scope: ScopeID) {
        state.withLock { $0.running.removeAll { $0.scope == scope } }
    }
}
