// SPDX-License-Identifier: Apache-2.0

/// What would be freed with each of the objects that a search was for.
///
/// An object is dominated by a survivor when each way to it, from a root or from an object whose
/// holder was not seen, leads through the survivor. So what two survivors share belongs to neither,
/// and what a survivor's own survivors dominate belongs to both of these.
package struct Dominated: Sendable {
    /// Of each position in an order in which dominators come first, the object's address.
    private let addresses: [UInt]
    /// Of each position, that of the immediate dominator; 0 is above all and no object.
    private let dominators: [UInt32]
    /// Of each target its position; 0 when that is not known.
    private let positions: [UInt32]

    /// How many objects would be freed with each target, without it; 0 when that is not known.
    package let counts: [Int]
    /// The nearest other target that dominates a target; nil when none does.
    package let dominatingTarget: [Int?]

    init() {
        self.init(addresses: [], dominators: [], positions: [])
    }

    /// - Parameter positions: Of each target; two that are the same object have the same.
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

    /// The sizes of what would be freed with each target, summed, without the target itself.
    ///
    /// - Parameter size: Bytes that the object at an address occupies; asked once an object.
    package func sums(size: (UInt) -> Int) -> [Int] {
        let sums = Self.sums(dominators: dominators) { size(addresses[$0]) }
        return positions.map { $0 == 0 ? 0 : sums[Int($0)] }
    }

    /// The addresses of what would be freed with a target, without it.
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

/// Survivors and what only they lead to, with the references between them.
///
/// Survivors have the first numbers; the others follow in the order in which the walk met them.
struct RetainedGraph {
    let count: Int
    private let forward: Links
    private let backward: Links

    /// For each node the nodes it is linked to, one node's after the other's.
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

    /// What a node holds, in the order in which it holds it.
    func held(by node: Int) -> ArraySlice<UInt32> { forward[node] }

    /// Who holds a node, once for each reference.
    func holders(of node: Int) -> ArraySlice<UInt32> { backward[node] }
}

/// References among survivors and what only they lead to, as the walk meets them.
@usableFromInline
struct RetainedEdges {
    /// Holder and target of each: survivors have their numbers, other nodes follow in order.
    @usableFromInline private(set) var pairs: [(from: UInt32, to: UInt32)] = []

    @usableFromInline init() {}

    /// Adds a reference unless it leads to what a root reaches without survivors.
    ///
    /// - Parameters:
    ///   - from: The holder's number in the table of nodes.
    ///   - to: The target's number there.
    ///   - survivors: How many survivors there are.
    ///   - first: The number in the table of the first node that only survivors lead to.
    @usableFromInline mutating func append(
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
