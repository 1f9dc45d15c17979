// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// All that code did against the lifecycle, one record for what looks the same: a long run may repeat
/// a mistake a million times.
struct LifecycleMistakes {
    /// One violation, as the trace tells of it.
    struct Occurrence {
        let violation: LifecycleViolation
        let object: ObjectID
        let other: ObjectID
        let scope: ScopeID
        let stack: StackID
    }

    /// What occurrences of one mistake have in common; types and not objects, which a run makes anew.
    struct Key: Hashable {
        let violation: LifecycleViolation
        let type: StringID?
        /// Of the router above the object.
        let parentType: StringID?
        let otherType: StringID?
        let newParentType: StringID?
        let scope: ScopeID
        let stack: StackID
    }

    /// More are damage, or more than anyone reads.
    private static let mostMistakes = 4_096
    private static let mostUndecided = 256

    private var mistakes: [Key: LifecycleMistake] = [:]
    /// Children that were attached twice, until the next event about them says to which router.
    private(set) var undecided: [ObjectID: Occurrence] = [:]

    var hasUndecided: Bool { !undecided.isEmpty }

    /// In an order that never changes.
    var all: [LifecycleMistake] {
        mistakes.values.sorted {
            ($0.object, $0.scope, $0.stack, $0.facts.violation.rawValue, $0.facts.identity)
                < ($1.object, $1.scope, $1.stack, $1.facts.violation.rawValue, $1.facts.identity)
        }
    }

    /// - Parameter make: Makes the record of a mistake that is new.
    mutating func count(_ key: Key, _ make: () -> LifecycleMistake) {
        if mistakes[key] != nil {
            mistakes[key]?.count += 1
        } else if mistakes.count < Self.mostMistakes {
            mistakes[key] = make()
        }
    }

    /// - Returns: False when there are too many.
    mutating func leaveUndecided(_ occurrence: Occurrence) -> Bool {
        guard undecided.count < Self.mostUndecided else { return false }
        undecided[occurrence.object] = occurrence
        return true
    }

    mutating func takeUndecided(_ object: ObjectID) -> Occurrence? {
        undecided.removeValue(forKey: object)
    }
}

/// What code did against the lifecycle, as often as it looked the same.
struct LifecycleMistake {
    /// The first object it was done to.
    let object: ObjectID
    /// That object's place at the time.
    let ribPath: String
    let facts: ViolationFacts
    let scope: ScopeID
    /// Who did it.
    let stack: StackID
    var count = 1

    /// True when the trace does not say it, but it follows from what it says.
    var isInferred: Bool { facts.violation == .freedWhileAttached }
}
