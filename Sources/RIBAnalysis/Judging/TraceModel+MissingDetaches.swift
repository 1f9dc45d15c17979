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

    /// Takes that a router is about to be detached: what its flow left behind goes with it.
    mutating func noteDetached(_ router: ObjectID) {
        let leftBehind = departures.filter { $0.value.isLeftBehind }.keys
            .filter { attachedRouter(of: $0).map { isBelow($0, router) } ?? false }
        if !leftBehind.isEmpty {
            add(missingDetaches(endedWithTree: true) { leftBehind.contains($0) })
            for view in leftBehind { departures[view] = nil }
        }
        forgetDepartures(of: router)
    }

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
