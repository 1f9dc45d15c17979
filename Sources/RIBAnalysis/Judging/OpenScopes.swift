import RIBTrace

/// The tests that have begun and not ended, to tell which of them ran alone.
struct OpenScopes {
    private struct Scope {
        let beganAt: UInt64
        let number: Int
        let beganAlone: Bool
    }

    private var open: [ScopeID: Scope] = [:]
    private var begun = 0

    mutating func begin(_ scope: ScopeID, at timestamp: UInt64) {
        begun += 1
        open[scope] = Scope(beganAt: timestamp, number: begun, beganAlone: open.isEmpty)
    }

    /// The only test that runs now and when it began, if no other ran beside it so far.
    var alone: (scope: ScopeID, beganAt: UInt64)? {
        guard open.count == 1, let (scope, begun) = open.first, begun.beganAlone,
            begun.number == self.begun
        else { return nil }
        return (scope, begun.beganAt)
    }

    /// - Returns: When it began, in nanoseconds on the trace's clock; nil when another ran beside it,
    ///   whose doing cannot be told from its own.
    mutating func end(_ scope: ScopeID) -> UInt64? {
        guard let ended = open.removeValue(forKey: scope) else { return nil }
        return ended.beganAlone && ended.number == begun ? ended.beganAt : nil
    }
}
