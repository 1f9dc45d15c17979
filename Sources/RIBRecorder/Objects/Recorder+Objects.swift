// SPDX-License-Identifier: Apache-2.0

import RIBTrace

extension Recorder {
    /// Follows an object that is no part of any RIB, such as a service or a cache, and says where
    /// in the tree it belongs.
    ///
    /// Nothing is judged before `expectDeallocation(of:)`. Tracking an object again takes that
    /// back and may give it another place. A `PlainRIB` can be given a place too. For objects of
    /// the base classes there is no need, and their reports would come twice.
    ///
    /// Any thread may call it. Only a weak reference is kept.
    ///
    /// - Parameters:
    ///   - object: The object to follow.
    ///   - ribPath: Its place in reports, such as `Root/LoggedIn`.
    public func track(_ object: AnyObject, ribPath: String) {
        guard let session else { return }
        let id = identify(object, as: .object)
        session.expectations.remove(id)
        session.record(.placed(id, ribPath: session.string(ribPath)))
    }

    /// From now on a tracked object should be freed; if it is still there when the run or the test
    /// is judged, that is a leak.
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
    /// Says that an object of a base class exists, made on the calling stack.
    ///
    /// - Returns: Its id, or none when recording is off; pass it to every later call.
    package func objectCreated(_ kind: ObjectKind, type: Any.Type) -> ObjectID {
        withSession { $0.objectCreated(kind, type: type) } ?? .none
    }

    /// Says that a router is being freed that may never have been in a tree.
    package func forgetUnattached(_ router: ObjectID) {
        guard !router.isNone else { return }
        withSession { if $0.judgesUnattached { $0.unattached.remove(router) } }
    }

    /// Says that an object announced by `objectCreated` is being freed. Call it from `deinit`.
    package func objectDestroyed(_ id: ObjectID) {
        guard !id.isNone else { return }
        withSession { session in
            session.expectations.remove(id)
            session.record(.objectDestroyed(id))
        }
    }

    /// The id of an object that has no base class to announce it, such as a view; always the same
    /// one while the object lives.
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

    /// Says that `owner` holds `owned` by the architecture.
    package func owned(_ owned: ObjectID, by owner: ObjectID) {
        guard !owned.isNone, !owner.isNone else { return }
        record(.owned(owned, by: owner))
    }

    /// Says what an owner got when it was made, which the calling thread has just announced. It gets the time of
    /// that announcement: to read the clock takes as long as the rest.
    package func owned(_ owned: ObjectID, byNew owner: ObjectID) {
        guard !owned.isNone, !owner.isNone else { return }
        // No event is earlier than the thread's last one.
        withSession { $0.record(.owned(owned, by: owner), at: 0) }
    }

    /// From now on the object should be freed. What is let go in a test is checked at its end, and
    /// the rest when its time is over, all through weak references.
    ///
    /// - Parameters:
    ///   - limit: Nanoseconds it has.
    ///   - isReporting: True for an object that calls `objectDestroyed` in its `deinit`.
    ///   - isExplicit: True when the host's own code asked for this limit, so that no judgement may
    ///     come before.
    ///   - timestamp: Now, to be shared by what is let go together.
    /// - Returns: What takes just this expectation back; nil when the object is expected to go
    ///   already, or nothing is recorded.
    @discardableResult
    package func expectDeallocation(
        of object: AnyObject, id: ObjectID, within limit: UInt64 = ExpectationTime.object,
        isExplicit: Bool = false, isReporting: Bool = false, at timestamp: inout Timestamp
    ) -> ExpectationToken? {
        guard !id.isNone else { return nil }
        return withSession { session in
            let conditions = Expectations.Conditions(
                scope: session.scopes.current, limit: limit, isExplicit: isExplicit)
            let token = session.expectations.add(
                object, id, conditions, isReporting: isReporting, isOnMain: MainQueue.isCurrent,
                clock: { timestamp.time(in: session) })
            // What is let go in a test is judged at its end, which lets the main queue run itself.
            if conditions.scope.isNone || isExplicit { session.markMainQueue() }
            return token
        } ?? nil
    }

    /// As the other form, for an object that is let go by itself.
    @discardableResult
    package func expectDeallocation(
        of object: AnyObject, id: ObjectID, within limit: UInt64 = ExpectationTime.object,
        isExplicit: Bool = false, isReporting: Bool = false
    ) -> ExpectationToken? {
        var timestamp = Timestamp()
        return expectDeallocation(
            of: object, id: id, within: limit, isExplicit: isExplicit, isReporting: isReporting,
            at: &timestamp)
    }

    /// Takes one expectation back.
    package func cancelExpectation(_ token: ExpectationToken) {
        session?.expectations.remove(token)
    }

    /// Whether an object should be freed, as far as is known.
    package func isExpectedToGo(_ id: ObjectID) -> Bool {
        session?.expectations.contains(id) ?? false
    }

    /// Takes `expectDeallocation` back: the object is in use again.
    package func cancelExpectation(for id: ObjectID) {
        guard !id.isNone else { return }
        withSession { $0.expectations.remove(id) }
    }

    /// False when nothing is expected to go, so that there is nothing to take back.
    package var expectsAnything: Bool { withSession { $0.expectations.count > 0 } ?? false }
}

extension RecordingSession {
    /// Only a stack shows who built a router and did not attach it.
    var judgesUnattached: Bool { configuration.level == .full }

    @inline(__always)
    fileprivate func objectCreated(_ kind: ObjectKind, type: Any.Type) -> ObjectID {
        let id = ObjectID(objectCounter.increment())
        let time = recordCreation(of: id, kind, type: type)
        if kind == .router, judgesUnattached {
            unattached.add(id, in: scopes.current, at: now(at: time))
        }
        return id
    }

    /// - Returns: The time of the event.
    @discardableResult
    @inline(__always)
    func recordCreation(of id: ObjectID, _ kind: ObjectKind, type: Any.Type) -> UInt64 {
        sharedTypes.note(type, kind)
        ignored.noteCreation(of: id)
        return recordNow(.objectCreated(id, kind, type: typeName(type), stack: stack()))
    }

    /// Says of objects without a base class that they are gone.
    ///
    /// - Parameter isWhole: False at the end of a test: as `Identities.sweep`.
    func sweepIdentities(isWhole: Bool = true) {
        for id in identities.sweep(isWhole: isWhole) {
            expectations.remove(id)
            retainRoots.remove(id)
            record(.objectDestroyed(id))
        }
    }
}
