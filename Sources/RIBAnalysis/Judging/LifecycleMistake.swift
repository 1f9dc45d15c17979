import RIBTrace

/// What code did against the lifecycle, as often as it looked the same.
struct LifecycleMistake {
    /// The first object it was done to.
    let object: ObjectID
    /// That object's place at the time.
    let ribPath: String
    let facts: ViolationFacts
    let scope: ScopeID
    /// Who did it.
    let stack: StackID
    var count = 1

    /// True when the trace does not say it, but it follows from what it says.
    var isInferred: Bool { facts.violation == .freedWhileAttached }
}
