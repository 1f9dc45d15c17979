// SPDX-License-Identifier: Apache-2.0

import RIBTrace

extension Recorder {
    /// Records that a router became the root of a live tree.
    package func launched(_ router: ObjectID) {
        guard !router.isNone else { return }
        forgetUnattached(router)
        withSession { $0.record(.launched(router: router, stack: $0.stack(of: router))) }
    }

    /// Records that a router was attached. Returns the time, in nanoseconds on the clock of `now`;
    /// nil when nothing is recorded.
    @discardableResult
    package func attached(_ child: ObjectID, to parent: ObjectID) -> UInt64? {
        guard !child.isNone else { return nil }
        return withSession { session in
            // A router with children is in use itself, even if nothing here attached it.
            session.removeUnattached(child, parent)
            // Only a test looks for what was attached and not detached, and shows this line. In an
            // app, the stack of the child's creation says nearly as much.
            let stack = session.scopes.isAnyRunning ? session.stack(of: child) : .none
            return session.recordNow(.attached(child: child, parent: parent, stack: stack))
        }
    }

    /// Records that a router is about to get its first child, or is attached where no router
    /// retains it. The router calls `parentDestroyed` in its `deinit`. A search for what retains an
    /// object begins at such routers.
    package func parentMade(_ router: AnyObject, _ id: ObjectID) {
        if !id.isNone {
            withSession { $0.retainRoots.add(id, at: ObjectReference.address(of: router)) }
        }
    }

    package func parentDestroyed(_ router: ObjectID) {
        if !router.isNone { withSession { $0.retainRoots.remove(router) } }
    }

    /// Records that a RIB without base classes was attached. Its id comes from `identify`.
    package func plainRIBAttached(_ rib: AnyObject, _ id: ObjectID) {
        if !id.isNone { withSession { $0.retainRoots.add(rib, id) } }
    }

    /// Records that the calling stack detached a router. Returns the time, as for `attached`.
    @discardableResult
    package func detached(_ child: ObjectID, from parent: ObjectID) -> UInt64? {
        guard !child.isNone else { return nil }
        return withSession {
            $0.recordNow(.detached(child: child, parent: parent, stack: $0.stack(of: child)))
        }
    }

    package func loaded(_ router: ObjectID) {
        guard !router.isNone else { return }
        // A parent that is not a router of the base class may record nothing else of its children.
        forgetUnattached(router)
        record(.loaded(router: router))
    }

    /// Records that the calling code broke a rule of the architecture for a RIB, with another one
    /// or none.
    package func violated(
        _ violation: LifecycleViolation, _ object: ObjectID, other: ObjectID = .none
    ) {
        guard let session, !object.isNone else { return }
        session.suspiciousEvents.increment()
        session.record(
            .lifecycleViolated(
                violation, object, other: other, scope: session.scopes.current,
                stack: session.stack(of: object)))
    }

    /// Records that a view is on the screen again.
    package func viewAppeared(_ view: AnyObject) {
        guard let session else { return }
        session.record(.viewAppeared(identify(view, as: .view)))
    }

    /// Records that the calling stack dismissed or popped a view for good.
    package func viewLeft(_ view: AnyObject) {
        guard let session else { return }
        session.suspiciousEvents.increment()
        // Only once a view has left does `treeEnds` record anything.
        session.departures.increment()
        let id = identify(view, as: .view)
        session.record(
            .viewLeft(id, scope: session.scopes.current, stack: session.stack(of: id)))
    }
}
