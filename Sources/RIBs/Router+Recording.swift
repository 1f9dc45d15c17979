import RIBRecorder

extension Router {
    /// Records that a child came, and that its subtree is in use again.
    ///
    /// - Returns: False if an observer took it out again at once.
    func recordAttach(of child: any Routing) -> Bool {
        let childID = RIBs.recordedID(of: child)
        if !childID.isNone { Recorder.shared.attached(childID, to: recordedID) }
        if let placed = child as? any PlacedRouting {
            placed.willLoad(below: link)
            placed.takePlace(isLaunched: false, below: nil)
        }
        child.cancelExpectationOfSubtree()
        guard LifecycleEvents.areObserved else { return true }
        LifecycleEvents.happened(.attached, to: .router(child), below: .router(self))
        return keeps(child)
    }

    /// Records that a child comes which this router, or another one, has already.
    ///
    /// What a router without base class has done with the child, nobody knows.
    func recordSecondAttach(of child: any Routing) {
        guard let recorded = child as? any RecordedRouting, let parent = recorded.lastParent,
            parent.keeps(child)
        else { return }
        Recorder.shared.violated(
            .attachedTwice, recorded.recordedID, other: parent.recordedID)
    }

    /// Records that a router is to be taken out that is no child.
    func recordDetach(ofStranger child: any Routing) {
        let childID = RIBs.recordedID(of: child)
        guard !childID.isNone else { return }
        Recorder.shared.violated(.detachedNonChild, childID, other: recordedID)
    }

    /// Records that a child goes.
    func recordDetach(of child: any Routing) {
        let childID = RIBs.recordedID(of: child)
        if !childID.isNone { Recorder.shared.detached(childID, from: recordedID) }
        (child as? any PlacedRouting)?.leavePlace()
        LifecycleEvents.happened(.detached, to: .router(child), below: .router(self))
    }

    /// Has the subtree of a child that went watched, unless another router took it meanwhile.
    func expectDeallocation(of child: any Routing) {
        guard !child.interactable.isActive else { return }
        child.expectDeallocationOfSubtree()
    }
}
