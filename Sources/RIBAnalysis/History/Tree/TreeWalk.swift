import RIBTrace
import RIBTrees

/// Lists the living RIBs of a process, each below the one it is attached to.
struct TreeWalk {
    private(set) var tree: [RIBTree.Node] = []
    private(set) var detached: [RIBTree.Node] = []

    private let state: LiveState
    private let now: UInt64
    private let children: [ObjectID: [ObjectID]]
    private let parts: LivingParts
    private var descent = TreeDescent<ObjectID>()

    /// - Parameter now: The moment, in nanoseconds on the trace's clock.
    init(of state: LiveState, at now: UInt64) {
        self.state = state
        self.now = now
        parts = LivingParts(of: state)
        let living = state.lastMoves.keys.sorted()
        children = Self.children(of: living, in: state)
        for id in living where Self.parent(of: id, in: state) == nil {
            let nodes = subtree(of: id)
            if standing(of: id).isInTree { tree += nodes } else { detached += nodes }
        }
        // What is left is attached in a circle.
        for id in living { tree += subtree(of: id) }
    }

    /// The living RIB that another is attached to.
    private static func parent(of id: ObjectID, in state: LiveState) -> ObjectID? {
        guard let parent = state.model.nodes[id]?.parent, state.lastMoves[parent] != nil else {
            return nil
        }
        return parent
    }

    private static func children(
        of living: [ObjectID], in state: LiveState
    ) -> [ObjectID: [ObjectID]] {
        var children: [ObjectID: [ObjectID]] = [:]
        for id in living {
            if let parent = parent(of: id, in: state) { children[parent, default: []].append(id) }
        }
        return children.mapValues { siblings in
            siblings.sorted { (state.lastMoves[$0] ?? 0, $0) < (state.lastMoves[$1] ?? 0, $1) }
        }
    }

    private mutating func subtree(of root: ObjectID) -> [RIBTree.Node] {
        let steps = descent.steps(from: root, key: { $0 }, children: { children[$0] ?? [] })
        return steps.map { step in
            let since = state.lastMoves[step.item] ?? now
            return RIBTree.Node(
                id: step.item.rawValue, parent: step.parent.map { steps[$0].item.rawValue },
                depth: step.depth, type: state.model.typeName(of: step.item),
                ribPath: state.model.ribPath(of: step.item), standing: standing(of: step.item),
                isActive: parts.active.contains(step.item), age: now > since ? now - since : 0,
                subscriptions: parts.subscriptions[step.item] ?? 0,
                workers: parts.workers[step.item] ?? [], omitted: step.omitted)
        }
    }

    private func standing(of id: ObjectID) -> RIBTree.Node.Standing {
        guard let node = state.model.nodes[id] else { return .unattached }
        if node.isDetached { return .detached }
        if !node.parent.isNone {
            // A parent that nothing is known of is not said to be freed.
            return state.model.nodes[node.parent]?.isDestroyed == true ? .orphaned : .attached
        }
        return node.isLaunched ? .launched : .unattached
    }
}

/// The order of places in a tree.
enum PlaceOrder {
    /// The rank of each path in an order in which a place's parts and children follow it.
    static func ranks(of paths: [String]) -> [String: Int] {
        let order = paths.sorted(by: isBefore)
        return Dictionary(zip(order, order.indices)) { first, _ in first }
    }

    /// True when the left path stands first.
    static func isBefore(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8) { left, right in
            (left == slash ? 0 : left) < (right == slash ? 0 : right)
        }
    }

    private static let slash = UInt8(ascii: "/")
}
