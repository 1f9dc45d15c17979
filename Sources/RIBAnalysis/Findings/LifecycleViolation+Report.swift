import RIBTrace

extension LifecycleViolation {
    /// Its name in reports, which never changes.
    package var name: String {
        switch self {
        case .attachedTwice: "attachedTwice"
        case .detachedNonChild: "detachedNonChild"
        case .freedWhileAttached: "freedWhileAttached"
        case .freedWhileActive: "freedWhileActive"
        case .loadedTwice: "loadedTwice"
        case .offOwnerThread: "offOwnerThread"
        case .attachedBelowItself: "attachedBelowItself"
        case .replacedWhileAttached: "replacedWhileAttached"
        case .clearedWhileAttached: "clearedWhileAttached"
        }
    }

    /// What usually mends it.
    var hint: String {
        switch self {
        case .attachedTwice:
            "Detach it from the router that has it first, or build another one."
        case .detachedNonChild:
            "Detach it once, from the router that attached it: set the stored child to nil then."
        case .freedWhileAttached:
            "Call didDetach before you let go of it, or in its deinit at the latest."
        case .freedWhileActive:
            "Something activated it after its router was gone: leave activate() to the router."
        case .loadedTwice:
            "Leave load() to attachChild and launch, which call it."
        case .offOwnerThread:
            """
            Go to the tree's thread before you route, such as by receive(on:) in a stream or by \
            MainActor.run in a task.
            """
        case .attachedBelowItself:
            "Detach it first, or build another one: a tree has no rings."
        case .replacedWhileAttached:
            "Detach it before another one takes its place."
        case .clearedWhileAttached:
            "Detach it where the field is set to nil."
        }
    }
}
