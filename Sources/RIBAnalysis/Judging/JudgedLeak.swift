import RIBTrace

/// A culprit and what it drags along, as one settling found them.
struct JudgedLeak {
    let culprit: ObjectID
    let victims: [ObjectID]
    let kind: FindingKind
    let scope: ScopeID
    /// Where its RIB was detached, or its view dismissed.
    let detach: StackID
}
