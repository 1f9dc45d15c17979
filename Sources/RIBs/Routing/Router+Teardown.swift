// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// What the `deinit` of a router does.
///
/// It is not in the `deinit` itself: with the trait `MainActor` that belongs to no actor and may not do it.
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
        // What goes because all of the tree was made inactive goes by right.
        if !isAtItsEnd { Recorder.withShared { $0.recordKeptObjects(ofEndingRoot: self) } }
    }

    /// What should be gone and goes with a router, itself left out.
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

/// Records what was detached and kept by its tree until that went.
///
/// At a test's end both are gone, and nothing is left to see. So a router or an interactor that was
/// detached looks around in its own `deinit`: if the root above it is being freed just now, or after
/// the test's body any router above it, and holds it in memory, that was its keeper. In an app its
/// deadline tells.
enum FreedWithTree {
    /// To be called at the beginning of an object's `deinit`.
    ///
    /// - Parameters:
    ///   - detachedAt: When it was detached, on the recorder's clock; nil if it never was, or was as a part
    ///     of its parent's own end.
    ///   - link: The way to what it was detached from.
    ///   - parts: What goes with it, as far as that should be gone; asked for only if it is to be told.
    /// - Returns: True if it was told, and its parts with it.
    static func record(
        _ object: AnyObject, _ id: ObjectID, detachedAt: UInt64?, below link: ParentLink?,
        parts: () -> [ObjectID]
    ) -> Bool {
        // Outside of tests, where this costs each RIB something, nobody asks.
        guard let detachedAt, let link, Recorder.withShared({ $0.isInTest }),
            let scope = Recorder.shared.scopeExpectingDeallocation(of: id)
        else { return false }
        let bodyEnd = Recorder.shared.bodyEnd(of: scope)
        // What the clean-up after the body lets go is let go by right.
        if let bodyEnd, detachedAt > bodyEnd { return false }
        let holders = holders(among: link.ancestors, bodyEnd)
        guard !holders.isEmpty else { return false }
        let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
        return Recorder.shared.freedWithTree(
            [id] + parts(), at: address, in: scope,
            heldBy: holders.map { (router: $0.id, address: $0.address) })
    }

    /// The routers whose end is the end of the tree that they stand in, or stood in at the end of the
    /// test's body.
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
