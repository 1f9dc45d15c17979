// SPDX-License-Identifier: Apache-2.0

import RIBHeap
import RIBTrace

/// Records objects that were detached, and are freed only together with the RIBs that kept them.
extension Recorder {
    /// True while any test is checked.
    package var isInTest: Bool { withSession { $0.scopes.isAnyRunning } ?? false }

    /// The test before whose end an object should be freed. Nil when the object is not expected to
    /// be freed, or is judged at a deadline.
    package func scopeExpectingDeallocation(of id: ObjectID) -> ScopeID? {
        withSession { session in
            session.expectations.read(id) { $0.conditions.scope.isNone ? nil : $0.conditions.scope }
        } ?? nil
    }

    /// When the body of a test ended, in nanoseconds on the clock of `now`; nil before.
    package func bodyEnd(of scope: ScopeID) -> UInt64? {
        session?.scopes.bodyEnd(of: scope)?.time
    }

    /// Records that the body of a test is over and its clean-up begins. On the main thread, it
    /// first runs queued work if any object is alive that should have been freed.
    package func endBody(of scope: ScopeID) {
        guard let session, !scope.isNone else { return }
        if !session.survivors(in: scope).isEmpty {
            let expected = session.expectations.lastSequenceNumber
            if MainQueueDrain.drainOnce().isServed {
                session.expectations.mainQueueRan(upTo: expected)
            }
        }
        session.scopes.endBody(
            of: scope, at: Recorder.now, session.expectations.lastSequenceNumber)
    }

    /// Records which detached objects a root still retains while it is in its `deinit` in a test.
    /// These are views, the RIBs of another runtime, and other objects that do not report their own
    /// `deinit`. `end` is the number of the last expectation that counts; nil for all.
    package func recordKeptObjects(
        ofEndingRootAt address: UInt, _ id: ObjectID, upTo end: UInt64? = nil
    ) {
        guard let session, session.configuration.level == .full, expectsAnything else { return }
        let scope = session.scopes.current
        if scope.isNone { return }
        // What it does not keep is not freed with it, and mostly that is nothing.
        let survivors = session.survivors(in: scope)
        func explain(_ objects: [UInt]) -> [Retention?] {
            session.nearbySearch.withSearch { $0.explain(objects, heldByDying: address) } ?? []
        }
        if !survivors.isEmpty, explain(survivors.map(\.address)).contains(where: { $0 != nil }) {
            session.noteDueWork(atEndOf: id)
        }
        let waits = MainQueue.waits
        let kept = session.survivors(in: scope).filter {
            $0.isHeld && session.mayBeJudged($0, upTo: end ?? .max, mainQueueWaits: waits)
        }
        if kept.isEmpty { return }
        let found = session.withoutDueWork(kept, keepers: [address], explain: explain)
        for one in found { session.judgeAtTreeEnd([one], in: scope) }
    }

    /// Records what was detached below RIBs that are just being detached themselves, and is alive
    /// only because these RIBs keep it. It should have been freed before.
    ///
    /// What something else keeps, too, is left to its deadline or to the end of its test. So is
    /// what pending work may still release.
    ///
    /// - Parameters:
    ///   - routers: The routers that are being detached, and all below them.
    ///   - last: The number of the last expectation that counts.
    ///   - keepers: The objects of these RIBs, asked only if something is alive: it takes longer.
    package func ribsLeave(
        _ routers: Set<ObjectID>, from parent: ObjectID, upTo last: UInt64,
        keepers: () -> [(id: ObjectID, address: UInt)]
    ) {
        guard let session, session.configuration.level == .full, session.searchesRetention
        else { return }
        let left = session.expectations.survivors(detachedBelow: routers, at: session.now())
        if left.isEmpty { return }
        // A RIB further up may keep it.
        session.expectations.change(left) { $0.conditions.detachedFrom = parent }
        let keepers = keepers()
        let leaving = Set(keepers.map(\.id))
        let waits = MainQueue.waits
        let judged = left.filter {
            !leaving.contains($0.id)
                && session.mayBeJudged($0, upTo: last, mainQueueWaits: waits)
        }
        if judged.isEmpty { return }
        let kept = session.withoutDueWork(judged, of: routers) { objects in
            session.nearbySearch.withSearch {
                $0.explain(objects, keptOnlyBy: keepers.map(\.address))
            } ?? []
        }
        if kept.isEmpty { return }
        session.expectations.change(kept.map(\.0)) { $0.conditions.detachedFrom = .none }
        let known = Dictionary(
            keepers.map { ($0.address, $0.id) } + judged.map { ($0.address, $0.id) }
        ) { first, _ in first }
        for (scope, kept) in Dictionary(grouping: kept, by: \.0.scope)
            .sorted(by: { $0.key < $1.key })
        { session.judgeAtTreeEnd(kept, known: known, in: scope) }
    }

    /// Records, in a test, that a tree ends now. Its views may have left the screen before, and the
    /// evidence of that goes with the tree.
    package func treeEnds(_ root: ObjectID) {
        guard let session, !root.isNone, session.departures.value > 0 else { return }
        let scope = session.scopes.current
        if scope.isNone { return }
        session.judgements.withLock { _ in
            session.record(.stillAlive(root))
            session.record(.settled(.treeEnd, scope: scope, unjudged: 0))
        }
    }

    /// Records that an object is freed only now, with the tree that retained it, although it should
    /// have been freed before. False if no path shows how the tree retained it. Call it in the
    /// object's `deinit`.
    ///
    /// - Parameters:
    ///   - objects: Its id, then those of the objects that are freed with it, also too late.
    ///   - detachedAt: When it was detached, in nanoseconds on the clock of `now`.
    ///   - holders: The routers above it that are being freed.
    package func freedWithTree(
        _ objects: [ObjectID], detachedAt: UInt64, at address: UInt, in scope: ScopeID,
        heldBy holders: [(router: ObjectID, address: UInt)]
    ) -> Bool {
        guard let session, session.configuration.level == .full,
            let first = objects.first, !session.ignored.contains(first),
            session.expectations.mainQueueRan(for: first) || !MainQueue.waits,
            let retention = session.nearbySearch.withSearch({
                $0.explain(address, heldBy: holders.map(\.address))
            }) ?? nil,
            session.isOnlyFreed(address, withTreeOf: holders, retention)
        else { return false }
        let now = Recorder.now
        let age = now - min(now, detachedAt)
        let known = Dictionary(holders.map { ($0.address, $0.router) }) { first, _ in first }
        session.judgements.withLock { _ in
            for object in objects { session.record(.stillAlive(object, expectedFor: age)) }
            session.record(retention, of: first, known: known)
            session.suspiciousEvents.increment()
            session.record(.settled(.treeEnd, scope: scope, unjudged: 0))
        }
        // Recorded once: their own `deinit` does not check them again.
        for object in objects { session.expectations.remove(object) }
        return true
    }
}

extension RecordingSession {
    /// Records, as one judgement, that objects outlived their time, and what kept them.
    fileprivate func judgeAtTreeEnd(
        _ kept: [(Expectations.Survivor, Retention)], known: [UInt: ObjectID] = [:],
        in scope: ScopeID
    ) {
        judgements.withLock { _ in
            recordAlive(kept.map(\.0))
            for (survivor, retention) in kept {
                record(retention, of: survivor.id, known: known)
            }
            suspiciousEvents.increment()
            record(.settled(.treeEnd, scope: scope, unjudged: 0))
        }
    }

    /// Whether an object may be judged with a tree: not what the clean-up after a test's body
    /// released, which is no mistake, nor what waiting work may release.
    fileprivate func mayBeJudged(
        _ survivor: Expectations.Survivor, upTo last: UInt64, mainQueueWaits: Bool
    ) -> Bool {
        let bodyEnd = scopes.bodyEnd(of: survivor.scope)?.lastExpectation ?? .max
        return survivor.token.number <= min(last, bodyEnd)
            && (survivor.mainQueueRan || !mainQueueWaits) && !ignored.contains(survivor.id)
    }
}
