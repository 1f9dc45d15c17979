// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Routers whose view is gone for good while they stay attached.
extension TraceModel {
    /// A view that was dismissed.
    struct Departure {
        /// Where.
        let stack: StackID
        /// In which test.
        let scope: ScopeID
        /// True once the flow went on without its router: another one was attached beside that.
        var isLeftBehind = false
    }

    /// Takes that a router was attached.
    mutating func noteAttached(_ child: ObjectID, below parent: ObjectID) {
        forgetDepartures(of: child)
        for view in departures.keys {
            guard let router = attachedRouter(of: view), router != child,
                nodes[router]?.parent == parent
            else { continue }
            departures[view]?.isLeftBehind = true
        }
    }

    /// Takes that a router is about to be detached, and with it what its flow left behind: a view left that flow,
    /// which went on or still showed another one.
    mutating func noteDetached(_ router: ObjectID) {
        defer { forgetDepartures(of: router) }
        let views = departures.keys.filter {
            attachedRouter(of: $0).map { isBelow($0, router) } ?? false
        }
        if views.isEmpty { return }
        let gone = Set(departures.keys.compactMap { attachedRouter(of: $0) })
        let isShown = isAnythingShown(from: router, besidesThatOf: gone)
        let leftBehind = Set(
            views.filter { view in
                if departures[view]?.isLeftBehind == true { return true }
                guard isShown, let parent = attachedRouter(of: view).flatMap({ nodes[$0]?.parent })
                else { return false }
                return !wayUp(from: parent, to: router).contains(where: gone.contains)
            })
        if !leftBehind.isEmpty {
            add(missingDetaches(endedWithTree: true) { leftBehind.contains($0) })
        }
        // They are in no tree from here on.
        for view in views { departures[view] = nil }
    }

    /// Whether a view of a router, or of one below it, is still on the screen: it did not leave, nor did one that
    /// stands between.
    ///
    /// - Parameter gone: The routers whose views left.
    private mutating func isAnythingShown(
        from router: ObjectID, besidesThatOf gone: Set<ObjectID>
    ) -> Bool {
        if gone.contains(router) { return false }
        views.removeAll { nodes[$0]?.isDestroyed != false }
        guard viewsToLookAt >= views.count else { return false }
        viewsToLookAt -= views.count
        for view in views where departures[view] == nil {
            guard let owner = attachedRouter(of: view), owner == router || isBelow(owner, router)
            else { continue }
            if !wayUp(from: owner, to: router).contains(where: gone.contains) { return true }
        }
        return false
    }

    /// The routers from one up to another one, as far as the tree is not damaged.
    private func wayUp(from router: ObjectID, to ancestor: ObjectID) -> [ObjectID] {
        var way = [router]
        while let last = way.last, last != ancestor, way.count < Self.longestWay,
            let node = nodes[last], !node.parent.isNone
        {
            way.append(node.parent)
        }
        return way
    }

    /// Flows are not deeper.
    private static var longestWay: Int { 1_024 }

    /// The routers whose view is gone for good while they are still attached.
    ///
    /// - Parameter scope: The test in which the view left; nil for any.
    func missingDetaches(in scope: ScopeID?) -> [JudgedLeak] {
        missingDetaches(endedWithTree: false) { scope == nil || scope == departures[$0]?.scope }
    }

    /// The same of a tree that ends now.
    func missingDetaches(in scope: ScopeID, below root: ObjectID) -> [JudgedLeak] {
        missingDetaches(endedWithTree: true) { view in
            departures[view]?.scope == scope
                && attachedRouter(of: view).map { isBelow($0, root) } == true
        }
    }

    private func missingDetaches(
        endedWithTree: Bool, where isWanted: (ObjectID) -> Bool
    ) -> [JudgedLeak] {
        departures.sorted { $0.key < $1.key }.compactMap { view, departure in
            guard isWanted(view), let router = attachedRouter(of: view), !isReported(router) else {
                return nil
            }
            return JudgedLeak(
                culprit: router, victims: [], kind: .viewGoneStillAttached,
                scope: departure.scope, detach: departure.stack, endedWithTree: endedWithTree)
        }
    }

    /// The last router in use that is attached and has a view; a RIB without base classes may be its
    /// own.
    private func attachedRouter(of view: ObjectID) -> ObjectID? {
        var known: [ObjectID: Bool] = [:]
        return (owners(of: view) + [view]).last { isAttachedBelowRoot($0, known: &known) }
    }

    private func isBelow(_ router: ObjectID, _ ancestor: ObjectID) -> Bool {
        var above = nodes[router]?.parent ?? .none
        var met = ObjectID.none
        for height in 0..<Self.deepestTree {
            if above == ancestor { return true }
            guard let node = nodes[above], above != met else { return false }
            if height.nonzeroBitCount == 1 { met = above }
            above = node.parent
        }
        return false
    }

    /// Takes that a router is gone: a view that left says nothing once no router is there that had it.
    mutating func forgetDepartures(ofFreed router: ObjectID) {
        for view in departures.keys where view == router || owners(of: view).contains(router) {
            let isOver = (owners(of: view) + [view]).allSatisfy { owner in
                nodes[owner].map { $0.isDestroyed || !$0.kind.standsInTree } ?? true
            }
            if isOver { departures[view] = nil }
        }
    }

    /// A view that left before its router moved says nothing about the router's new place.
    private mutating func forgetDepartures(of router: ObjectID) {
        for view in departures.keys where view == router || owners(of: view).contains(router) {
            departures[view] = nil
        }
    }
}
