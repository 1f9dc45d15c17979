import RIBTrace

/// Lists the living RIBs of a process, each below the one it is attached to.
///
/// A damaged trace may attach RIBs in a circle, or thousands below each other: each is visited once,
/// and what is too deep is only counted.
struct TreeWalk {
    /// Deeper RIBs are counted, not listed; real trees have some dozens of levels.
    static let mostLevels = 64

    private(set) var tree: [TreeNode] = []
    private(set) var detached: [TreeNode] = []

    private let state: LiveState
    private let now: UInt64
    private let children: [ObjectID: [ObjectID]]
    private let parts: LivingParts
    private var visited: Set<ObjectID> = []

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
        for id in living where !visited.contains(id) { tree += subtree(of: id) }
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

    private struct Step {
        let id: ObjectID
        let parent: ObjectID?
        let depth: Int
        /// Where the last listed RIB above stands.
        let host: Int
    }

    private mutating func subtree(of root: ObjectID) -> [TreeNode] {
        var nodes: [TreeNode] = []
        var pending = [Step(id: root, parent: nil, depth: 0, host: 0)]
        while let step = pending.popLast() {
            guard visited.insert(step.id).inserted else { continue }
            var host = step.host
            if step.depth < Self.mostLevels {
                host = nodes.count
                nodes.append(node(step))
            } else {
                nodes[host].omitted += 1
            }
            // The stack gives back the last first.
            for child in (children[step.id] ?? []).reversed() {
                pending.append(
                    Step(id: child, parent: step.id, depth: step.depth + 1, host: host))
            }
        }
        return nodes
    }

    private func node(_ step: Step) -> TreeNode {
        let since = state.lastMoves[step.id] ?? now
        return TreeNode(
            id: step.id.rawValue, parent: step.parent?.rawValue, depth: step.depth,
            type: state.model.typeName(of: step.id), ribPath: state.model.ribPath(of: step.id),
            standing: standing(of: step.id), isActive: parts.active.contains(step.id),
            age: now > since ? now - since : 0,
            subscriptions: parts.subscriptions[step.id] ?? 0,
            workers: parts.workers[step.id] ?? [])
    }

    private func standing(of id: ObjectID) -> TreeNode.Standing {
        guard let node = state.model.nodes[id] else { return .unattached }
        if node.isDetached { return .detached }
        if !node.parent.isNone {
            // A parent that nothing is known of is not said to be freed.
            return state.model.nodes[node.parent]?.isDestroyed == true ? .orphaned : .attached
        }
        return node.isLaunched ? .launched : .unattached
    }
}

extension TreeNode.Standing {
    /// False for what the tree has no place for any more.
    package var isInTree: Bool { self != .detached && self != .orphaned }
}
