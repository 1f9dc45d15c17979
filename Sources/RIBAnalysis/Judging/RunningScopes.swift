import RIBTrace

/// The tests that run at one moment of a trace, and the threads they began on.
///
/// It follows the rule by which the recorder tells whom a thread works for: the innermost scope
/// that began on it, else the innermost of the only thread that has some.
struct RunningScopes {
    private var running: [(scope: ScopeID, thread: UInt32)] = []

    mutating func begin(_ scope: ScopeID, on thread: UInt32) {
        running.append((scope, thread))
    }

    mutating func end(_ scope: ScopeID) {
        running.removeAll { $0.scope == scope }
    }

    /// The scope that a thread works for, or none.
    func current(on thread: UInt32) -> ScopeID {
        guard let last = running.last else { return .none }
        if let own = running.last(where: { $0.thread == thread }) { return own.scope }
        return running.allSatisfy { $0.thread == last.thread } ? last.scope : .none
    }
}
