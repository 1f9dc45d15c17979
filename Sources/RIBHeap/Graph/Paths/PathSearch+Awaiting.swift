// SPDX-License-Identifier: Apache-2.0

/// Which survivors further roots may reach. The survivors are the targets of the search, and the
/// first numbers of its table.
///
/// Walking from roots is the expensive part of a search: globals lead to everything in a process.
/// Reference counts show when it is useless. Take a survivor and everything that leads to it. If
/// the search has seen all references to these, within what the survivors hold, further roots reach
/// the survivor only through another survivor.
extension PathSearch {
    /// Whether further roots may reach a survivor that none has reached, without passing another
    /// one, or are a further path to one that is reached: not all references to it were seen.
    ///
    /// Call it after a walk that did not end early. The survivors that it finds are those that a
    /// walk that may end early waits for.
    ///
    /// - Parameter nodes: The largest number of objects to visit. When survivors hold more, all of
    ///   them count as possibly reachable.
    package mutating func awaitsRoots(nodes: Int = 20_000) -> Bool {
        awaitAll()
        guard !isOver, let near = heldBySurvivors(nodes: nodes) else { return isAwaiting }
        awaited = []
        let graph = RetainedGraph(count: near.holding.count, pairs: near.pairs)
        countMissing(near.holding, graph)
        var isMarked = [Bool](repeating: false, count: graph.count)
        var open = (0..<graph.count).filter { near.holding[$0] > graph.holders[$0].count }
        while let node = open.popLast() {
            if node < survivors.count {
                if !survivors[node].isReached { awaited.insert(UInt32(node)) }
            } else if !isMarked[node] {
                isMarked[node] = true
                open += graph.held[node].map { Int($0) }
            }
        }
        return isAwaiting
    }

    /// Counts the references to the survivors that roots have reached which are neither seen nor
    /// held by survivors.
    private mutating func countMissing(_ holding: [Int], _ graph: RetainedGraph) {
        incomplete = 0
        for index in survivors.indices where survivors[index].isReached && holding[index] != .max {
            let seen = survivors[index].seenReferences + graph.holders[index].count
            survivors[index].missing = max(0, holding[index] - seen)
            if survivors[index].missing > 0 { incomplete += 1 }
        }
    }

    /// Makes later walks wait for all survivors that no root has reached.
    package mutating func awaitAll() {
        awaited = Set(survivors.indices.filter { !survivors[$0].isReached }.map { UInt32($0) })
    }

    /// Whether a walk that may end early would continue.
    package var isAwaiting: Bool { (!awaited.isEmpty || incomplete > 0) && !isOver }

    /// The survivors that such a walk would look for, as inverted addresses.
    var invertedAwaited: [UInt] { awaited.sorted().map { ~table.address($0) } }

    /// The survivors and what they hold that no root has reached so far: the number of references
    /// to each, and the references that were seen.
    ///
    /// - Returns: Nil when there are more than `nodes`, or the time is over.
    private mutating func heldBySurvivors(
        nodes: Int
    ) -> (holding: [Int], pairs: [(from: UInt32, to: UInt32)])? {
        var near = NodeTable(limit: survivors.count + nodes)
        for survivor in survivors.indices { _ = near.insert(table.address(UInt32(survivor))) }
        var pairs: [(from: UInt32, to: UInt32)] = []
        var holding: [Int] = []
        var holder: UInt32 = 0
        while holder < near.count {
            lookAtClock(nodes: 1)
            guard !isOver else { return nil }
            let address = near.address(holder)
            holding.append(graph.strongCount(of: address) ?? .max)
            references.removeAll(keepingCapacity: true)
            graph.appendReferences(of: address, to: &references)
            for reference in references {
                let known = table.find(reference.target).number
                // A root reached it without passing a survivor.
                if let known, Int(known) >= survivors.count { continue }
                let (target, _) = near.insert(reference.target)
                guard target != NodeTable.full else { return nil }
                pairs.append((holder, target))
            }
            holder += 1
        }
        return (holding, pairs)
    }
}

/// The result of a search.
package struct SearchResult: Sendable {
    /// Why each target is alive, in the order of the targets.
    package let paths: [FoundPath]
    /// What would be freed with each target; empty when the search ended before it knew.
    package let dominated: Dominated
    /// Whether time or room ran out before everything was visited. There may be shorter paths, and
    /// paths where the search found none.
    package let isPartial: Bool
    /// How many objects the search met.
    package let nodeCount: Int
}

/// How far a search may go.
package struct SearchLimits {
    /// The largest number of objects to remember.
    package var nodes: Int
    /// Called every few thousand objects. The search ends when it returns true.
    package var isOver: () -> Bool

    package init(nodes: Int = 4_000_000, isOver: @escaping () -> Bool = { false }) {
        self.nodes = nodes
        self.isOver = isOver
    }
}

/// One strong reference on a path. It leads to the next step's holder, or to the path's end.
package struct PathStep: Hashable, Sendable {
    /// The address of the object that holds the reference.
    package let holder: UInt
    /// Where the holder keeps the reference, as in ``HeapReference/place``.
    package let place: UInt32
}

/// Why one target of a search is alive.
package struct FoundPath: Equatable, Sendable {
    package enum Origin: Hashable, Sendable {
        /// The path begins at a root: the rank of the root's class, and the root's index in that
        /// class.
        case root(rank: UInt8, index: Int)
        /// The path is the shortest cycle through the object.
        case itself
        /// No root reaches the object. The path begins at another survivor that no root reaches
        /// either. That survivor is part of a cycle, or nothing that the search saw holds it.
        case survivor(Int)
        /// Nothing that the search saw explains the object.
        case unseen
    }

    package let origin: Origin
    /// The references from the start of the path to the object. The start is the object that the
    /// root leads to, a survivor or the object itself. Empty when the root leads to the object
    /// directly.
    package let steps: [PathStep]
    /// How many strong references to the object the search saw, including those of roots.
    package let seenReferences: Int
    /// Further paths to the object, which other references to it end and which pass no other
    /// survivor: from roots, and then cycles.
    package var others: [FoundPath] = []
}
