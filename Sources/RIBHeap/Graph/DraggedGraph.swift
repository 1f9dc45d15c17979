/// Survivors and what only they lead to, with the references between them.
///
/// Survivors have the first numbers; the others follow in the order in which the walk met them.
struct DraggedGraph {
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
