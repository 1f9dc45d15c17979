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
    /// Of its objects that RIBs may share, those that were found alive when their RIBs' components were
    /// gone: at a test's end, so that later news do not change what its assertion said.
    var outlivedComponent: Set<ObjectID>?
    /// True for what its tree kept until that was gone itself.
    var endedWithTree = false
}
