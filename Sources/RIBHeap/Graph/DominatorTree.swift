// SPDX-License-Identifier: Apache-2.0

/// The immediate dominator of each node: the node that has to be freed before it.
/// `PathSearch.finish` makes it for ``Dominated``.
///
/// Uses Semi-NCA, as in Georgiadis, Tarjan and Werneck, "Finding Dominators in Practice" (2006):
/// the tree of a depth-first walk, semidominators with path compression, and from those the nearest
/// common ancestors. A node is identified by its position in that walk, from 1. Position 0 is an
/// artificial root above all nodes.
struct DominatorTree {
    /// The node at each position; position 0 has none.
    private(set) var nodes: [UInt32] = [.max]
    /// The position of each position's immediate dominator, which is smaller.
    private(set) var dominators: [UInt32] = [0]
    /// The nodes of `others` that no earlier walk reached.
    private(set) var entries: [Int] = []

    private var positions: [UInt32]
    private var ancestors: [UInt32] = [0]
    private var semi: [UInt32] = []
    private var labels: [UInt32] = []

    /// - Parameters:
    ///   - held: Nodes that something outside of the graph holds.
    ///   - others: Nodes to start from if no earlier walk has reached them, in this order.
    ///   - heldFromOutside: Nodes that something outside of the graph holds as well. No walk starts
    ///     from these: the nodes of the other two lists lead to them.
    init(of graph: RetainedGraph, held: [Int], others: [Int], heldFromOutside: [Int]) {
        positions = Array(repeating: 0, count: graph.count)
        var isHeld = [Bool](repeating: false, count: graph.count)
        for node in held {
            isHeld[node] = true
            walk(from: node, in: graph)
        }
        for node in others where positions[node] == 0 {
            isHeld[node] = true
            entries.append(node)
            walk(from: node, in: graph)
        }
        for node in heldFromOutside { isHeld[node] = true }
        dominators = ancestors
        semi = ancestors.indices.map { UInt32($0) }
        labels = semi
        findSemidominators(in: graph, isHeld: isHeld)
        for position in dominators.indices.dropFirst() {
            var candidate = dominators[position]
            while candidate > semi[position] { candidate = dominators[Int(candidate)] }
            dominators[position] = candidate
        }
        (positions, ancestors, semi, labels) = ([], [], [], [])
    }

    /// Visits a node and all that it leads to, in the order of a recursive walk.
    private mutating func walk(from start: Int, in graph: RetainedGraph) {
        var pending: [(node: UInt32, parent: UInt32)] = [(UInt32(start), 0)]
        while let (node, parent) = pending.popLast() {
            guard positions[Int(node)] == 0 else { continue }
            let position = UInt32(nodes.count)
            positions[Int(node)] = position
            nodes.append(node)
            ancestors.append(parent)
            for other in graph.held[Int(node)].reversed() { pending.append((other, position)) }
        }
    }

    private mutating func findSemidominators(in graph: RetainedGraph, isHeld: [Bool]) {
        var way: [UInt32] = []
        for position in nodes.indices.dropFirst().reversed() {
            let node = Int(nodes[position])
            var best = isHeld[node] ? 0 : dominators[position]
            if best != 0 {
                for holder in graph.holders[node] {
                    let from = positions[Int(holder)]
                    let label = bestLabel(of: from, linkedFrom: UInt32(position) + 1, way: &way)
                    best = min(best, semi[Int(label)])
                }
            }
            semi[position] = best
        }
    }

    /// The label with the least semidominator on the way up from a position, through positions that
    /// are done and linked. Shortens that way.
    private mutating func bestLabel(
        of position: UInt32, linkedFrom linked: UInt32, way: inout [UInt32]
    ) -> UInt32 {
        var at = Int(position)
        guard ancestors[at] >= linked else { return labels[at] }
        repeat {
            way.append(UInt32(at))
            at = Int(ancestors[at])
        } while ancestors[at] >= linked
        let top = ancestors[at]
        var best = labels[at]
        while let below = way.popLast() {
            ancestors[Int(below)] = top
            if semi[Int(best)] < semi[Int(labels[Int(below)])] {
                labels[Int(below)] = best
            } else {
                best = labels[Int(below)]
            }
        }
        return labels[Int(position)]
    }
}
