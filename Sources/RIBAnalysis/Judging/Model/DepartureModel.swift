// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The views that left the screen, to find routers that stay attached without their view.
package struct DepartureModel {
    package struct Departure {
        let stack: StackID
        let scope: ScopeID
        /// Whether the flow went on without its router: another router was attached beside it.
        var isLeftBehind = false
    }

    /// The views that were dismissed and have not appeared since.
    package private(set) var absent: [ObjectID: Departure] = [:]
    /// The views that are not freed.
    private var views: Set<ObjectID> = []
    /// How many more live views are checked when flows end. It bounds the cost of a damaged trace.
    private var viewsToLookAt = 1_000_000

    mutating func noteMade(_ view: ObjectID) { views.insert(view) }

    mutating func noteLeft(_ view: ObjectID, in scope: ScopeID, at stack: StackID) {
        absent[view] = Departure(stack: stack, scope: scope)
    }

    mutating func noteAppeared(_ view: ObjectID) { absent[view] = nil }

    mutating func noteAttached(_ child: ObjectID, below parent: ObjectID, in tree: TreeModel) {
        // A view that left before its router moved says nothing about the router's new place.
        forgetViews(of: child, in: tree)
        for view in absent.keys {
            guard let router = Self.attachedRouter(of: view, in: tree), router != child,
                tree.nodes[router]?.parent == parent
            else { continue }
            absent[view]?.isLeftBehind = true
        }
    }

    /// Notes that a router is about to be detached. Its flow left those routers behind whose views
    /// left the screen while it went on or showed another view.
    mutating func noteDetached(
        _ router: ObjectID, in tree: TreeModel, besides reported: Set<ObjectID>
    ) -> [JudgedLeak] {
        defer { forgetViews(of: router, in: tree) }
        let views = Set(
            absent.keys.filter {
                Self.attachedRouter(of: $0, in: tree).map { tree.isBelow($0, router) } ?? false
            })
        if views.isEmpty { return [] }
        let gone = Set(absent.keys.compactMap { Self.attachedRouter(of: $0, in: tree) })
        let isShown = isAnythingShown(from: router, besidesThatOf: gone, in: tree)
        // From here on they are in no tree.
        defer { for view in views { absent[view] = nil } }
        return missingDetaches(in: tree, besides: reported, hasEnded: true) { view, _, left in
            guard views.contains(view) else { return false }
            if absent[view]?.isLeftBehind == true { return true }
            guard isShown, let parent = tree.nodes[left]?.parent else { return false }
            return !tree.routers(from: parent, upTo: router).contains(where: gone.contains)
        }
    }

    /// Whether a view of a router, or of one below it, is still on the screen. Neither that view
    /// nor the view of a router in between has left.
    private mutating func isAnythingShown(
        from router: ObjectID, besidesThatOf gone: Set<ObjectID>, in tree: TreeModel
    ) -> Bool {
        guard !gone.contains(router), viewsToLookAt >= views.count else { return false }
        viewsToLookAt -= views.count
        return views.contains { view in
            guard absent[view] == nil, let owner = Self.attachedRouter(of: view, in: tree),
                owner == router || tree.isBelow(owner, router)
            else { return false }
            return !tree.routers(from: owner, upTo: router).contains(where: gone.contains)
        }
    }

    /// Notes that a view or a router was freed. A view that left means nothing once all routers
    /// that owned it are gone.
    mutating func noteFreed(_ object: ObjectID, in tree: TreeModel) {
        views.remove(object)
        for view in absent.keys where isView(view, of: object, in: tree) {
            let isOver = (tree.owners(of: view) + [view]).allSatisfy { owner in
                tree.nodes[owner].map { $0.isDestroyed || !$0.kind.isTreeNode } ?? true
            }
            if isOver { absent[view] = nil }
        }
    }

    private mutating func forgetViews(of router: ObjectID, in tree: TreeModel) {
        for view in absent.keys where isView(view, of: router, in: tree) {
            absent[view] = nil
        }
    }

    private func isView(_ view: ObjectID, of router: ObjectID, in tree: TreeModel) -> Bool {
        view == router || tree.owners(of: view).contains(router)
    }

    /// The last router that owns the view, is attached and is in use. A RIB without base classes
    /// may be its own view.
    private static func attachedRouter(of view: ObjectID, in tree: TreeModel) -> ObjectID? {
        var known: [ObjectID: Bool] = [:]
        return (tree.owners(of: view) + [view]).last {
            tree.isAttachedBelowRoot($0, known: &known)
        }
    }

    /// The routers that are still attached although their view left the screen and did not return.
    func missingDetaches(
        in tree: TreeModel, besides reported: Set<ObjectID>, hasEnded: Bool,
        where isWanted: (_ view: ObjectID, _ scope: ScopeID, _ router: ObjectID) -> Bool
    ) -> [JudgedLeak] {
        absent.sorted { $0.key < $1.key }.compactMap { view, departure in
            guard let router = Self.attachedRouter(of: view, in: tree),
                isWanted(view, departure.scope, router), !reported.contains(router)
            else { return nil }
            return JudgedLeak(
                culprit: router, victims: [], kind: .viewGoneStillAttached,
                scope: departure.scope, detach: departure.stack,
                hasEnded: hasEnded)
        }
    }
}
