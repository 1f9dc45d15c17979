// SPDX-License-Identifier: Apache-2.0

/// What would be freed together with each target of a search.
///
/// A survivor dominates an object when each path to the object leads through the survivor. Such
/// paths begin at a root, or at an object with holders that the search did not see. So what two
/// survivors share belongs to neither. What one survivor's own survivors dominate belongs to both
/// of these.
package struct Dominated: Sendable {
    /// The objects' addresses by position, in an order in which dominators come first.
    var addresses: [UInt] = []
    /// The position of each position's immediate dominator. Position 0 is an artificial root and no
    /// object.
    var dominators: [UInt32] = []
    /// The position of each target; 0 when it is not known. Targets that are the same object share
    /// one.
    var positions: [UInt32] = []

    /// How many objects would be freed with each target, not counting the target; 0 when not known.
    package var counts: [Int] { sums { _ in 1 } }

    /// The total size of what would be freed with each target, without the target itself.
    ///
    /// - Parameter size: The bytes that the object at an address occupies. Called once for each
    ///   object.
    package func sums(size: (UInt) -> Int) -> [Int] {
        var sums = [Int](repeating: 0, count: dominators.count)
        for position in dominators.indices.dropFirst().reversed() {
            sums[Int(dominators[position])] += sums[position] + size(addresses[position])
        }
        return positions.map { $0 == 0 ? 0 : sums[Int($0)] }
    }
}

/// The survivors, everything that only they lead to, and the references between all of these.
/// `PathSearch` makes one to see whether further roots may matter, and one at its end.
///
/// Survivors have the first numbers; the others follow in the order in which the walk met them.
struct RetainedGraph {
    let count: Int
    /// The nodes that each node holds, in the order of its references.
    let held: Links
    /// The holders of each node, once for each reference.
    let holders: Links

    /// The nodes that each node is linked to, stored one node after the other.
    struct Links {
        private let starts: [UInt32]
        private let others: [UInt32]

        init(count: Int, pairs: some Collection<(from: UInt32, to: UInt32)>) {
            var starts = [UInt32](repeating: 0, count: count + 1)
            for pair in pairs { starts[Int(pair.from) + 1] += 1 }
            for node in 0..<count { starts[node + 1] += starts[node] }
            var others = [UInt32](repeating: 0, count: pairs.count)
            var next = starts
            for (from, to) in pairs {
                others[Int(next[Int(from)])] = to
                next[Int(from)] += 1
            }
            (self.starts, self.others) = (starts, others)
        }

        subscript(node: Int) -> ArraySlice<UInt32> {
            others[Int(starts[node])..<Int(starts[node + 1])]
        }
    }

    init(count: Int, pairs: [(from: UInt32, to: UInt32)]) {
        self.count = count
        held = Links(count: count, pairs: pairs)
        holders = Links(count: count, pairs: pairs.lazy.map { (from: $0.to, to: $0.from) })
    }
}
