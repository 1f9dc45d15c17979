import RIBTrace

extension TraceModel {
    /// Takes the routers among the survivors of a judgement that never were in a tree.
    mutating func judgeNeverAttached(
        among survivors: [ObjectID], _ reason: SettleReason, _ scope: ScopeID
    ) {
        let routers = survivors.filter { id in
            nodes[id].map { $0.kind == .router && !$0.isDestroyed && $0.wasNeverAttached } ?? false
        }
        let types = routers.isEmpty ? [] : typesInTree()
        if reason == .scopeEnd {
            neverAttached.judge(routers, atEndOf: scope, types)
        } else {
            neverAttached.judgeAll(routers, types)
        }
    }

    /// The routers that were found so and were not attached later either.
    var neverAttachedRouters: [(router: ObjectID, facts: NeverAttached.Facts)] {
        neverAttached.all { nodes[$0]?.isDestroyed ?? true }
            .filter { nodes[$0.router]?.wasNeverAttached ?? false }
    }

    /// The types of RIBs whose code runs in the tree for certain.
    private mutating func typesInTree() -> Set<StringID> {
        let nodes = nodes
        let living = neverAttached.living { nodes[$0]?.isDestroyed ?? true }
        var inTree: Set<StringID> = []
        var elsewhere: Set<StringID> = []
        var known: [ObjectID: Bool] = [:]
        for id in living {
            guard let node = nodes[id] else { continue }
            let isInTree =
                (node.isLaunched || !node.parent.isNone) && isInUse(id, known: &known)
            if isInTree { inTree.insert(node.type) } else { elsewhere.insert(node.type) }
        }
        return inTree.subtracting(elsewhere)
    }
}
