// SPDX-License-Identifier: Apache-2.0

import RIBTrace

extension TraceModel {
    /// Forgets what is over and cannot change any finding: freed objects and ended subscriptions
    /// that nothing refers to. All findings stay the same.
    ///
    /// Whoever follows a process calls it when its models are large, and each time that they have
    /// doubled since: a watch, and the process that judges its own tests. A report keeps all.
    ///
    /// - Parameter objects: Objects that others refer to, such as a list of subscriptions.
    /// - Complexity: O(what is not forgotten yet).
    package mutating func forgetWhatIsOver(besides objects: Set<ObjectID> = []) {
        subscriptions.forgetWhatIsOver(in: tree)
        var needed = objects.union(subscriptions.records.values.map(\.owner))
            .union(subscriptions.unownedRecords.owners(in: tree))
            .union(leaks.objects).union(mistakes.objects).union(departures.absent.keys)
            .union(neverAttached.found.keys)
        retentions.answers = retentions.answers.filter { id, _ in
            // Places that grow have numbers that no object has.
            tree.nodes[id].map { !$0.isDestroyed || !$0.isOld } ?? true || needed.contains(id)
        }
        for found in retentions.answers.values.compactMap(\.found) {
            for path in [found] + found.others { needed.formUnion(path.steps.map(\.holderObject)) }
        }
        tree.forget(besides: needed)
    }

    /// How many objects and subscriptions are in memory.
    package var size: Int { tree.nodes.count + subscriptions.records.count }
}

extension TreeModel {
    /// Forgets the objects that were freed a while ago and that nothing needs any more.
    ///
    /// Stay: what is alive; what was freed since the last call, as events about it may still come;
    /// and what is referred to, and all that give those their places and owners.
    ///
    /// - Parameter references: The objects that the other models refer to.
    /// - Complexity: O(objects that are not forgotten yet).
    package mutating func forget(besides references: Set<ObjectID>) {
        var needed: Set<ObjectID> = []
        add(Array(references), to: &needed)
        for (id, node) in nodes where !node.isDestroyed || !node.isOld {
            add(self.references(of: id, node), to: &needed)
        }
        add(nextRouters(besides: needed), to: &needed)
        let over = nodes.compactMap { id, node in
            node.isDestroyed && node.isOld && !needed.contains(id) ? id : nil
        }
        // In place: tables that are made anew each time would leave gaps in the heap.
        for id in over {
            nodes[id] = nil
            (moreOwners[id], plainParts[id]) = (nil, nil)
            (interactors[id], components[id]) = (nil, nil)
        }
        for id in nodes.keys where nodes[id]?.isDestroyed == true { nodes[id]?.isOld = true }
        if !over.isEmpty { placements = placements.filter { nodes[$0.key] != nil } }
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
    /// of its own tells who keeps this one, in `TreeModel.isHandedOutAgain`.
    private func nextRouters(besides needed: Set<ObjectID>) -> [ObjectID] {
        nodes.compactMap { id, node in
            guard node.kind == .component, !node.isDestroyed || !node.isOld || needed.contains(id)
            else { return nil }
            return users(of: id).max().flatMap { nodes[$0]?.next }
        }
    }
}

extension SubscriptionModel {
    /// Forgets ended subscriptions without suspicion. Of each place in code, the first one stays:
    /// it tells which places there are.
    fileprivate mutating func forgetWhatIsOver(in tree: TreeModel) {
        unownedRecords.forgetPositions()
        let kept = live.union(recordedLive).union(unownedRecords.records.keys)
            .union(firings.keys).union(outlived.keys).union(madeWhileInactive.keys)
            .union(accumulating.values.flatMap { [$0.subscription] + $0.accumulated.map(\.last) })
            .union(firstOfSites(in: tree))
        records = records.filter { [newestOld] id, _ in id > newestOld || kept.contains(id) }
        newestOld = max(newestOld, records.keys.max() ?? .none)
        counts = counts.filter { records[$0.key] != nil }
    }
}
