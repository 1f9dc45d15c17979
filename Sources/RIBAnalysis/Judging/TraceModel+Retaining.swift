import RIBTrace

extension TraceModel {
    /// A leak, told about that of its objects which is to blame, and behind it about each that is to
    /// blame if the one before turns out to be none.
    ///
    /// By the tree, a router is the culprit of all that belongs to its RIB. But when a closure holds
    /// the interactor, and that the router, the interactor's path is the one to cut. Of what RIBs may
    /// share only names tell, later, whether it is alive by right; what it holds is not.
    func tellings(of leak: JudgedLeak) -> [JudgedLeak] {
        let all = [leak.culprit] + leak.victims
        var blamed = [nearestTheRoot(of: leak), leak.culprit].compactMap { $0 }
        if blamed.contains(where: { nodes[$0]?.kind.mayBeShared ?? true }) {
            blamed +=
                leak.victims.filter { nodes[$0]?.kind.mayBeShared == false }
                + leak.victims.filter { nodes[$0]?.kind.mayBeShared == true }
        }
        var told: Set<ObjectID> = []
        return blamed.filter { told.insert($0).inserted }.map { culprit in
            if culprit == leak.culprit { return leak }
            return JudgedLeak(
                culprit: culprit, victims: all.filter { $0 != culprit },
                kind: FindingKind(leaked: nodes[culprit]?.kind ?? .object), scope: leak.scope,
                detach: leak.detach, outlivedComponent: leak.outlivedComponent,
                endedWithTree: leak.endedWithTree)
        }
    }

    private func nearestTheRoot(of leak: JudgedLeak) -> ObjectID? {
        guard leak.kind.isLeak, leak.late == nil, let retention = retentions[leak.culprit],
            retention.summary.reason != .cycle,
            let nearest = retention.steps.lazy.map(\.holderObject)
                .first(where: leak.victims.contains), retentions[nearest] != nil
        else { return nil }
        return nearest
    }
}
