import RIBRecorder
import RIBTrace

/// What the code of tests said of the checks that are going on.
enum RunningChecks {
    private struct Running {
        let name: String
        /// The check that this one is a part of.
        let outer: ScopeID
        var isSkipped = false
    }

    private static let running = Protected<[ScopeID: Running]>([:])

    static func begin(_ scope: ScopeID, named name: String, in outer: ScopeID) {
        guard !scope.isNone else { return }
        running.withLock { $0[scope] = Running(name: name, outer: outer) }
    }

    static func end(_ scope: ScopeID) {
        running.withLock { _ = $0.removeValue(forKey: scope) }
    }

    static func isSkipped(_ scope: ScopeID) -> Bool {
        running.withLock { $0[scope]?.isSkipped ?? false }
    }

    /// Has a check, and those that it is a part of, judge nothing.
    ///
    /// - Returns: The name of the outermost, which is the test's; nil when nothing is going on.
    static func skip(_ scope: ScopeID) -> String? {
        running.withLock { running in
            var name: String?
            var next = scope
            // An inner check has a greater number than its outer one, so this ends.
            while let check = running[next] {
                running[next]?.isSkipped = true
                name = check.name
                next = check.outer
            }
            return name
        }
    }
}
