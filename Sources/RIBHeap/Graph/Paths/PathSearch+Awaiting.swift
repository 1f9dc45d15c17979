// SPDX-License-Identifier: Apache-2.0

/// Which survivors further roots may lead to.
///
/// The walk from roots is the dear part of a search: globals lead to all that a process has. Reference
/// counts tell when it is in vain. If all references are seen, in what the survivors hold, to a survivor and
/// to all that leads there, no root that was not walked from reaches it, but by another survivor.
extension PathSearch {
    /// Whether further roots may reach a survivor that none has reached, without passing another one.
    ///
    /// To be called after a walk that did not end early. What it finds is what a walk that may end early
    /// waits for.
    ///
    /// - Parameter nodes: The most objects that it looks at; when survivors hold more, they may all be
    ///   reached.
    package mutating func awaitsRoots(nodes: Int = 20_000) -> Bool {
        awaitAll()
        guard isAwaiting, let near = heldBySurvivors(nodes: nodes) else { return isAwaiting }
        awaited = []
        let graph = RetainedGraph(count: near.holding.count, pairs: near.pairs)
        var isMarked = [Bool](repeating: false, count: graph.count)
        var open: [Int] = []
        func mark(_ node: Int, _ awaited: inout Set<UInt32>) {
            if node < survivors.count {
                if !survivors[node].isReached { awaited.insert(UInt32(node)) }
            } else if !isMarked[node] {
                isMarked[node] = true
                open.append(node)
            }
        }
        for node in 0..<graph.count where near.holding[node] > graph.holders(of: node).count {
            mark(node, &awaited)
        }
        while let node = open.popLast() {
            for other in graph.held(by: node) { mark(Int(other), &awaited) }
        }
        return !awaited.isEmpty
    }

    /// Makes the walks to come wait for all survivors that no root has reached.
    package mutating func awaitAll() {
        awaited = Set(survivors.indices.filter { !survivors[$0].isReached }.map { UInt32($0) })
    }

    /// Whether a walk that may end early would go on.
    package var isAwaiting: Bool { !awaited.isEmpty && !isOver }

    /// The survivors and what they hold but no root walked so far does: how many references there are to
    /// each, and those that were seen.
    ///
    /// - Returns: Nil when there are more than so many, or the time is over.
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

/// What a search found out.
package struct SearchResult: Sendable {
    /// Why each target is alive, in the order in which they were given.
    package let paths: [FoundPath]
    /// What would be freed with each; empty when the search ended before it knew.
    package let dominated: Dominated
    /// True when time or room was over before everything was looked at: there may be shorter paths,
    /// and paths where none was found.
    package let isPartial: Bool
    /// How many objects were met.
    package let nodeCount: Int
}

/// How far a search may go.
package struct SearchLimits {
    /// The most objects it remembers.
    package var nodes: Int
    /// Asked every few thousand objects; the search ends when it says true.
    package var isOver: () -> Bool

    package init(nodes: Int = 4_000_000, isOver: @escaping () -> Bool = { false }) {
        self.nodes = nodes
        self.isOver = isOver
    }
}

/// One strong reference on a path: the next step's holder, or the path's end, is what it leads to.
package struct PathStep: Hashable, Sendable {
    /// The address of the object that holds the reference.
    package let holder: UInt
    /// Where it keeps the reference, as in ``HeapReference/place``.
    package let place: UInt32

    package init(holder: UInt, place: UInt32) {
        self.holder = holder
        self.place = place
    }
}

/// Why one of the objects that a search was for is alive.
package struct FoundPath: Equatable, Sendable {
    package enum Origin: Hashable, Sendable {
        /// The path begins at a root: the class of it, and which of that class's roots.
        case root(rank: UInt8, index: Int)
        /// The path is the shortest cycle through the object.
        case itself
        /// No root reaches the object; the path begins at another one that none reaches either. That
        /// one has a cycle, or is held by nothing that was seen.
        case survivor(Int)
        /// Nothing that was seen explains the object.
        case unseen
    }

    package let origin: Origin
    /// From the object that the root leads to, or from the survivor, or from the object itself, to the
    /// object; empty when the root leads to it directly.
    package let steps: [PathStep]
    /// The survivors that a path from a root passes, by their numbers in the order of the path.
    package let passed: [Int]
    /// How many strong references to the object the search saw, those of roots included.
    package let seenReferences: Int
}
