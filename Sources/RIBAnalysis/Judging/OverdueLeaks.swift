// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// What deadlines found alive, each culprit with what it drags along, until a settling says more.
struct OverdueLeaks {
    private struct Overdue {
        var leak: JudgedLeak
        let expectedFor: UInt64
        let foundAt: UInt64
        let saysWhenFreed: Bool
        /// How many held it by the architecture.
        let owners: Int
        var freedAt: UInt64?
    }

    private var found: [ObjectID: Overdue] = [:]

    var isEmpty: Bool { found.isEmpty }

    /// The culprits that are not freed.
    var alive: [ObjectID] { found.filter { $0.value.freedAt == nil }.keys.sorted() }

    /// - Parameters:
    ///   - timestamp: Nanoseconds on the trace's clock.
    ///   - expectedFor: Nanoseconds since it was let go.
    ///   - owners: How many held the culprit by the architecture.
    ///   - saysWhenFreed: True when the culprit's end is recorded at once.
    mutating func add(
        _ leak: JudgedLeak, foundAt timestamp: UInt64, expectedFor: UInt64, owners: Int,
        saysWhenFreed: Bool
    ) {
        found[leak.culprit] = Overdue(
            leak: leak, expectedFor: expectedFor, foundAt: timestamp,
            saysWhenFreed: saysWhenFreed, owners: owners)
    }

    /// Says that an older culprit drags something along, found at a later deadline.
    mutating func add(victim: ObjectID, of culprit: ObjectID) {
        guard found[culprit]?.leak.victims.contains(victim) == false else { return }
        found[culprit]?.leak.victims.append(victim)
    }

    mutating func freed(_ object: ObjectID, at timestamp: UInt64) {
        found[object]?.freedAt = timestamp
    }

    /// Forgets a culprit that is not freed.
    ///
    /// - Returns: It and what it drags along.
    @discardableResult
    mutating func remove(_ culprit: ObjectID) -> [ObjectID] {
        guard let overdue = found[culprit], overdue.freedAt == nil else { return [] }
        found[culprit] = nil
        return [culprit] + overdue.leak.victims
    }

    /// What is alive is leaked; what was freed was late, unless another part of the tree got hold of
    /// it after its deadline and so may have used it.
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

    /// What is alive though its culprit was freed.
    func orphans(isFreed: (ObjectID) -> Bool) -> [ObjectID] {
        found.values.filter { $0.freedAt != nil }.flatMap(\.leak.victims)
            .filter { !isFreed($0) }.sorted()
    }
}

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
