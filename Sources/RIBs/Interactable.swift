/// What a router needs of its interactor.
///
/// A test double that conforms to this can stand in for an interactor; it needs no base class.
#if MainActor
    @preconcurrency @MainActor
#endif
public protocol Interactable: InteractorScope {
    /// Makes the interactor active. Only its router calls this.
    func activate()

    /// Makes the interactor inactive. Only its router calls this.
    func deactivate()
}
