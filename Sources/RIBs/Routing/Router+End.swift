// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// What the `deinit` of a router does.
///
/// It is not in the `deinit` itself: with the trait `MainActor` that belongs to no actor and may not do it.
enum RouterEnd {
    static func come<InteractorType>(to router: Router<InteractorType>) {
        if router.leftAt == nil, router.parentLink == nil { router.recordEndOfRoot() }
        router.isGoing = true
        let isTold = EndWithTree.record(
            router, router.recordedID, leftAt: router.leftAt, below: router.parentLink
        ) {
            router.partsToGo(with: router)
        }
        if isTold { router.recordedInteractor?.leftAt = nil }
        if let ownLink = router.ownLink {
            ownLink.cut()
            Recorder.shared.parentDestroyed(router.recordedID)
        }
        router.recordedInteractor?.tellNoLonger(router)
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
        if !isAtItsEnd { Recorder.withShared { $0.keptAtEnd(ofRoot: self) } }
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
