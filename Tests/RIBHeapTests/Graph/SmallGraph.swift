// SPDX-License-Identifier: Apache-2.0

import RIBHeap
import TraceFixtures

/// A graph of a few nodes, numbered from 0, in which each reference's place is its index.
struct SmallGraph: ObjectGraph {
    /// Of each node, what it holds.
    var held: [[Int]]
    /// Of each class of roots, in order, the nodes that its roots lead to.
    var roots: [[Int]] = []
    var targets: [Int] = []
    /// Of each node, how many references there are to it; nil when that cannot be asked.
    var counts: [Int]?

    static func address(_ node: Int) -> UInt { 0x10000 + UInt(node) * 16 }

    static func node(_ address: UInt) -> Int { Int(address - 0x10000) / 16 }

    func appendReferences(of node: UInt, to references: inout [HeapReference]) {
        for (index, target) in held[Self.node(node)].enumerated() {
            references.append(
                HeapReference(target: Self.address(target), place: UInt(index)))
        }
    }

    func strongCount(of node: UInt) -> Int? { counts?[Self.node(node)] }

    /// This graph, in which the references that are held by roots and some nodes count.
    func counted(holders: some Sequence<Int>) -> SmallGraph {
        var graph = self
        var counts = Array(repeating: 0, count: held.count)
        for target in holders.flatMap({ held[$0] }) + roots.joined() { counts[target] += 1 }
        graph.counts = counts
        return graph
    }

    /// Walks from roots of the second class on only while they may explain something.
    func searchWithoutVainWalks() -> SearchResult {
        var search = PathSearch(graph: self, targets: targets.map(Self.address))
        for (rank, roots) in roots.enumerated() {
            if rank == 1, !search.awaitsRoots() { break }
            if rank > 1, !search.isAwaiting { break }
            search.walk(
                from: roots.map(Self.address), areReferences: true,
                endsWhenFound: rank > 0)
        }
        return search.finish()
    }

    func search(limits: SearchLimits = SearchLimits()) -> SearchResult {
        var search = PathSearch(
            graph: self, targets: targets.map(Self.address), limits: limits)
        for roots in roots {
            search.walk(from: roots.map(Self.address), areReferences: true)
        }
        return search.finish()
    }

    /// The nodes of a path with its end, if each step is a reference of the graph.
    func nodes(of path: FoundPath, to target: Int) -> [Int]? {
        var nodes = path.steps.map { Self.node($0.holder) }
        nodes.append(target)
        for (index, step) in path.steps.enumerated() {
            let held = held[nodes[index]]
            guard held.firstIndex(of: nodes[index + 1]) == Int(step.place) else { return nil }
        }
        return nodes
    }

    /// The nodes that a target dominates, of which each has a bit of its own.
    static func objects(_ dominated: Dominated, _ target: Int) -> Set<Int> {
        let bits = dominated.sums { 1 << node($0) }[target]
        return Set((0..<Int.bitWidth).filter { bits >> $0 & 1 == 1 })
    }

    static func random(seed: UInt64) -> SmallGraph {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...14, using: &random)
        let density = Double.random(in: 0.3...2.2, using: &random)
        var graph = SmallGraph(held: Array(repeating: [], count: count))
        for _ in 0..<Int(Double(count) * density) {
            let holder = Int.random(in: 0..<count, using: &random)
            graph.held[holder].append(Int.random(in: 0..<count, using: &random))
        }
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            graph.roots.append(
                (0..<Int.random(in: 0...2, using: &random)).map { _ in
                    Int.random(in: 0..<count, using: &random)
                })
        }
        graph.targets = (0..<Int.random(in: 1...5, using: &random)).map { _ in
            Int.random(in: 0..<count, using: &random)
        }
        return graph
    }
}
