import RIBAnalysis

extension ViolationFacts {
    /// What was done to the object, such as `was loaded again without a new attach`.
    var complaint: String {
        switch violation {
        case .attachedTwice:
            let how = newParent.map { "to \($0.type)" } ?? "again"
            return "was attached \(how) while \(other?.type ?? "a router") still has it"
        case .detachedNonChild:
            return "was detached from \(other?.type ?? "a router"), which it is no child of"
        case .freedWhileAttached:
            return "was freed without didDetach"
        case .freedWhileActive:
            return "was freed while it was active"
        case .loadedTwice:
            return "was loaded again without a new attach"
        case .offOwnerThread:
            return "was changed on another thread than its tree's"
        case .attachedBelowItself:
            return "was to be attached to \(other?.type ?? "a router"), which stands below it"
        case .replacedWhileAttached:
            return "stayed attached to \(other?.type ?? "a router"), which had another one in its "
                + "place"
        case .clearedWhileAttached:
            return "stayed attached to \(other?.type ?? "a router"), whose field for it was empty"
        }
    }
}
