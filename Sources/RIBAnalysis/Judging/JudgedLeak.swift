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
    /// What RIBs may share and holds the culprit: the cause, if it was not shared.
    var hangsOn: ObjectID?

    /// The same without objects that a test ignores; nil if none is left.
    ///
    /// - Parameter kind: That of a leak of an object, if another one is to be the culprit.
    func ignoring(
        _ ignored: Set<ObjectID>, kind: (ObjectID) -> FindingKind
    ) -> JudgedLeak? {
        let rest = ([culprit] + victims).filter { !ignored.contains($0) }
        guard let first = rest.first else { return nil }
        if first == culprit {
            var leak = self
            leak.victims = Array(rest.dropFirst())
            return leak
        }
        return JudgedLeak(
            culprit: first, victims: Array(rest.dropFirst()), kind: kind(first), scope: scope,
            detach: detach, late: late, outlivedComponent: outlivedComponent,
            endedWithTree: endedWithTree)
    }
}
