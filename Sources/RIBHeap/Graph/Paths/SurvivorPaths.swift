// SPDX-License-Identifier: Apache-2.0

/// Paths among the survivors that no root reaches: cycles, and paths from one to another.
struct SurvivorPaths {
    let graph: RetainedGraph
    let components: Components

    private let unseen = UInt32.max
    /// The previous node of each node that the current walk has met.
    private var before: [UInt32]
    private var queue: [UInt32] = []

    init(graph: RetainedGraph) {
        self.graph = graph
        components = Components(of: graph)
        before = Array(repeating: unseen, count: graph.count)
    }

    func isCyclic(_ node: Int) -> Bool {
        components.isCyclic[Int(components.number[node])]
    }

    /// The nodes of the shortest cycle through a node, beginning and ending with it.
    mutating func cycle(through node: Int) -> [Int]? {
        guard isCyclic(node) else { return nil }
        forget()
        let component = components.number[node]
        queue.append(UInt32(node))
        var next = 0
        while next < queue.count {
            let holder = queue[next]
            next += 1
            for other in graph.held(by: Int(holder)) {
                if Int(other) == node { return way(to: Int(holder), from: node) + [node] }
                guard components.number[Int(other)] == component, before[Int(other)] == unseen
                else { continue }
                before[Int(other)] = holder
                queue.append(other)
            }
        }
        return nil
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

    private func way(to node: Int, from start: Int) -> [Int] {
        var way = [node]
        var at = node
        while at != start {
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
