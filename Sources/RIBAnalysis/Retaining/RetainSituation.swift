import RIBTrace

/// What is known of a suspect edge when a hint is chosen for it.
struct RetainSituation {
    let reason: RetentionReason
    let edge: RetainPathStep
    /// The part that the holder has in a RIB, if it has one.
    let holderPart: ObjectKind?
    let targetPart: ObjectKind?
    /// The edges between the root and the suspect one.
    let before: [RetainPathStep]
    /// True when nobody can change the edge but through the interface of its library.
    var isOfLibraries = false
    /// True when the holder is an element of a collection of the project's, and no part of a RIB.
    var isEntry = false
    /// True when the target belongs to a library and has the object somewhere inside.
    var isContainer = false
    /// How the target holds what comes then; empty where the target is the object.
    var nextLabel = ""
    /// What else the same closure captures that should be gone, by its type.
    var alsoCaptured: [String] = []
}
