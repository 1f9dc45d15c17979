// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import RIBTrees

/// Which interactors, workers and routers were the only living ones of their class, each time that an
/// unowned subscription was made.
///
/// A method runs in an object that lives: if there is one only of its class, it is that one. Classes are
/// told by their names, so two of one name in different modules count as one. RIBs without base classes
/// are recorded when they are attached, and presenters by those who have them: others of their
/// kind may live unseen, so they do not count.
struct SingleInstances {
    /// The state of one class from one such position to the next.
    private struct Interval {
        let since: Int
        /// None where there was no living one, or several.
        let only: ObjectID
        /// True when there never was another one before.
        let isFirst: Bool
    }

    /// What is known of the objects of one class, those of its subclasses among them.
    private struct Kind {
        var count = 0
        /// Of the numbers of those that live: with one of them, its number.
        var sum: UInt64 = 0
        var made = 0
        var intervals: [Interval] = []
    }

    private var kinds: [Kind] = []
    private var kindOfName: [String: Int] = [:]
    /// By the numbers of types; nil for those that are not known yet.
    private var kindsOfType: [[Int]?] = []
    /// How many positions there were.
    private var positions = 0

    /// More types than a program has.
    private static let mostTypes: UInt64 = 1 << 20

    /// True for objects of which each is recorded from its making to its end.
    @inline(__always)
    static func isPart(_ kind: ObjectKind) -> Bool {
        kind == .interactor || kind == .router || kind == .worker
    }

    /// False for a type that `learn` must be called with.
    @inline(__always)
    func knows(_ type: StringID) -> Bool { kinds(of: type) != nil }

    /// Takes a new type.
    ///
    /// - Parameter names: Its name and those of the classes that it inherits from.
    mutating func learn(_ type: StringID, _ names: [String]) {
        guard type.rawValue < Self.mostTypes else { return }
        while kindsOfType.count <= type.rawValue { kindsOfType.append(nil) }
        var found: [Int] = []
        for name in names.map({ String($0.withoutGenericArguments) }) {
            let kind = kindOfName[name] ?? kinds.count
            if kind == kinds.count {
                kinds.append(Kind())
                kindOfName[name] = kind
            }
            if !found.contains(kind) { found.append(kind) }
        }
        kindsOfType[Int(type.rawValue)] = found
    }

    /// Takes a new object of a known type.
    mutating func begin(_ object: ObjectID, _ type: StringID) {
        for kind in kinds(of: type) ?? [] {
            kinds[kind].count += 1
            kinds[kind].sum &+= object.rawValue
            kinds[kind].made += 1
            note(kind)
        }
    }

    /// Takes the end of a living object that `begin` was called with.
    mutating func end(_ object: ObjectID, _ type: StringID) {
        for kind in kinds(of: type) ?? [] {
            kinds[kind].count -= 1
            kinds[kind].sum &-= object.rawValue
            note(kind)
        }
    }

    /// The position at which a subscription is made.
    mutating func nextPosition() -> Int {
        defer { positions += 1 }
        return positions
    }

    /// The only living object of a class at a position, and whether there never was another one before.
    func only(_ name: String, at position: Int) -> (object: ObjectID, isFirst: Bool)? {
        guard let intervals = kindOfName[name].map({ kinds[$0].intervals }) else { return nil }
        var (low, high) = (0, intervals.count)
        while low < high {
            let middle = (low + high) / 2
            if intervals[middle].since <= position { low = middle + 1 } else { high = middle }
        }
        guard low > 0, !intervals[low - 1].only.isNone else { return nil }
        return (intervals[low - 1].only, intervals[low - 1].isFirst)
    }

    /// Notes what there is now of a class: what was there between two positions is forgotten.
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

    @inline(__always)
    private func kinds(of type: StringID) -> [Int]? {
        type.rawValue < kindsOfType.count ? kindsOfType[Int(type.rawValue)] : nil
    }
}
