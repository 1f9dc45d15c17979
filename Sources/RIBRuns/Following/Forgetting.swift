// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace

extension TraceModel {
    /// Forgets what is over and cannot change any finding: freed objects and ended subscriptions
    /// that nothing refers to. All findings stay the same.
    ///
    /// - Parameter objects: Objects that others refer to.
    /// - Complexity: O(what is not forgotten yet).
    package mutating func forgetWhatIsOver(besides objects: Set<ObjectID> = []) {
        subscriptions.forgetWhatIsOver(in: tree)
        var references = objects
        subscriptions.addReferences(to: &references, in: tree)
        leaks.addReferences(to: &references)
        mistakes.addReferences(to: &references)
        references.formUnion(neverAttached.found.keys)
        departures.addReferences(to: &references)
        let known = references
        retentions.keep { id in
            // Places that grow have numbers that no object has.
            tree.nodes[id].map { !$0.isDestroyed || !$0.isOld || known.contains(id) } ?? true
        }
        retentions.addReferences(to: &references)
        tree.forget(besides: references)
        neverAttached.forgetFreed(tree.isFreed)
        departures.forgetFreed(in: tree)
    }

    /// How many objects and subscriptions are in memory.
    package var size: Int { tree.nodes.count + subscriptions.records.count }
}

extension TreeModel {
    /// Forgets the objects that were freed a while ago and that nothing needs any more.
    ///
    /// Stay: what is alive; what was freed since the last call, as events about it may still come;
    /// what is referred to, and all that give those their places and owners; and of each type the
    /// first object.
    ///
    /// - Parameter references: The objects that the other models refer to.
    /// - Complexity: O(objects that are not forgotten yet).
    package mutating func forget(besides references: Set<ObjectID>) {
        var needed: Set<ObjectID> = []
        add(Array(references), to: &needed)
        nodes.visit { id, node in
            if !node.isDestroyed || !node.isOld { add(self.references(of: id, node), to: &needed) }
        }
        add(nextRouters(besides: needed), to: &needed)
        var seen: Set<UInt64> = []
        let count = nodes.count
        nodes.keep { id, node in
            let isFirst = seen.insert(node.type.rawValue << 8 | UInt64(node.kind.rawValue)).inserted
            let isKept = !node.isDestroyed || !node.isOld || isFirst || needed.contains(id)
            if node.isDestroyed { node.isOld = true }
            return isKept
        }
        guard count > nodes.count else { return }
        placements = placements.filter { nodes[$0.key] != nil }
        moreOwners = moreOwners.filter { nodes[$0.key] != nil }
        plainParts = plainParts.filter { nodes[$0.key] != nil }
        interactors = interactors.filter { nodes[$0.key] != nil }
        components = components.filter { nodes[$0.key] != nil }
    }

    /// Adds the old ones of some objects, and the old objects that those need.
    private func add(_ objects: [ObjectID], to needed: inout Set<ObjectID>) {
        var pending = objects
        while let id = pending.popLast() {
            guard let node = nodes[id], node.isDestroyed, node.isOld, needed.insert(id).inserted
            else { continue }
            pending += references(of: id, node)
        }
    }

    /// What gives an object its place, its owners and what its RIB consists of.
    private func references(of id: ObjectID, _ node: TracedNode) -> [ObjectID] {
        var objects = [node.lastParent, node.firstOwner] + (moreOwners[id] ?? [])
        if node.kind.isTreeNode {
            components[id].map { objects.append($0) }
            objects += plainParts[id] ?? []
        }
        return objects
    }

    /// For each component, the next router like the one that uses it: whether that has a component
    /// of its own tells who keeps this one.
    private func nextRouters(besides needed: Set<ObjectID>) -> [ObjectID] {
        var users: Set<ObjectID> = []
        nodes.visit { id, node in
            guard node.kind == .component, !node.isDestroyed || !node.isOld || needed.contains(id)
            else { return }
            self.users(of: id).max().map { _ = users.insert($0) }
        }
        guard !users.isEmpty else { return [] }
        var routers: [ObjectID] = []
        var waiting: Set<StringID> = []
        nodes.visit { id, node in
            guard node.kind == .router else { return }
            if waiting.remove(node.type) != nil { routers.append(id) }
            if users.contains(id) { waiting.insert(node.type) }
        }
        return routers
    }
}
