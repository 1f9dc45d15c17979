// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import RIBHeap
import RIBTrace

/// What is freed in a test only with the tree that kept it.
extension Recorder {
    /// True while any test is checked.
    package var isInTest: Bool { withSession { $0.scopes.isAnyRunning } ?? false }

    /// The test whose end an object should not live to see; nil when it is not expected to go, or is
    /// judged at a deadline.
    package func scopeExpectingDeallocation(of id: ObjectID) -> ScopeID? {
        withSession { $0.expectations.scope(of: id) } ?? nil
    }

    /// When the body of a test ended, in nanoseconds on the clock of `now`; nil before.
    package func bodyEnd(of scope: ScopeID) -> UInt64? {
        withSession { $0.scopes.bodyEnd(of: scope) } ?? nil
    }

    /// Says that the body of a test is over, and its clean-up begins.
    ///
    /// On the main thread it lets queued work run before, if anything should be gone that is not.
    package func endBody(of scope: ScopeID) {
        guard let session, !scope.isNone else { return }
        let survivors = session.expectations.survivors(
            at: session.configuration.clock(), in: scope)
        if !survivors.isEmpty {
            let expected = session.expectations.lastSequenceNumber
            if MainQueueDrain.drainOnce().isServed {
                session.expectations.mainQueueRan(upTo: expected)
            }
        }
        session.scopes.endBody(
            of: scope, at: Recorder.now, session.expectations.lastSequenceNumber)
    }

    /// Records what a root that is being freed in a test still keeps of what was detached: views and other
    /// objects that say nothing in their own `deinit`.
    package func recordKeptObjects(ofEndingRoot root: AnyObject) {
        guard let session, session.configuration.level == .full, expectsAnything else { return }
        let scope = session.scopes.current
        if scope.isNone { return }
        // What the clean-up after the body lets go is let go by right.
        let last = session.scopes.lastExpectation(ofBodyOf: scope)
        let kept = session.expectations.silentSurvivors(
            in: scope, upTo: last, at: session.configuration.clock()
        ).filter { !session.ignored.contains($0.id) && ($0.mainQueueRan || !mainQueueWaits) }
        if kept.isEmpty { return }
        let address = UInt(bitPattern: Unmanaged.passUnretained(root).toOpaque())
        let found = session.retainSearch.explain(kept.map(\.address), heldByDying: address)
        session.judgements.withLock { _ in
            for (survivor, retention) in zip(kept, found) {
                guard let retention else { continue }
                session.record(.stillAlive(survivor.id, expectedFor: survivor.expectedFor))
                session.record(retention, of: survivor.id, known: [:])
                session.suspicions.increment()
                session.record(.settled(.treeEnd, scope: scope, unjudged: 0))
            }
        }
    }

    /// Whether work waits in the main queue that may let go of what was detached, if the tree lived to see
    /// that.
    private var mainQueueWaits: Bool { ribleak_main_queue_waits() == 1 }

    /// Says in a test that a tree ends now, whose views may have left before: with it goes what would
    /// tell of that.
    package func treeEnds(_ root: ObjectID) {
        guard let session, !root.isNone, session.departures.value > 0 else { return }
        let scope = session.scopes.current
        if scope.isNone { return }
        session.judgements.withLock { _ in
            session.record(.stillAlive(root))
            session.record(.settled(.treeEnd, scope: scope, unjudged: 0))
        }
    }

    /// What the fields of an object refer to, which may be in its `deinit`; nil where nothing can tell.
    ///
    /// - Parameter bases: Classes whose own fields are left out.
    package func fields(of object: AnyObject, below bases: [ObjectIdentifier]) -> ObjectFields? {
        guard let session, session.configuration.level == .full else { return nil }
        let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
        return session.retainSearch.fields(of: address, below: bases)
    }

    /// Whether a field of an object refers to another one, itself: told by its own words, at next to no
    /// cost once its class is known.
    ///
    /// - Parameter bases: As in `fields(of:below:)`.
    package func hasField(
        _ object: AnyObject, referringTo target: AnyObject, below bases: [ObjectIdentifier]
    ) -> Bool {
        guard let session else { return false }
        let place = Unmanaged.passUnretained(object).toOpaque()
        let type = ObjectIdentifier(type(of: object))
        let known = session.ownFields.withLock { $0[type] }
        let fields =
            known ?? HeapSearch.ownFields(of: UInt(bitPattern: place), below: bases) ?? 0..<0
        if known == nil { session.ownFields.withLock { $0[type] = fields } }
        let wanted = UInt(bitPattern: Unmanaged.passUnretained(target).toOpaque())
        // Safe: the caller holds the object, and reads only the memory of its fields.
        return stride(from: (fields.lowerBound + 7) & ~7, to: fields.upperBound, by: 8).contains {
            $0 + 8 <= fields.upperBound
                && place.load(fromByteOffset: Int($0), as: UInt.self) == wanted
        }
    }

    /// Records that an object which should be gone is freed only now, with the tree that kept it; unless
    /// nothing shows how that held it. To be called in its `deinit`.
    ///
    /// - Parameters:
    ///   - objects: Its id, then the ids of what goes with it and should be gone as well.
    ///   - address: Where it is.
    ///   - holders: The routers above it that are being freed.
    /// - Returns: True if it is recorded.
    package func freedWithTree(
        _ objects: [ObjectID], at address: UInt, in scope: ScopeID,
        heldBy holders: [(router: ObjectID, address: UInt)]
    ) -> Bool {
        guard let session, session.configuration.level == .full,
            let first = objects.first, !session.ignored.contains(first),
            session.expectations.mainQueueRan(for: first) || !mainQueueWaits,
            let retention = session.retainSearch.explain(
                address, heldBy: holders.map(\.address))
        else { return false }
        session.judgements.withLock { _ in
            for object in objects { session.record(.stillAlive(object)) }
            let known = Dictionary(holders.map { ($0.address, $0.router) }) { first, _ in first }
            session.record(retention, of: first, known: known)
            session.suspicions.increment()
            session.record(.settled(.treeEnd, scope: scope, unjudged: 0))
        }
        // Told once: none of them is looked at again when it goes.
        for object in objects { session.expectations.remove(object) }
        return true
    }
}
