// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// The work of a router's `deinit`.
///
/// It is outside because, with the trait `MainActor`, a `deinit` belongs to no actor and may not do
/// it.
enum RouterTeardown {
    static func run<InteractorType>(on router: Router<InteractorType>) {
        if router.detachedAt == nil, router.parentLink == nil { router.recordEndOfRoot() }
        router.isBeingFreed = true
        let isRecorded = FreedWithTree.record(
            router, router.recordedID, detachedAt: router.detachedAt, below: router.parentLink
        ) {
            router.partsToGo(with: router)
        }
        if isRecorded { router.recordedInteractor?.detachedAt = nil }
        if let ownLink = router.ownLink {
            ownLink.cut()
            Recorder.shared.parentDestroyed(router.recordedID)
        }
        router.recordedInteractor?.removeFollower(router)
        router.interactable(within: .router(router)).deactivate()
        for child in router.children { router.detachChild(child) }
        router.lifecycleSubject?.finish()
        router.activitySubscription?.end()
        LeakDetector.ownerIsFreed(
            of: router.interactable,
            router.wasInTree ? router.recordedInteractor.map { RecordedPart($0) } : nil)
        if router.wasInTree { router.component.map { RecordedPart($0).expectDeallocation() } }
        if !router.wasInTree { Recorder.shared.forgetUnattached(router.recordedID) }
        Recorder.withShared { $0.objectDestroyed(router.recordedID) }
    }
}

extension Router {
    /// Records what can be seen of a tree only while its root is being freed.
    fileprivate func recordEndOfRoot() {
        if !attached.isEmpty {
            MissingDetaches.record(below: self)
            Recorder.shared.treeEnds(recordedID)
        }
        // Objects that are freed because the whole tree was made inactive are no leaks.
        if !isAtItsEnd { Recorder.withShared { $0.recordKeptObjects(ofEndingRoot: self) } }
    }

    /// The parts that are freed with a router and should have been freed before, without the router
    /// itself.
    fileprivate func partsToGo(with router: any Routing & RecordedObject) -> [ObjectID] {
        var parts: [ObjectID] = []
        router.forEachRecordedPartInSubtree(router) { part in
            guard part.id != router.recordedID, Recorder.shared.isExpectedToGo(part.id) else {
                return
            }
            parts.append(part.id)
        }
        return parts
    }
}

/// Records an object that was detached but is freed only together with its tree.
///
/// At the end of a test both are freed, and no leak is left to see. So a detached router or
/// interactor checks in its own `deinit` whether the root above it is just being freed and holds it
/// in memory. Then the root retained it until now. After the test's body, any router above it
/// counts. In an app, the deadline finds such a leak.
enum FreedWithTree {
    /// Call it at the beginning of an object's `deinit`.
    ///
    /// - Parameters:
    ///   - detachedAt: When it was detached, on the recorder's clock; nil if it never was, or only
    ///     as part of its parent's own end.
    ///   - link: The link to the parent that it was detached from.
    ///   - parts: The parts that are freed with it and should have been freed before. Called only
    ///     if the object may be recorded.
    /// - Returns: True if it was recorded, and its parts with it.
    static func record(
        _ object: AnyObject, _ id: ObjectID, detachedAt: UInt64?, below link: ParentLink?,
        parts: () -> [ObjectID]
    ) -> Bool {
        // Skipped outside tests, because this costs each RIB something.
        guard let detachedAt, let link, Recorder.withShared({ $0.isInTest }),
            let scope = Recorder.shared.scopeExpectingDeallocation(of: id)
        else { return false }
        let bodyEnd = Recorder.shared.bodyEnd(of: scope)
        // What the clean-up after the body detaches is no leak.
        if let bodyEnd, detachedAt > bodyEnd { return false }
        let holders = holders(among: link.ancestors, bodyEnd)
        guard !holders.isEmpty else { return false }
        let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
        return Recorder.shared.freedWithTree(
            [id] + parts(), at: address, in: scope,
            heldBy: holders.map { (router: $0.id, address: $0.address) })
    }

    /// The routers that are being freed with the tree that they are in, or were in at the end of
    /// the test's body.
    private static func holders(
        among ancestors: [ParentLink.Ancestor], _ bodyEnd: UInt64?
    ) -> [ParentLink.Ancestor] {
        let inTree = ancestors.filter { ancestor in
            guard let detachedAt = ancestor.detachedAt else { return true }
            return bodyEnd.map { detachedAt > $0 } ?? false
        }
        let isRootBeingFreed =
            inTree.last.map { $0.isBeingFreed && $0.detachedAt == nil } == true
            && inTree.count == ancestors.count
        return isRootBeingFreed || bodyEnd != nil ? inTree.filter(\.isBeingFreed) : []
    }
}
