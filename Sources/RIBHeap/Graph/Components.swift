// SPDX-License-Identifier: Apache-2.0

/// The strongly connected components of a graph, by Tarjan's algorithm (1972) without recursion.
struct Components {
    /// The component of each node. What a node holds has the node's number or a smaller one.
    private(set) var number: [UInt32]
    /// Whether a component has more than one node, or one that holds itself.
    private(set) var isCyclic: [Bool] = []

    init(of graph: RetainedGraph) {
        let unseen = UInt32.max
        number = Array(repeating: unseen, count: graph.count)
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
                    } else if number[other] == unseen {
                        low[node] = min(low[node], order[other])
                    }
                    continue
                }
                way.removeLast()
                if let parent = way.last { low[parent.node] = min(low[parent.node], low[node]) }
                if low[node] == order[node] { close(node, open: &open, graph: graph) }
            }
        }
    }

    private mutating func close(_ root: Int, open: inout [UInt32], graph: RetainedGraph) {
        let component = UInt32(isCyclic.count)
        var size = 0
        while let node = open.popLast() {
            number[Int(node)] = component
            size += 1
            if Int(node) == root { break }
        }
        isCyclic.append(size > 1 || graph.held(by: root).contains(UInt32(root)))
    }
}
