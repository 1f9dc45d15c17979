// SPDX-License-Identifier: Apache-2.0

import RIBTrace

extension Recorder {
    /// Follows an object that is not part of a RIB, such as a service or a cache, and records where
    /// in the tree it belongs.
    ///
    /// The object is not judged before `expectDeallocation(of:)`. Tracking it again cancels that
    /// and may give it another place. You can track a `PlainRIB` as well. Do not track objects of
    /// the base classes: they would be reported twice.
    ///
    /// Any thread may call it. Only a weak reference is kept.
    ///
    /// - Parameter ribPath: Its place in reports, such as `Root/LoggedIn`.
    public func track(_ object: AnyObject, ribPath: String) {
        guard let session else { return }
        let id = identify(object, as: .object)
        session.expectations.remove(id)
        session.record(.placed(id, ribPath: session.string(ribPath)))
    }

    /// Expects a tracked object to be freed from now on. If it is still alive when the run or the
    /// test is judged, that is a leak.
    ///
    /// Does nothing for an object that is not tracked. Any thread may call it.
    ///
    /// - Parameter object: An object given to `track(_:ribPath:)`.
    public func expectDeallocation(of object: AnyObject) {
        guard let id = session?.identities.id(of: object) else { return }
        expectDeallocation(of: object, id: id)
    }
}

extension Recorder {
    /// Records that the calling stack made an object of a base class.
    ///
    /// - Returns: Its id, or none when recording is off; pass it to every later call.
    package func objectCreated(_ kind: ObjectKind, type: Any.Type) -> ObjectID {
        withSession { session in
            let id = ObjectID(session.objectCounter.increment())
            let time = session.recordCreation(of: id, kind, type: type)
            if kind == .router, session.judgesUnattached { session.addUnattached(id, madeAt: time) }
            return id
        } ?? .none
    }

    /// Forgets a router that is being freed and may never have been in a tree.
    package func forgetUnattached(_ router: ObjectID) {
        guard !router.isNone else { return }
        withSession { $0.removeUnattached(router) }
    }

    /// Records that an object announced by `objectCreated` is being freed. Call it from `deinit`.
    package func objectDestroyed(_ id: ObjectID) {
        guard !id.isNone else { return }
        withSession { session in
            session.expectations.remove(id)
            session.sample?.forget(id)
            session.record(.objectDestroyed(id))
        }
    }

    /// The id of an object without a base class, such as a view. It stays the same while the object
    /// lives.
    package func identify(_ object: AnyObject, as kind: ObjectKind) -> ObjectID {
        guard let session else { return .none }
        let found = session.identities.identify(object, counter: session.objectCounter)
        if let replaced = found.replaced {
            session.retainRoots.remove(replaced)
            objectDestroyed(replaced)
        }
        if found.isNew {
            session.recordCreation(of: found.id, kind, type: type(of: object))
            if session.identities.isDueForSweep { session.sweepIdentities() }
        }
        return found.id
    }

    /// Records that `owner` holds `owned`, as the architecture intends. For a new owner, whose
    /// creation the calling thread has just recorded, it reuses the time of that event, because
    /// reading the clock takes as long as the rest.
    package func owned(_ owned: ObjectID, by owner: ObjectID, isNew: Bool = false) {
        guard !owned.isNone, !owner.isNone else { return }
        // No event is earlier than the thread's last one.
        withSession { $0.record(.owned(owned, by: owner), at: isNew ? 0 : Recorder.now) }
    }

    /// Expects an object to be freed from now on, without retaining it. What a test releases is
    /// checked at the end of the test, everything else when its time is over.
    ///
    /// - Parameters:
    ///   - limit: Nanoseconds.
    ///   - isExplicit: True when the host's own code asked for this limit, so that no judgement may
    ///     come before.
    ///   - isReporting: True for an object that calls `objectDestroyed` in its `deinit`.
    ///   - parent: The router that the object's RIB was detached from. The object should also be
    ///     freed before that one is detached itself.
    ///   - time: When it was let go, on the clock of `now`; nil for now.
    /// - Returns: Cancels only this expectation. Nil if there is one, or nothing is recorded.
    @discardableResult
    package func expectDeallocation(
        of object: AnyObject, id: ObjectID, within limit: UInt64 = ExpectationTime.object,
        isExplicit: Bool = false, isReporting: Bool = false, detachedFrom parent: ObjectID = .none,
        at time: UInt64? = nil
    ) -> ExpectationToken? {
        guard !id.isNone else { return nil }
        return withSession { session in
            let conditions = Expectations.Conditions(
                scope: session.scopes.current, limit: limit, detachedFrom: parent,
                isExplicit: isExplicit, isReporting: isReporting, isOnMain: MainQueue.isCurrent)
            let token = session.expectations.add(object, id, conditions) { session.now(at: time) }
            // What a test releases is judged at its end, which runs the main queue itself.
            if conditions.scope.isNone || isExplicit { session.markMainQueue() }
            return token
        } ?? nil
    }

    /// Expects an object to be freed because a test asserts it, whatever its place in the tree. It
    /// is judged at the end of that test, not where it was released before.
    package func assertDeallocation(of object: AnyObject, id: ObjectID, isReporting: Bool) {
        guard !id.isNone else { return }
        record(.asserted(id))
        cancelExpectation(for: id)
        expectDeallocation(of: object, id: id, isReporting: isReporting)
    }

    /// Cancels one expectation.
    package func cancelExpectation(_ token: ExpectationToken) {
        session?.expectations.remove(token)
    }

    /// Whether an object is expected to be freed.
    package func isExpectedToGo(_ id: ObjectID) -> Bool {
        session?.expectations.contains(id) ?? false
    }

    /// Cancels `expectDeallocation`, because the object is in use again.
    package func cancelExpectation(for id: ObjectID) {
        guard !id.isNone else { return }
        withSession { $0.expectations.remove(id) }
    }

    /// The number of the last expectation; nil when no object is expected to be freed.
    /// `RIBObserver` reads it before a detachment, to tell what was detached below that RIB before.
    package var lastExpectation: UInt64? {
        withSession { $0.expectations.count > 0 ? $0.expectations.lastSequenceNumber : nil } ?? nil
    }

    /// Whether any object is expected to be freed. If not, there is nothing to cancel.
    package var expectsAnything: Bool { withSession { $0.expectations.count > 0 } ?? false }
}

extension RecordingSession {
    /// - Returns: The time of the event.
    @discardableResult
    @inline(__always)
    func recordCreation(of id: ObjectID, _ kind: ObjectKind, type: Any.Type) -> UInt64 {
        noteType(type, kind)
        ignored.noteCreation(of: id)
        // An app that samples pays for the stacks of the chosen RIBs only.
        if let sample, !sample.choose(id, of: type) {
            return recordNow(.objectCreated(id, kind, type: typeName(type), stack: .none))
        }
        return recordNow(.objectCreated(id, kind, type: typeName(type), stack: stack()))
    }

    /// Notes whether all objects of a type so far are such as RIBs may share.
    func noteType(_ type: Any.Type, _ kind: ObjectKind) {
        // Subclasses of these base classes are never anything else.
        if kind == .router || kind == .interactor { return }
        sharedTypes.withLock { isShared in
            let known = isShared[ObjectIdentifier(type)] ?? true
            isShared[ObjectIdentifier(type)] = known && kind.mayBeShared
        }
    }

    /// True for a type whose objects RIBs may share, such as workers. Below level `full`, a
    /// settling does not wait for them.
    func isShared(_ type: ObjectIdentifier) -> Bool { sharedTypes.withLock { $0[type] ?? false } }

    /// Records which objects without a base class were freed.
    func sweepIdentities() {
        for id in identities.sweep() {
            expectations.remove(id)
            retainRoots.remove(id)
            sample?.forget(id)
            record(.objectDestroyed(id))
        }
    }
}
