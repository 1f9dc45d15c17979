/// An interactor as a task of its own sees it: without keeping it alive.
public final class WeakInteractor<InteractorType: Interactor>: @unchecked Sendable {
    // Unchecked but right: written once, before the task that gets it begins, and read on the main
    // actor only, which is where its interactor belongs by the contract of `task(in:)`.
    private weak var reference: InteractorType?

    /// The interactor, or nil once it is freed.
    @MainActor public var interactor: InteractorType? { reference }

    init(_ interactor: InteractorType) {
        reference = interactor
    }
}
