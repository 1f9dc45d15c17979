import RIBTrace

/// The tests that run now, the innermost last.
final class Scopes: Sendable {
    private struct State {
        var running: [(scope: ScopeID, suspicions: UInt64)] = []
        var lastID: UInt64 = 0
    }

    private let state = Protected(State())

    /// The innermost running scope, or none.
    var current: ScopeID { state.withLock { $0.running.last?.scope ?? .none } }

    /// - Parameter suspicions: How many there were before the scope.
    func begin(suspicions: UInt64) -> ScopeID {
        state.withLock { state in
            state.lastID += 1
            let scope = ScopeID(state.lastID)
            state.running.append((scope, suspicions))
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
