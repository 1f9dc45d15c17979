// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import RIBTrees

extension TreeModel {
    /// A deeper tree means a damaged trace. Real ones have some dozens of levels.
    static var deepestTree: Int { 4_096 }
    /// More owners of one object mean a damaged trace too.
    static var mostHolders: Int { 64 }

    /// Whether the object still has a place in the tree, so that it may live.
    ///
    /// A router, or RIB without base classes, is in use while a chain of attachments leads from it
    /// to a launched one, or to one that was never attached: tests build such. Objects that a
    /// router owns are in use with it.
    ///
    /// A test may hold some parts of RIBs for any time, so these count as in use: parts without an
    /// owner, and parts owned only by routers that were never in a tree. That does not cover
    /// objects that are no part of a RIB, nor those that the host gave a place: it said when they
    /// should be freed.
    ///
    /// - Parameter known: Results for routers, valid while the tree does not change. With them, the
    ///   objects of one part of a deep tree do not each climb to the root.
    func isInUse(_ id: ObjectID, known: inout [ObjectID: Bool]) -> Bool {
        guard let node = nodes[id], !node.isDestroyed else { return false }
        // A test asserts that it is freed, whatever its place.
        if asserted.contains(id) { return false }
        if node.kind.isTreeNode { return isRouterInUse(id, known: &known) }
        if node.kind == .object, node.firstOwner.isNone { return false }
        if node.kind.mayBeShared, mayHaveUnknownUsers(id) { return true }
        let routers = routers(of: id)
        let wasInTree = routers.compactMap { nodes[$0] }
            .contains { $0.isLaunched || $0.isDetached || !$0.lastParent.isNone }
        guard wasInTree else { return placements[id] == nil }
        return routers.contains { isRouterInUse($0, known: &known) }
    }

    /// Whether it has more users than are checked, or a component with an unknown RIB owns it.
    private func mayHaveUnknownUsers(_ id: ObjectID) -> Bool {
        let owners = owners(of: id)
        return owners.count > Self.mostHolders
            || owners.contains { owner in
                guard let node = nodes[owner] else { return false }
                return node.kind == .component && !node.isDestroyed && routers(of: owner).isEmpty
            }
    }

    /// The routers of the RIBs that use a shareable object.
    package func users(of id: ObjectID) -> [ObjectID] {
        guard nodes[id]?.kind == .component else { return routers(of: id) }
        // Components of its children depend on it, but their RIBs do not use it.
        return owners(of: id).filter { nodes[$0]?.kind == .router }
    }

    /// Whether the object is a router that is attached to another one and in use with it.
    func isAttachedBelowRoot(_ id: ObjectID, known: inout [ObjectID: Bool]) -> Bool {
        guard let node = nodes[id], node.kind.isTreeNode else { return false }
        return !node.parent.isNone && isRouterInUse(id, known: &known)
    }

    private func isRouterInUse(_ id: ObjectID, known: inout [ObjectID: Bool]) -> Bool {
        var climbed: [ObjectID] = []
        var last = id
        var found: Bool?
        for (router, node) in path(up: id, by: \.parent) {
            climbed.append(router)
            found = known[router] ?? node.isInUse
            if found != nil { break }
            last = node.parent
        }
        // Only a damaged trace has a circle, endlessly many levels, or a parent that was not made.
        let isInUse = found ?? (nodes[last] != nil)
        for router in climbed { known[router] = isInUse }
        return isInUse
    }

    /// The nearest routers, or RIBs without base classes, that own it, directly or through others.
    func routers(of id: ObjectID) -> [ObjectID] {
        holders(of: id).filter { nodes[$0]?.kind.isTreeNode == true }
    }

    /// All owners of the object, direct and indirect, up to the nearest routers.
    func holders(of id: ObjectID) -> [ObjectID] {
        var found: [ObjectID] = []
        var seen: Set<ObjectID> = [id]
        var pending = [id]
        while let next = pending.popLast(), seen.count < Self.mostHolders {
            for owner in owners(of: next) where seen.insert(owner).inserted {
                found.append(owner)
                if nodes[owner]?.kind.isTreeNode != true { pending.append(owner) }
            }
        }
        return found
    }

    /// The router that gives the object its place, the newest of several; itself for a router.
    package func router(of id: ObjectID) -> ObjectID? {
        if let kind = nodes[id]?.kind, kind.isTreeNode { return id }
        return users(of: id).max() ?? routers(of: id).max()
    }

    /// The stack that last attached or launched the object's RIB; none when nothing did.
    func attachStack(of id: ObjectID) -> StackID {
        router(of: id).flatMap { nodes[$0] }?.attach ?? .none
    }

    /// The detach that removed the object's part of the tree; none when it was freed undetached.
    func detachStack(above id: ObjectID) -> StackID {
        router(of: id).flatMap { router in
            path(up: router, by: \.lastParent).first { $0.node.isDetached }?.node.detach
        } ?? .none
    }

    /// The nearest router above an object's RIB that is detached itself, or was freed so; nil when
    /// the RIBs above were all attached, up to the root.
    func detachedAncestor(of id: ObjectID) -> ObjectID? {
        router(of: id).flatMap { router in
            path(up: router, by: \.lastParent).dropFirst().first { $0.node.isDetached }?.id
        }
    }

    /// Whether a router is attached somewhere below another one.
    func isBelow(_ router: ObjectID, _ ancestor: ObjectID) -> Bool {
        path(up: router, by: \.parent).contains { $0.node.parent == ancestor }
    }

    /// A router and those above it, nearest first, up to the root or the first repetition.
    func path(
        up router: ObjectID, by parent: @escaping (TracedNode) -> ObjectID
    ) -> some Sequence<(id: ObjectID, node: TracedNode)> {
        sequence(state: (next: router, met: ObjectID.none, height: 0)) {
            [nodes] state -> (id: ObjectID, node: TracedNode)? in
            let id = state.next
            guard id != state.met, state.height < Self.deepestTree, let node = nodes[id] else {
                return nil
            }
            // Brent's algorithm: a circle leads back to a router whose height is a power of two.
            if state.height.nonzeroBitCount == 1 { state.met = id }
            state.next = parent(node)
            state.height += 1
            return (id, node)
        }
    }

    /// The routers on the way up from one to another. Stops early if the tree is damaged.
    func routers(from router: ObjectID, upTo ancestor: ObjectID) -> [ObjectID] {
        let way = path(up: router, by: \.parent).prefix(Self.longestWay).map(\.id)
        return Array(way.prefix((way.firstIndex(of: ancestor) ?? way.count) + 1))
    }

    /// No real flow is deeper.
    private static var longestWay: Int { 1_024 }

    /// The object's place in the tree, such as `Root/LoggedIn/OffGame`: the place that the host
    /// gave to it or to the nearest object above it, if any, and the names of the routers below.
    package func ribPath(of id: ObjectID) -> String {
        if let place = placements[id] { return definitions.text(place) }
        guard var router = router(of: id) else {
            return typeName(of: id).ribName
        }
        var path = RIBPath()
        for _ in 0..<Self.deepestTree {
            guard let node = nodes[router], path.hasRoom() else { break }
            if let place = placements[router] {
                path.end(with: definitions.text(place))
                break
            }
            path.add(type: definitions.text(node.type))
            router = node.lastParent
        }
        return path.description
    }
}

extension ObjectKind {
    /// Whether objects of this kind are attached and detached, as RIBs without base classes are.
    package var isTreeNode: Bool { self == .router || self == .rib }
}
