/// An interactor while somebody observes: what it does, and what it cannot tell itself is told.
final class ToldInteractable: Interactable {
    private let router: any Routing
    let interactable: any Interactable
    private let ancestor: LiveRIB

    fileprivate init(of router: any Routing, within ancestor: LiveRIB) {
        self.router = router
        interactable = router.interactable
        self.ancestor = ancestor
    }

    var isActive: Bool { interactable.isActive }

    func activate() {
        change(.activated) { $0.activate() }
        // An observer may have taken the RIB out before it was active.
        if interactable.isActive, !isStillThere { deactivate() }
    }

    func deactivate() {
        change(.deactivated) { $0.deactivate() }
    }

    private var isStillThere: Bool {
        if let placed = router as? any PlacedRouting { return placed.keepsItsPlace }
        return LiveTree(of: [ancestor]).place(of: .router(router)) != nil
    }

    private func change(_ kind: LifecycleEvent.Kind, _ body: (any Interactable) -> Void) {
        let place = LiveRIB.router(router).place(within: ancestor)
        if let interactor = interactable as? Interactor {
            // It tells itself, but its router may be just being freed.
            interactor.seat.place = place
            return body(interactor)
        }
        let wasActive = interactable.isActive
        body(interactable)
        if interactable.isActive != wasActive {
            LifecycleEvents.happened(kind, to: interactable, at: place)
        }
    }
}

extension Routing {
    /// What to activate and deactivate: the interactor itself, unless somebody observes. So stacks
    /// that are recorded below have no frame more.
    ///
    /// - Parameter ancestor: The RIB that this one is somewhere below, or this one.
    func interactable(within ancestor: @autoclosure () -> LiveRIB) -> any Interactable {
        guard LifecycleEvents.areObserved else { return interactable }
        return ToldInteractable(of: self, within: ancestor())
    }
}
