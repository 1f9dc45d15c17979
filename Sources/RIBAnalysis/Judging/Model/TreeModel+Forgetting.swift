// SPDX-License-Identifier: Apache-2.0

import RIBTrace

extension TreeModel {
    /// How many objects were made.
    var madeCount: Int { nodes.count + forgottenCount }

    /// Forgets the objects that were freed a while ago and that nothing needs any more.
    ///
    /// Stay: what is alive; what was freed since the last call, as events about it may still come;
    /// what is referred to, and all that give those their places and owners; and of each type the
    /// first object.
    ///
    /// - Parameter references: The objects that the other models refer to.
    /// - Complexity: O(objects that are not forgotten yet).
    package mutating func forget(besides references: Set<ObjectID>) {
        var needed = Needed(references, in: self)
        nodes.visit { id, node in
            if !node.isDestroyed || !node.isOld { needed.addReferences(of: id) }
        }
        needed.addNextRouters()
        var seen: Set<UInt64> = []
        let (ids, count) = (needed.ids, nodes.count)
        nodes.keep { id, node in
            let isFirst = seen.insert(node.type.rawValue << 8 | UInt64(node.kind.rawValue)).inserted
            let isKept = !node.isDestroyed || !node.isOld || isFirst || ids.contains(id)
            if node.isDestroyed { node.isOld = true }
            return isKept
        }
        forgottenCount += count - nodes.count
        guard count > nodes.count else { return }
        placements = placements.filter { nodes[$0.key] != nil }
        moreOwners = moreOwners.filter { nodes[$0.key] != nil }
        plainParts = plainParts.filter { nodes[$0.key] != nil }
        components = components.filter { nodes[$0.key] != nil }
    }

    /// The old objects that others need.
    private struct Needed {
        private(set) var ids: Set<ObjectID> = []
        private let tree: TreeModel
        private var pending: [ObjectID] = []

        init(_ references: Set<ObjectID>, in tree: TreeModel) {
            self.tree = tree
            for id in references { add(id) }
            addPending()
        }

        /// Adds what gives an object its place, its owners and what its RIB consists of.
        mutating func addReferences(of id: ObjectID) {
            visitReferences(of: id)
            addPending()
        }

        private mutating func visitReferences(of id: ObjectID) {
            guard let node = tree.nodes[id] else { return }
            add(node.lastParent)
            add(node.firstOwner)
            for owner in tree.moreOwners[id] ?? [] { add(owner) }
            if node.kind.isTreeNode {
                tree.components[id].map { add($0) }
                for part in tree.plainParts[id] ?? [] { add(part) }
            }
        }

        private mutating func add(_ id: ObjectID) {
            guard let node = tree.nodes[id], node.isDestroyed, node.isOld, ids.insert(id).inserted
            else { return }
            pending.append(id)
        }

        private mutating func addPending() {
            while let id = pending.popLast() { visitReferences(of: id) }
        }

        /// Adds, for each component, the next router like the one that uses it: whether that has a
        /// component of its own tells who keeps this one.
        mutating func addNextRouters() {
            var users: Set<ObjectID> = []
            tree.nodes.visit { id, node in
                guard node.kind == .component,
                    !node.isDestroyed || !node.isOld || ids.contains(id)
                else { return }
                tree.users(of: id).max().map { _ = users.insert($0) }
            }
            guard !users.isEmpty else { return }
            var waiting: Set<StringID> = []
            tree.nodes.visit { id, node in
                guard node.kind == .router else { return }
                if waiting.remove(node.type) != nil { add(id) }
                if users.contains(id) { waiting.insert(node.type) }
            }
            addPending()
        }
    }
}
