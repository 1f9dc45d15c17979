// SPDX-License-Identifier: Apache-2.0

extension Router {
    /// Gives the subtree the activity of its interactor, until this router is freed: it may be
    /// attached again.
    func followActivity() {
        if isTold {
            recordedInteractor?.beginTelling()
            activityDidChange(to: interactable.isActive)
        } else {
            activitySubscription = interactable.hear { [weak self] isActive in
                self?.activityDidChange(to: isActive)
            }
        }
    }

    func activityDidChange(to isActive: Bool) {
        guard isLoaded else { return }
        if attached.isEmpty, interactable.isActive == isActive { return }
        let stamp = SubtreeState.stamp(for: isActive)
        // Of a mock nobody hears when it changes.
        var isKnown = true
        var walk = SubtreeWalk(from: self)
        while let router = walk.next() {
            changeActivity(of: router, to: isActive)
            goOn(&walk, below: router, isActive, &isKnown)
        }
        if isKnown { notes.note(activity: stamp) }
    }

    private func changeActivity(of router: any Routing, to isActive: Bool) {
        if router.interactable.isActive == isActive { return }
        if isActive {
            router.interactable(within: .router(self)).activate()
        } else {
            router.interactable(within: .router(self)).deactivate()
        }
    }

    /// Goes on below a router unless that has done so itself, told by its interactor just now.
    private func goOn(
        _ walk: inout SubtreeWalk, below router: any Routing, _ isActive: Bool,
        _ isKnown: inout Bool
    ) {
        let placed = router as? any PlacedRouting
        if placed?.hasRecordedInteractor != true { isKnown = false }
        if placed?.isSubtree(active: isActive) != true { walk.goBelow(router) }
    }
}
