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
}
