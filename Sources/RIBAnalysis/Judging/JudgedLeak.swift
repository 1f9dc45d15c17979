import RIBTrace

/// A culprit and what it drags along, as one settling found them.
struct JudgedLeak {
    let culprit: ObjectID
    var victims: [ObjectID]
    var kind: FindingKind
    let scope: ScopeID
    /// Where its RIB was detached, or its view dismissed.
    let detach: StackID
    /// How late the culprit was freed, if it was.
    var late: Lateness?
    /// What RIBs may share and holds the culprit: the cause, if it was not shared.
    var hangsOn: ObjectID?
}
