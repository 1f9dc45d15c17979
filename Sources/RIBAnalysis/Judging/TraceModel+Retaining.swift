import RIBTrace

extension TraceModel {
    /// The same leak, told about that of its objects which the path from the root reaches first.
    ///
    /// By the tree, a router is the culprit of all that belongs to its RIB. But when a closure holds
    /// the interactor, and that the router, the interactor's path is the one to cut.
    func fromNearestTheRoot(_ leak: JudgedLeak) -> JudgedLeak {
        guard leak.kind.isLeak, leak.late == nil, let retention = retentions[leak.culprit],
            retention.summary.reason != .cycle,
            let nearest = retention.steps.lazy.map(\.holderObject)
                .first(where: leak.victims.contains), retentions[nearest] != nil,
            let part = nodes[nearest]?.kind
        else { return leak }
        return JudgedLeak(
            culprit: nearest, victims: [leak.culprit] + leak.victims.filter { $0 != nearest },
            kind: FindingKind(leaked: part), scope: leak.scope, detach: leak.detach)
    }
}
