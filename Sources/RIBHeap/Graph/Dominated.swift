// SPDX-License-Identifier: Apache-2.0

/// What would be freed together with each target of a search.
///
/// A survivor dominates an object when each path to the object leads through the survivor. Such
/// paths begin at a root, or at an object with holders that the search did not see. So what two
/// survivors share belongs to neither. What one survivor's own survivors dominate belongs to both
/// of these.
package struct Dominated: Sendable {
    /// The objects' addresses by position, in an order in which dominators come first.
    private let addresses: [UInt]
    /// The position of each position's immediate dominator. Position 0 is an artificial root and no
    /// object.
    private let dominators: [UInt32]
    /// The position of each target; 0 when it is not known.
    private let positions: [UInt32]

    /// How many objects would be freed with each target, not counting the target; 0 when not known.
    package let counts: [Int]
    /// The nearest other target that dominates a target; nil when none does.
    package let dominatingTarget: [Int?]

    init() {
        self.init(addresses: [], dominators: [], positions: [])
    }

    /// - Parameter positions: The position of each target. Targets that are the same object share
    ///   one.
    init(addresses: [UInt], dominators: [UInt32], positions: [UInt32]) {
        self.addresses = addresses
        self.dominators = dominators
        self.positions = positions
        let sums = Self.sums(dominators: dominators) { _ in 1 }
        counts = positions.map { $0 == 0 ? 0 : sums[Int($0)] }

        var targets: [UInt32: Int] = [:]
        for (target, position) in positions.enumerated() where targets[position] == nil {
            targets[position] = target
        }
        dominatingTarget = positions.map { position in
            guard position != 0 else { return nil }
            var above = dominators[Int(position)]
            while above != 0 {
                if let target = targets[above] { return target }
                above = dominators[Int(above)]
            }
            return nil
        }
    }

    /// The total size of what would be freed with each target, without the target itself.
    ///
    /// - Parameter size: The bytes that the object at an address occupies. Called once for each
    ///   object.
    package func sums(size: (UInt) -> Int) -> [Int] {
        let sums = Self.sums(dominators: dominators) { size(addresses[$0]) }
        return positions.map { $0 == 0 ? 0 : sums[Int($0)] }
    }

    /// The addresses of what would be freed with a target, without the target itself.
    package func objects(dominatedBy target: Int) -> [UInt] {
        guard positions.indices.contains(target), positions[target] != 0 else { return [] }
        let top = Int(positions[target])
        var isBelow = [Bool](repeating: false, count: dominators.count)
        return dominators.indices.dropFirst(top + 1).filter { position in
            let above = Int(dominators[position])
            isBelow[position] = above == top || isBelow[above]
            return isBelow[position]
        }.map { addresses[$0] }
    }

    private static func sums(dominators: [UInt32], of size: (Int) -> Int) -> [Int] {
        var sums = [Int](repeating: 0, count: dominators.count)
        for position in dominators.indices.dropFirst().reversed() {
            sums[Int(dominators[position])] += sums[position] + size(position)
        }
        return sums
    }
}

/// The survivors, everything that only they lead to, and the references between all of these.
///
/// Survivors have the first numbers; the others follow in the order in which the walk met them.
struct RetainedGraph {
    let count: Int
    private let forward: Links
    private let backward: Links

    /// The nodes that each node is linked to, stored one node after the other.
    private struct Links {
        private let starts: [UInt32]
        private let others: [UInt32]

        init(count: Int, pairs: [(from: UInt32, to: UInt32)], isForward: Bool) {
            var starts = [UInt32](repeating: 0, count: count + 1)
            for pair in pairs { starts[Int(isForward ? pair.from : pair.to) + 1] += 1 }
            for node in 0..<count { starts[node + 1] += starts[node] }
            var others = [UInt32](repeating: 0, count: pairs.count)
            var next = starts
            for pair in pairs {
                let node = Int(isForward ? pair.from : pair.to)
                others[Int(next[node])] = isForward ? pair.to : pair.from
                next[node] += 1
            }
            self.starts = starts
            self.others = others
        }

        subscript(node: Int) -> ArraySlice<UInt32> {
            others[Int(starts[node])..<Int(starts[node + 1])]
        }
    }

    init(count: Int, pairs: [(from: UInt32, to: UInt32)]) {
        self.count = count
        forward = Links(count: count, pairs: pairs, isForward: true)
        backward = Links(count: count, pairs: pairs, isForward: false)
    }

    /// The nodes that a node holds, in the order of its references.
    func held(by node: Int) -> ArraySlice<UInt32> { forward[node] }

    /// The holders of a node, once for each reference.
    func holders(of node: Int) -> ArraySlice<UInt32> { backward[node] }
}

/// References among survivors and what only they lead to, in the order in which the walk meets
/// them.
struct RetainedEdges {
    /// Holder and target of each: survivors have their numbers, other nodes follow in order.
    private(set) var pairs: [(from: UInt32, to: UInt32)] = []

    init() {}

    /// Adds a reference, unless it leads to an object that a root reaches without survivors.
    ///
    /// - Parameters:
    ///   - from: The holder's number in the node table.
    ///   - to: The target's number in the node table.
    ///   - survivors: How many survivors there are.
    ///   - first: The number in the node table of the first node that only survivors lead to.
    mutating func append(
        from: UInt32, to: UInt32, survivors: Int, first: UInt32
    ) {
        let survivors = UInt32(survivors)
        guard to < survivors || to >= first else { return }
        pairs.append(
            (
                from < survivors ? from : from - first + survivors,
                to < survivors ? to : to - first + survivors
            ))
    }
}
