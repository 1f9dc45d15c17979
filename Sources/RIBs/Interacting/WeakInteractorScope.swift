import RIBRecorder
import RIBTrace

/// An interactor as its workers see it, which does not keep it alive: an interactor holds its
/// workers.
final class WeakInteractorScope: InteractorScope {
    private(set) weak var source: (any InteractorScope)?

    init(_ source: any InteractorScope) {
        self.source = source
    }

    var isActive: Bool { source?.isActive ?? false }

    /// The interactor, also through the scope that another worker got; nil for a double, and when
    /// it is gone.
    var interactor: Interactor? {
        var scope = source
        while let weak = scope as? WeakInteractorScope { scope = weak.source }
        return scope as? Interactor
    }

    var interactorID: ObjectID { interactor?.recordedID ?? .none }
}
