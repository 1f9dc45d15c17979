// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The culprits that were found alive at a deadline, or when a RIB above them went, with the
/// objects they keep alive, until a settling says more.
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

    /// All of them, freed or not.
    var all: [JudgedLeak] { found.values.map(\.leak) }

    /// Adds a culprit, in place of what an earlier judgement said of it.
    ///
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

    /// The leaks that follow. A culprit that is alive is leaked, and so is one that was freed but
    /// was seen to be kept by something else than pending work. Any other culprit that was freed
    /// was late. One that got another owner after it was judged may have been used by that.
    ///
    /// - Parameter wasKept: Whether a path shows that something else than pending work kept it.
    func leaks(
        isFreed: (ObjectID) -> Bool, owners: (ObjectID) -> Int, wasKept: (ObjectID) -> Bool
    ) -> [JudgedLeak] {
        found.values.sorted { $0.leak.culprit < $1.leak.culprit }.compactMap { overdue in
            var leak = overdue.leak
            guard let freedAt = overdue.freedAt else {
                leak.victims.removeAll(where: isFreed)
                return leak
            }
            guard overdue.owners == owners(leak.culprit) else { return nil }
            if leak.ended != nil { return leak }
            let late = freedAt - min(freedAt, overdue.foundAt)
            let freedAfter = overdue.expectedFor.addingReportingOverflow(late).partialValue
            leak.victims.removeAll { !isFreed($0) }
            if wasKept(leak.culprit) {
                leak.ended = JudgedLeak.End(
                    after: overdue.saysWhenFreed ? freedAfter : overdue.expectedFor)
                return leak
            }
            leak.kind = .lateDeallocation
            leak.late = Lateness(
                freedAfter: freedAfter, late: late, isUpperBound: !overdue.saysWhenFreed)
            return leak
        }
    }

    /// Victims that are alive though their culprit was freed after its deadline.
    func orphans(isFreed: (ObjectID) -> Bool) -> [ObjectID] {
        found.values.filter { $0.freedAt != nil && $0.leak.ended == nil }.flatMap(\.leak.victims)
            .filter { !isFreed($0) }.sorted()
    }
}
