// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// The work of a router's `deinit`.
///
/// It is outside because, with the trait `MainActor`, a `deinit` belongs to no actor and may not do
/// it.
enum RouterTeardown {
    static func run<InteractorType>(on router: Router<InteractorType>) {
        if router.record.detachedAt == nil, router.record.parentLink == nil {
            router.recordEndOfRoot()
        }
        router.record.isBeingFreed = true
        let isRecorded = FreedWithTree.record(
            router, router.recordedID, detachedAt: router.record.detachedAt,
            below: router.record.parentLink
        ) {
            router.partsToGo(with: router)
        }
        if isRecorded { router.record.interactor?.record.detachedAt = nil }
        if let ownLink = router.record.ownLink {
            ownLink.cut()
            Recorder.shared.parentDestroyed(router.recordedID)
        }
        router.record.interactor?.removeFollower(router)
        router.interactable(within: .router(router)).deactivate()
        for child in router.children { router.detachChild(child) }
        router.lifecycleSubject?.finish()
        router.activitySubscription?.end()
        LeakDetector.ownerIsFreed(
            of: router.interactable,
            router.wasInTree ? router.record.interactor.map { RecordedPart($0) } : nil)
        if router.wasInTree {
            router.record.component.map { RecordedPart($0).expectDeallocation() }
        }
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
        if !isAtItsEnd {
            let address = UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
            Recorder.withShared { $0.recordKeptObjects(ofEndingRootAt: address, recordedID) }
        }
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

/// Records an object that was detached but is freed only together with a RIB above it.
///
/// Then both are freed, and no leak is left to see. So a detached router or interactor checks in its
/// own `deinit` whether a router above it is just being freed and holds it in memory. Then that one
/// retained it until now. `DetachedBelow` finds most such objects before, when the RIB above is
/// detached. This finds those of a root, which nothing detaches, and those that running code held
/// at that moment. In an app, the deadline finds them.
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
        // What the clean-up after the body detaches is no leak.
        if let bodyEnd = Recorder.shared.bodyEnd(of: scope), detachedAt > bodyEnd { return false }
        // One that was detached before the object did not keep it: its own detach was too early.
        let holders = link.ancestors.filter { ancestor in
            ancestor.isBeingFreed && (ancestor.detachedAt.map { $0 > detachedAt } ?? true)
        }
        guard !holders.isEmpty else { return false }
        let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
        return Recorder.shared.freedWithTree(
            [id] + parts(), detachedAt: detachedAt, at: address, in: scope,
            heldBy: holders.map { (router: $0.id, address: $0.address) })
    }
}
