// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import RIBTrees

/// Which interactors, workers and routers were the only live instances of their class, each time an
/// unowned subscription was made.
///
/// A method runs in a live object. If its class has only one live instance, it runs in that
/// instance. Classes are identified by name, so two classes of one name in different modules count
/// as one.
///
/// RIBs without base classes and presenters do not count. The former are recorded only when
/// attached, the latter only through their owners, so other instances may be alive unseen.
struct SingleInstances {
    /// The live instance of one class, from one position to the next.
    private struct Interval {
        let since: Int
        /// None when no instance was alive, or several.
        let only: ObjectID
        /// Whether no other instance ever existed before.
        let isFirst: Bool
    }

    /// The instances of one class, including those of its subclasses.
    private struct Kind {
        var count = 0
        /// The sum of the ids of the live instances. With one instance, it is the id of that
        /// instance.
        var sum: UInt64 = 0
        var made = 0
        var intervals: [Interval] = []
    }

    private var kinds: [Kind] = []
    private var kindOfName: [String: Int] = [:]
    private var kindsOfType: [StringID: Set<Int>] = [:]
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
        if kindsOfType[type] == nil, kindsOfType.count < Self.mostTypes { learn(type, names()) }
        for kind in kindsOfType[type] ?? [] {
            kinds[kind].count += 1
            kinds[kind].sum &+= object.rawValue
            kinds[kind].made += 1
            note(kind)
        }
    }

    private mutating func learn(_ type: StringID, _ names: [String]) {
        for name in names.map({ String($0.withoutGenericArguments) }) {
            if kindOfName[name] == nil {
                kindOfName[name] = kinds.count
                kinds.append(Kind())
            }
            kindsOfType[type, default: []].formUnion([kindOfName[name] ?? 0])
        }
    }

    mutating func end(_ object: ObjectID, _ type: StringID) {
        for kind in kindsOfType[type] ?? [] {
            kinds[kind].count -= 1
            kinds[kind].sum &-= object.rawValue
            note(kind)
        }
    }

    mutating func nextPosition() -> Int {
        defer { positions += 1 }
        return positions
    }

    /// The only live instance of a class at a position, and whether it was the first instance ever.
    func only(_ name: String, at position: Int) -> (object: ObjectID, isFirst: Bool)? {
        guard let intervals = kindOfName[name].map({ kinds[$0].intervals }) else { return nil }
        let count = intervals.countOfFirst { $0.since <= position }
        guard count > 0, !intervals[count - 1].only.isNone else { return nil }
        return (intervals[count - 1].only, intervals[count - 1].isFirst)
    }

    /// Forgets the states of classes at all positions but these and those to come.
    mutating func keep(at positions: [Int]) {
        for kind in kinds.indices where kinds[kind].intervals.count > positions.count + 1 {
            let all = kinds[kind].intervals
            let needed = Set(positions.map { at in all.countOfFirst { $0.since <= at } - 1 })
            kinds[kind].intervals = all.indices.filter {
                needed.contains($0) || $0 == all.count - 1
            }
            .map { all[$0] }
        }
    }

    /// The instances that were the only ones of their classes at some position.
    var all: Set<ObjectID> { Set(kinds.lazy.flatMap(\.intervals).map(\.only)) }

    /// Notes the current state of a class. States between two positions are overwritten.
    private mutating func note(_ kind: Int) {
        let now = kinds[kind]
        let interval = Interval(
            since: positions, only: now.count == 1 ? ObjectID(now.sum) : .none,
            isFirst: now.made == 1)
        if now.intervals.last?.since == positions {
            kinds[kind].intervals[now.intervals.count - 1] = interval
        } else {
            kinds[kind].intervals.append(interval)
        }
    }
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
