// SPDX-License-Identifier: Apache-2.0

import RIBTrace

extension TraceModel {
    /// The leaks, grouped under the objects that hold the others.
    ///
    /// By the tree, a router is the culprit for everything in its RIB. Retain paths tell more. When
    /// a closure holds the interactor, and the interactor holds the router, the interactor's path
    /// must be cut. And an object that the router holds may also be held elsewhere, by another
    /// mistake.
    ///
    /// - Returns: The leaks, in the order they were given.
    func grouped(_ leaks: [JudgedLeak]) -> [JudgedLeak] {
        var ofScopes = Dictionary(grouping: leaks.filter(\.isOfKeptObject), by: \.scope)
        return leaks.flatMap { leak in
            leak.isOfKeptObject
                ? ofScopes.removeValue(forKey: leak.scope).map(regrouped) ?? [] : [leak]
        }
    }

    /// Adds the routers that are still attached below leaked ones.
    func withAttachedRouters(_ leaks: [JudgedLeak]) -> [JudgedLeak] {
        var leaks = leaks
        var leakOfRouter: [ObjectID: Int] = [:]
        for (index, leak) in leaks.enumerated() where leak.isOfKeptObject {
            for object in [leak.culprit] + leak.victims
            where tree.nodes[object]?.kind.isTreeNode == true {
                leakOfRouter[object] = index
            }
        }
        guard !leakOfRouter.isEmpty else { return leaks }
        var elsewhere: Set<ObjectID> = []
        let attached = tree.nodes.filter {
            $1.kind.isTreeNode && !$1.isDestroyed && !$1.parent.isNone
        }
        for id in attached.keys.sorted() where leakOfRouter[id] == nil {
            var climbed: [ObjectID] = []
            var next = id
            while let node = tree.nodes[next], !node.isDestroyed, !node.parent.isNone,
                leakOfRouter[next] == nil, elsewhere.insert(next).inserted
            {
                climbed.append(next)
                next = node.parent
            }
            guard let index = leakOfRouter[next] else { continue }
            // Routers nearer to the leaked one come first.
            for router in climbed.reversed() {
                leakOfRouter[router] = index
                leaks[index].victims.append(router)
            }
        }
        return leaks
    }

    /// The leaks of one scope.
    private func regrouped(_ leaks: [JudgedLeak]) -> [JudgedLeak] {
        var culprits: [ObjectID: ObjectID] = [:]
        var order: [ObjectID] = []
        for leak in leaks {
            for object in [leak.culprit] + leak.victims where culprits[object] == nil {
                culprits[object] = leak.culprit
                order.append(object)
            }
        }
        let holders = Holders(of: order, culprits: culprits, in: self)
        let groups = Dictionary(grouping: order, by: holders.head(of:))
        let old = Dictionary(leaks.map { ($0.culprit, $0) }) { first, _ in first }
        return order.compactMap { head in
            // The head of a group is one of its objects.
            guard let group = groups[head], var leak = old[culprits[head] ?? head] else {
                return nil
            }
            leak.culprit = head
            leak.victims = group.filter { $0 != head }
            leak.kind = FindingKind(leaked: tree.nodes[head]?.kind ?? .object)
            leak.heldBy = holders.above[head]
            leak.mayHideMore = leak.victims.contains { !holders.isShown($0) }
            return leak
        }
    }
}

extension JudgedLeak {
    /// False for an object that was freed late or is still attached. No wrong edge keeps it alive.
    fileprivate var isOfKeptObject: Bool { kind.isAboutKeptObject && late == nil }
}

/// For each leaked object, the other leaked object that holds it, `above` it. The last one on the
/// way up is the *head* of its group, which becomes the culprit.
private struct Holders {
    private let model: TraceModel
    /// For each object, the one that the tree would blame.
    private let culprits: [ObjectID: ObjectID]
    /// That of a head is one where `head(of:)` stopped below it: one that RIBs may share, or the
    /// next in a ring.
    private(set) var above: [ObjectID: ObjectID] = [:]

    init(of objects: [ObjectID], culprits: [ObjectID: ObjectID], in model: TraceModel) {
        self.model = model
        self.culprits = culprits
        for object in objects { above[object] = holder(of: object) }
        // An object without an explanation (see `isExplained`) hangs on the one explained object of
        // its part of the tree.
        let tops = Dictionary(grouping: objects.filter { above[$0] == nil }, by: isExplained)
        let explained = Dictionary(grouping: tops[true] ?? []) { culprits[$0] }
        for object in tops[false] ?? [] {
            guard let neighbours = explained[culprits[object]], neighbours.count == 1,
                !isSharable(neighbours[0])
            else { continue }
            above[object] = neighbours[0]
        }
    }

    /// The last other leaked object on the object's path. Without a path, the tree decides, and
    /// where the path is a cycle: all in it hold each other. Nil when something else holds the
    /// object.
    private func holder(of object: ObjectID) -> ObjectID? {
        if let retention = model.retentions[object], retention.summary.reason != .cycle,
            let last = retention.steps.last(where: { isOther($0.holderObject, than: object) })
        {
            return last.holderObject
        }
        guard let culprit = culprits[object], culprit != object else { return nil }
        // An object that RIBs may share is not the culprit if there is another.
        return isExplained(object) && !isSharable(object) ? nil : culprit
    }

    private func isOther(_ holder: ObjectID, than object: ObjectID) -> Bool {
        holder != object && culprits[holder] != nil
    }

    func head(of object: ObjectID) -> ObjectID {
        var (way, seen) = ([object], Set([object]))
        while let last = way.last, let next = above[last] {
            // What RIBs may share is to blame only if none does: `heldBy` decides that later.
            if isSharable(next), !isSharable(last) { break }
            // A ring is named by its least object, whichever one it is reached from.
            guard seen.insert(next).inserted else { return way.drop { $0 != next }.min() ?? next }
            way.append(next)
        }
        return way.last ?? object
    }

    /// True when an edge known for certain keeps the object alive, even one of its own cycle.
    private func isExplained(_ object: ObjectID) -> Bool {
        guard let retention = model.retentions[object] else { return false }
        switch retention.summary.reason {
        case .attachedRouter, .global, .task, .queue, .cycle:
            return retention.steps.contains { !$0.isInferred }
        case .thread, .unseen: return false
        }
    }

    /// True when the trace shows, without a guess, what keeps the object alive: another leaked
    /// object or anything else.
    func isShown(_ object: ObjectID) -> Bool {
        guard let steps = model.retentions[object]?.steps,
            !steps.contains(where: \.isInferred)
        else { return false }
        return isExplained(object) || steps.contains { isOther($0.holderObject, than: object) }
    }

    private func isSharable(_ object: ObjectID) -> Bool {
        model.tree.nodes[object]?.kind.mayBeShared ?? false
    }
}
