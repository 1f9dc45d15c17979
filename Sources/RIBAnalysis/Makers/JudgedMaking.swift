import RIBTrace

/// A subscription of nobody's that the code of an owner made, and that should have ended.
struct JudgedMaking {
    let kind: FindingKind
    let subscription: SubscriptionID
    let owner: ObjectID
    let scope: ScopeID
    let madeAt: UInt64
    /// When its owner became inactive, in nanoseconds on the trace's clock.
    let deactivatedAt: UInt64
    let sight: Makers.Sight

    /// True when all of its values came since then, so that they can be counted.
    var isAllInactive: Bool { sight.counts.firstAt > deactivatedAt }
}

extension SubscriptionFacts {
    /// What is certain: the recorder counted all values alike, since it knew of no owner.
    init(of judged: JudgedMaking, chain: String, in model: TraceModel) {
        self.init(chain: chain, attribution: .made)
        let (counts, madeAt) = (judged.sight.counts, judged.madeAt)
        isAlive = judged.sight.isAlive
        let all = counts.whileActive &+ counts.whileInactive
        switch judged.kind {
        case .firedWhileInactive:
            valuesWhileActive = judged.isAllInactive ? 0 : nil
            valuesWhileInactive = judged.isAllInactive ? max(1, all) : 1
            firstFiredAfter =
                judged.isAllInactive ? counts.firstAt - judged.deactivatedAt : nil
        default:
            valuesWhileActive = all
            outlivedBy = judged.sight.at - judged.deactivatedAt
            ownerIsFreed = model.nodes[judged.owner]?.isDestroyed ?? true
        }
        if counts.firstAt > 0 { firstValueAfter = counts.firstAt - min(counts.firstAt, madeAt) }
        if counts.lastAt > 0 { lastValueAfter = counts.lastAt - min(counts.lastAt, madeAt) }
    }
}
