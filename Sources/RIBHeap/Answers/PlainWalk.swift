/// A breadth-first walk that serves all targets, class of roots by class of roots.
struct PlainWalk {
    struct Found {
        enum Origin {
            /// The class of roots, and which of them.
            case root(group: Int, index: Int)
            case itself
            case unseen
        }

        var origin = Origin.unseen
        /// One after the other, to the target.
        var references: [(holder: UInt, reference: HeapReference)] = []
        var seenReferences = 0
        var isPartial = false
    }

    private struct Node {
        let address: UInt
        /// The number of the node that led here, or `rootMark`.
        let parent: UInt32
        /// Where that holds it, or which root it is.
        let place: UInt32
    }

    private static let rootMark = UInt32.max
    private static let most = 4_000_000

    private let graph: SwiftObjectGraph
    private let targets: [UInt]
    private let isOver: () -> Bool
    private var seen: [UInt: Int] = [:]
    private var nodes: [Node] = []
    private var numbers = AddressTable()
    private var groupStarts: [Int] = []
    private var isPartial = false

    init(graph: SwiftObjectGraph, targets: [UInt], isOver: @escaping () -> Bool) {
        self.graph = graph
        self.targets = targets
        self.isOver = isOver
        for target in targets { seen[target] = 0 }
    }

    mutating func walk(from roots: [UInt]) {
        groupStarts.append(nodes.count)
        let start = nodes.count
        for (index, root) in roots.enumerated() {
            add(root, parent: Self.rootMark, place: UInt32(index))
        }
        walk(from: start)
    }

    private mutating func add(_ address: UInt, parent: UInt32, place: UInt32) {
        guard numbers[address] == nil else { return }
        guard nodes.count < Self.most else {
            isPartial = true
            return
        }
        numbers.insert(address, UInt32(nodes.count))
        nodes.append(Node(address: address, parent: parent, place: place))
    }

    private mutating func walk(from start: Int) {
        var next = start
        var references: [HeapReference] = []
        while next < nodes.count {
            if next % 1024 == 0, isOver() {
                isPartial = true
                return
            }
            references.removeAll(keepingCapacity: true)
            graph.appendReferences(of: nodes[next].address, to: &references)
            for reference in references {
                seen[reference.target]? += 1
                add(reference.target, parent: UInt32(next), place: reference.place)
            }
            next += 1
        }
    }

    /// What was found for each target.
    mutating func finish() -> [Found] {
        let rooted = nodes.count
        return targets.map { target in
            var found = Found()
            if let number = numbers[target], Int(number) < rooted {
                found = path(to: Int(number))
            } else if let cycle = cycle(through: target) {
                found = Found(origin: .itself, references: cycle)
            }
            found.seenReferences = seen[target] ?? 0
            found.isPartial = isPartial
            return found
        }
    }

    private func path(to number: Int) -> Found {
        var references: [(holder: UInt, reference: HeapReference)] = []
        var node = nodes[number]
        var group = groupStarts.lastIndex { $0 <= number } ?? 0
        var current = number
        while node.parent != Self.rootMark {
            current = Int(node.parent)
            let parent = nodes[current]
            references.append(
                (parent.address, HeapReference(target: node.address, place: node.place)))
            node = parent
        }
        group = groupStarts.lastIndex { $0 <= current } ?? 0
        return Found(
            origin: .root(group: group, index: Int(node.place)), references: references.reversed())
    }

    private mutating func cycle(
        through target: UInt
    ) -> [(holder: UInt, reference: HeapReference)]? {
        var walk = PlainWalk(graph: graph, targets: [target], isOver: isOver)
        walk.groupStarts = [0]
        walk.add(target, parent: Self.rootMark, place: 0)
        var next = 0
        var references: [HeapReference] = []
        while next < walk.nodes.count {
            let address = walk.nodes[next].address
            references.removeAll(keepingCapacity: true)
            graph.appendReferences(of: address, to: &references)
            for reference in references {
                if reference.target == target {
                    seen[target]? += 1
                    return walk.path(to: next).references + [(address, reference)]
                }
                walk.add(reference.target, parent: UInt32(next), place: reference.place)
            }
            next += 1
        }
        return nil
    }
}
