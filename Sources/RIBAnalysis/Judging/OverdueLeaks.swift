// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The culprits that deadlines found alive, with the objects they keep alive, until a settling says
/// more.
struct OverdueLeaks {
    private struct Overdue {
        var leak: JudgedLeak
        let expectedFor: UInt64
        let foundAt: UInt64
        let saysWhenFreed: Bool
        /// How many owners it had.
        let owners: Int
        var freedAt: UInt64?
    }

    private var found: [ObjectID: Overdue] = [:]

    var isEmpty: Bool { found.isEmpty }

    /// The culprits that are not freed.
    var alive: [ObjectID] { found.filter { $0.value.freedAt == nil }.keys.sorted() }

    /// - Parameters:
    ///   - timestamp: Nanoseconds on the trace's clock.
    ///   - expectedFor: Nanoseconds since it was released.
    ///   - owners: How many owners the culprit had.
    ///   - saysWhenFreed: Whether the culprit records at once when it is freed.
    mutating func add(
        _ leak: JudgedLeak, foundAt timestamp: UInt64, expectedFor: UInt64, owners: Int,
        saysWhenFreed: Bool
    ) {
        found[leak.culprit] = Overdue(
            leak: leak, expectedFor: expectedFor, foundAt: timestamp,
            saysWhenFreed: saysWhenFreed, owners: owners)
    }

    /// Adds a victim to an earlier culprit, found at a later deadline.
    mutating func add(victim: ObjectID, of culprit: ObjectID) {
        guard found[culprit]?.leak.victims.contains(victim) == false else { return }
        found[culprit]?.leak.victims.append(victim)
    }

    mutating func freed(_ object: ObjectID, at timestamp: UInt64) {
        found[object]?.freedAt = timestamp
    }

    /// Forgets a culprit that is not freed.
    ///
    /// - Returns: The culprit and its victims; empty if it was freed.
    @discardableResult
    mutating func remove(_ culprit: ObjectID) -> [ObjectID] {
        guard let overdue = found[culprit], overdue.freedAt == nil else { return [] }
        found[culprit] = nil
        return [culprit] + overdue.leak.victims
    }

    /// The leaks that follow. A culprit that is alive is leaked. A culprit that was freed was late,
    /// unless it got another owner after its deadline, which may have used it.
    func leaks(
        isFreed: (ObjectID) -> Bool, owners: (ObjectID) -> Int
    ) -> [JudgedLeak] {
        found.values.sorted { $0.leak.culprit < $1.leak.culprit }.compactMap { overdue in
            var leak = overdue.leak
            guard let freedAt = overdue.freedAt else {
                leak.victims.removeAll(where: isFreed)
                return leak
            }
            guard overdue.owners == owners(leak.culprit) else { return nil }
            let late = freedAt - min(freedAt, overdue.foundAt)
            leak.kind = .lateDeallocation
            leak.victims.removeAll { !isFreed($0) }
            leak.late = Lateness(
                freedAfter: overdue.expectedFor.addingReportingOverflow(late).partialValue,
                late: late, isUpperBound: !overdue.saysWhenFreed)
            return leak
        }
    }

    /// Victims that are alive though their culprit was freed.
    func orphans(isFreed: (ObjectID) -> Bool) -> [ObjectID] {
        found.values.filter { $0.freedAt != nil }.flatMap(\.leak.victims)
            .filter { !isFreed($0) }.sorted()
    }
}

/// The running tests, to know which of them ran alone.
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

    /// The running test and when it began, if no other test has run beside it.
    var alone: (scope: ScopeID, beganAt: UInt64)? {
        guard open.count == 1, let (scope, begun) = open.first, begun.beganAlone,
            begun.number == self.begun
        else { return nil }
        return (scope, begun.beganAt)
    }

    /// - Returns: When the test began, in nanoseconds on the trace's clock. Nil when another test
    ///   ran beside it, since their effects cannot be told apart.
    mutating func end(_ scope: ScopeID) -> UInt64? {
        guard let ended = open.removeValue(forKey: scope) else { return nil }
        return ended.beganAlone && ended.number == begun ? ended.beganAt : nil
    }
}
