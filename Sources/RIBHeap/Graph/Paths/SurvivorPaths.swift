// SPDX-License-Identifier: Apache-2.0

/// Paths among the survivors: cycles, and paths to those that no root reaches. `PathSearch.finish`
/// makes it and asks for both.
struct SurvivorPaths {
    let graph: RetainedGraph
    /// The strongly connected component of each node. What a node holds has the node's number or a
    /// greater one.
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
    mutating func cycles(through node: Int, most: Int) -> [[Int]] {
        guard isCyclic(node) else { return [] }
        begin(from: [node])
        var cycles: [[Int]] = []
        var next = 0
        var last = Int.max
        while next < min(queue.count, last), cycles.count < most {
            let holder = Int(queue[next])
            next += 1
            visit(holder, within: components[node])
            guard graph.held[holder].contains(UInt32(node)), let way = way(to: holder)
            else { continue }
            if cycles.isEmpty { last = next + Self.mostNodes }
            cycles.append(way + [node])
        }
        return cycles
    }

    /// Starts a walk from all of these at once. `way(to:)` then says how each node is reached.
    mutating func walk(from sources: [Int]) {
        begin(from: sources)
        var next = 0
        while next < queue.count {
            visit(Int(queue[next]))
            next += 1
        }
    }

    private mutating func begin(from sources: [Int]) {
        for node in queue { before[Int(node)] = unseen }
        queue.removeAll(keepingCapacity: true)
        for source in sources where before[source] == unseen {
            before[source] = UInt32(source)
            queue.append(UInt32(source))
        }
    }

    /// Queues what a node holds and the walk has not met, in one component or any.
    private mutating func visit(_ holder: Int, within component: UInt32? = nil) {
        for other in graph.held[holder] where before[Int(other)] == unseen {
            guard component == nil || components[Int(other)] == component else { continue }
            before[Int(other)] = UInt32(holder)
            queue.append(other)
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
}

/// Finds the strongly connected components of a graph by Kosaraju's algorithm, without recursion.
extension SurvivorPaths {
    private mutating func findComponents() {
        for root in nodesByEnd().reversed() where components[Int(root)] == unseen {
            let component = UInt32(isCyclicComponent.count)
            components[Int(root)] = component
            var (open, size) = ([root], 0)
            while let node = open.popLast() {
                size += 1
                for holder in graph.holders[Int(node)]
                where components[Int(holder)] == unseen {
                    components[Int(holder)] = component
                    open.append(holder)
                }
            }
            isCyclicComponent.append(size > 1 || graph.held[Int(root)].contains(root))
        }
    }

    /// The nodes in the order in which a recursive walk leaves them.
    private func nodesByEnd() -> [UInt32] {
        var ended: [UInt32] = []
        var isMet = [Bool](repeating: false, count: graph.count)
        for start in 0..<graph.count {
            var pending: [(node: UInt32, isEnd: Bool)] = [(UInt32(start), false)]
            while let (node, isEnd) = pending.popLast() {
                if isEnd { ended.append(node) }
                guard !isEnd, !isMet[Int(node)] else { continue }
                isMet[Int(node)] = true
                pending.append((node, true))
                for other in graph.held[Int(node)].reversed() { pending.append((other, false)) }
            }
        }
        return ended
    }
}
