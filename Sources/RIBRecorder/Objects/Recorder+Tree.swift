// SPDX-License-Identifier: Apache-2.0

import RIBTrace

extension Recorder {
    /// Says that a router became the root of a live tree.
    package func launched(_ router: ObjectID) {
        guard !router.isNone else { return }
        forgetUnattached(router)
        withSession { $0.record(.launched(router: router, stack: $0.stack())) }
    }

    /// Says that a router was attached.
    ///
    /// - Returns: When, in nanoseconds on the clock of `now`; nil when nothing is recorded.
    @discardableResult
    package func attached(_ child: ObjectID, to parent: ObjectID) -> UInt64? {
        guard !child.isNone else { return nil }
        return withSession { session in
            // Who has children is in use itself, whoever takes care of it.
            if session.judgesUnattached { session.unattached.remove(child, parent) }
            // Without a stack, which nothing shows: the child's birth tells as much.
            return session.recordNow(.attached(child: child, parent: parent, stack: .none))
        }
    }

    /// Says that a router is about to get its first child, or to stand where no router holds it. It calls
    /// `parentDestroyed` in its `deinit`.
    package func parentMade(_ router: AnyObject, _ id: ObjectID) {
        guard !id.isNone else { return }
        let address = UInt(bitPattern: Unmanaged.passUnretained(router).toOpaque())
        withSession { $0.retainRoots.add(id, at: address) }
    }

    package func parentDestroyed(_ router: ObjectID) {
        guard !router.isNone else { return }
        withSession { $0.retainRoots.remove(router) }
    }

    /// Says that a RIB without base classes, which has its id by `identify`, comes to stand in the tree.
    package func plainRIBAttached(_ rib: AnyObject, _ id: ObjectID) {
        guard !id.isNone else { return }
        withSession { $0.retainRoots.add(rib, id) }
    }

    /// Says that a router was detached, on the calling stack.
    ///
    /// - Returns: When, in nanoseconds on the clock of `now`; nil when nothing is recorded.
    @discardableResult
    package func detached(_ child: ObjectID, from parent: ObjectID) -> UInt64? {
        guard !child.isNone else { return nil }
        return withSession {
            $0.recordNow(.detached(child: child, parent: parent, stack: $0.stack()))
        }
    }

    package func loaded(_ router: ObjectID) {
        guard !router.isNone else { return }
        // A parent that is no router of the base class may do no more than that.
        forgetUnattached(router)
        record(.loaded(router: router))
    }

    /// Says that the calling code did to a RIB what the architecture does not allow.
    ///
    /// - Parameter other: The second router or RIB concerned, or none.
    package func violated(
        _ violation: LifecycleViolation, _ object: ObjectID, other: ObjectID = .none
    ) {
        guard let session, !object.isNone else { return }
        session.suspicions.increment()
        session.record(
            .lifecycleViolated(
                violation, object, other: other, scope: session.scopes.current,
                stack: session.stack()))
    }

    /// Says that a view is on the screen again.
    package func viewAppeared(_ view: AnyObject) {
        guard let session else { return }
        session.record(.viewAppeared(identify(view, as: .view)))
    }

    /// Says that a view was dismissed or popped for good, on the calling stack.
    package func viewLeft(_ view: AnyObject) {
        guard let session else { return }
        session.suspicions.increment()
        session.departures.increment()
        session.record(
            .viewLeft(
                identify(view, as: .view), scope: session.scopes.current, stack: session.stack()))
    }
}
