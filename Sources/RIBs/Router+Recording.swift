import RIBRecorder

extension Router {
    /// Records that a child came, and that its subtree is in use again.
    func recordAttach(of child: any Routing) {
        let childID = RIBs.recordedID(of: child)
        if !childID.isNone { Recorder.shared.attached(childID, to: recordedID) }
        (child as? any RecordedObject)?.wasInTree = true
        child.cancelExpectationOfSubtree()
    }

    /// Records that a child goes.
    func recordDetach(of child: any Routing) {
        let childID = RIBs.recordedID(of: child)
        if !childID.isNone { Recorder.shared.detached(childID, from: recordedID) }
    }

    /// Has the subtree of a child that went watched, unless another router took it meanwhile.
    func expectDeallocation(of child: any Routing) {
        guard !child.interactable.isActive else { return }
        child.expectDeallocationOfSubtree()
    }
}
