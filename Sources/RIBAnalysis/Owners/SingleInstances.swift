// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import RIBTrees

/// Which interactors, workers and routers were the only live instances of their class, each time an
/// unowned subscription was made.
///
/// A method runs in a live object, so in the only live instance of its class. `StackAttribution`
/// asks for the one that the method on a stack ran in. Two classes of one name in different modules
/// count as one.
///
/// RIBs without base classes and presenters do not count. The former are recorded only when
/// attached, the latter only through their owners, so other instances may be alive unseen.
struct SingleInstances {
    /// The live instance of one class, from one position to the next.
    private struct Interval {
        let since: Int
        /// None when no instance was alive, or several.
        let only: ObjectID
        /// Whether no other instance ever existed before, whose closures may still run.
        let isFirst: Bool
    }

    /// The instances of one class, including those of its subclasses.
    private struct Kind {
        var count = 0
        /// The sum of the ids of the live instances, which is the id of a single one.
        var sum: UInt64 = 0
        var made = 0
        var intervals: [Interval] = []

        /// Notes that an instance is made or freed. States between two positions are overwritten.
        mutating func note(_ object: ObjectID, isMade: Bool, at position: Int) {
            count += isMade ? 1 : -1
            sum = isMade ? sum &+ object.rawValue : sum &- object.rawValue
            made += isMade ? 1 : 0
            if intervals.last?.since == position { intervals.removeLast() }
            intervals.append(
                Interval(
                    since: position, only: count == 1 ? ObjectID(sum) : .none, isFirst: made == 1))
        }
    }

    /// By the names of classes, without generic arguments.
    private var kinds: [String: Kind] = [:]
    private var namesOfType: [StringID: Set<String>] = [:]
    /// How many positions there are. A position numbers the creation of an unowned subscription.
    private var positions = 0

    /// A limit. No program has more types.
    private static let mostTypes = 1 << 20

    /// Whether every object of this kind is recorded from creation to deallocation.
    static func isPart(_ kind: ObjectKind) -> Bool {
        kind == .interactor || kind == .router || kind == .worker
    }

    /// - Parameter names: Makes the names of its type and of the type's superclasses.
    mutating func begin(_ object: ObjectID, _ type: StringID, names: () -> [String]) {
        if namesOfType[type] == nil, namesOfType.count < Self.mostTypes {
            namesOfType[type] = Set(names().map { String($0.withoutGenericArguments) })
        }
        for name in namesOfType[type] ?? [] {
            kinds[name, default: Kind()].note(object, isMade: true, at: positions)
        }
    }

    mutating func end(_ object: ObjectID, _ type: StringID) {
        for name in namesOfType[type] ?? [] {
            kinds[name]?.note(object, isMade: false, at: positions)
        }
    }

    mutating func nextPosition() -> Int {
        defer { positions += 1 }
        return positions
    }

    /// The only live instance of a class at a position, and whether it was the first instance ever.
    func only(_ name: String, at position: Int) -> (object: ObjectID, isFirst: Bool)? {
        let intervals = kinds[name]?.intervals ?? []
        let interval = intervals.prefix(intervals.countOfFirst { $0.since <= position }).last
        return interval.flatMap { $0.only.isNone ? nil : ($0.only, $0.isFirst) }
    }

    /// Forgets the states of classes at all positions but these and those to come, so that the
    /// memory of a live watch stays small.
    mutating func keep(at positions: [Int]) {
        for (name, kind) in kinds where kind.intervals.count > positions.count + 1 {
            let all = kind.intervals
            let needed = Set(positions.map { at in all.countOfFirst { $0.since <= at } - 1 })
                .union([all.count - 1])
            kinds[name]?.intervals = all.indices.filter(needed.contains).map { all[$0] }
        }
    }

    /// The instances that were the only ones of their classes at some position.
    var all: Set<ObjectID> { Set(kinds.values.lazy.flatMap(\.intervals).map(\.only)) }
}

extension Array {
    /// How many of the first elements meet a condition that no later one meets.
    ///
    /// - Complexity: O(log of the elements).
    func countOfFirst(where isFirst: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isFirst(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
