// SPDX-License-Identifier: Apache-2.0

/// Paths among the survivors that no root reaches: cycles, and paths from one to another.
struct SurvivorPaths {
    let graph: RetainedGraph
    /// The strongly connected component of each node. What a node holds has the node's number or a
    /// smaller one.
    private(set) var components: [UInt32]
    /// Whether a component has more than one node, or one that holds itself.
    private var isCyclicComponent: [Bool] = []

    private let unseen = UInt32.max
    /// The previous node of each node that the current walk has met.
    private var before: [UInt32]
    private var queue: [UInt32] = []

    init(graph: RetainedGraph) {
        self.graph = graph
        components = Array(repeating: unseen, count: graph.count)
        before = components
        findComponents()
    }

    func isCyclic(_ node: Int) -> Bool { isCyclicComponent[Int(components[node])] }

    /// The most nodes to visit after the first cycle of a node.
    private static let mostNodes = 4_096

    /// The nodes of cycles through a node, each beginning and ending with it: the shortest one for
    /// each object that holds the node. The shortest of all comes first.
    ///
    /// - Parameter most: The largest number of cycles.
    mutating func cycles(through node: Int, most: Int) -> [[Int]] {
        guard isCyclic(node) else { return [] }
        forget()
        let component = components[node]
        before[node] = UInt32(node)
        queue.append(UInt32(node))
        var cycles: [[Int]] = []
        var next = 0
        var last = Int.max
        while next < min(queue.count, last), cycles.count < most {
            let holder = queue[next]
            next += 1
            let held = graph.held(by: Int(holder))
            for other in held
            where components[Int(other)] == component && before[Int(other)] == unseen {
                before[Int(other)] = holder
                queue.append(other)
            }
            guard held.contains(UInt32(node)), let way = way(to: Int(holder)) else { continue }
            if cycles.isEmpty { last = next + Self.mostNodes }
            cycles.append(way + [node])
        }
        return cycles
    }

    /// Starts a walk from all of these at once. `way(to:)` then says how each node is reached.
    mutating func walk(from sources: [Int]) {
        forget()
        for source in sources where before[source] == unseen {
            before[source] = UInt32(source)
            queue.append(UInt32(source))
        }
        var next = 0
        while next < queue.count {
            let holder = queue[next]
            next += 1
            for other in graph.held(by: Int(holder)) where before[Int(other)] == unseen {
                before[Int(other)] = holder
                queue.append(other)
            }
        }
    }

    /// The nodes of the shortest path to a node from the nearest source of `walk`.
    func way(to node: Int) -> [Int]? {
        guard before[node] != unseen else { return nil }
        var way = [node]
        var at = node
        while before[at] != UInt32(at) {
            at = Int(before[at])
            way.append(at)
        }
        return way.reversed()
    }

    private mutating func forget() {
        for node in queue { before[Int(node)] = unseen }
        queue.removeAll(keepingCapacity: true)
    }
}

/// Finds the strongly connected components of a graph by Tarjan's algorithm (1972), without
/// recursion.
extension SurvivorPaths {
    private mutating func findComponents() {
        var order = [UInt32](repeating: unseen, count: graph.count)
        var low = [UInt32](repeating: 0, count: graph.count)
        var counted: UInt32 = 0
        /// Nodes whose component is not complete.
        var open: [UInt32] = []
        /// The path from the start to the current node, and which link of each node comes next.
        var way: [(node: Int, next: Int)] = []

        for start in 0..<graph.count where order[start] == unseen {
            way.append((start, 0))
            while let (node, next) = way.last {
                if next == 0 {
                    order[node] = counted
                    low[node] = counted
                    counted += 1
                    open.append(UInt32(node))
                }
                let held = graph.held(by: node)
                if next < held.count {
                    way[way.count - 1].next += 1
                    let other = Int(held[held.startIndex + next])
                    if order[other] == unseen {
                        way.append((other, 0))
                    } else if components[other] == unseen {
                        low[node] = min(low[node], order[other])
                    }
                    continue
                }
                way.removeLast()
                if let parent = way.last { low[parent.node] = min(low[parent.node], low[node]) }
                if low[node] == order[node] { close(node, open: &open) }
            }
        }
    }

    private mutating func close(_ root: Int, open: inout [UInt32]) {
        let component = UInt32(isCyclicComponent.count)
        var size = 0
        while let node = open.popLast() {
            components[Int(node)] = component
            size += 1
            if Int(node) == root { break }
        }
        isCyclicComponent.append(size > 1 || graph.held(by: root).contains(UInt32(root)))
    }
}
