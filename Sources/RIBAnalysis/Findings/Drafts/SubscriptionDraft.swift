// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// A subscription that should have ended, or should not have been made, before symbolization.
package struct SubscriptionDraft {
    let subject: FindingSubject
    private let explained: SubscriptionID
    private var facts: SubscriptionFacts
    /// How its owner was known when it was judged.
    private let attribution: SubscriptionAttribution?
    /// Whether another judgement has checked the stack that made it.
    private var isProven = false
    private let subscribe: RecordedStack
    /// What sent the first value that came while its owner was inactive.
    private var firing = RecordedStack()
    private let lineage: [String]
    private let ribs: KnownRIBs
    /// For each stack, the subscriptions that accumulated, with a draft about the last one; empty
    /// for other kinds.
    private var accumulated: [(made: AccumulatedSubscriptions, draft: SubscriptionDraft)] = []

    /// - Returns: Nil for a subscription that the trace does not contain.
    init?(_ judged: JudgedSubscription, in model: TraceModel, among ribs: KnownRIBs) {
        let attribution = judged.record?.attribution
        guard let record = model.subscriptions.records[judged.subscription],
            attribution?.isOwned ?? true
        else { return nil }
        var facts = SubscriptionFacts(
            of: judged.subscription, record, asOf: judged.record, in: model)
        facts.ownerIsFreed = judged.ownerIsFreed
        if judged.kind == .firedWhileInactive {
            // The count is written when the subscription ends or settles. A killed process may have
            // recorded the first value only.
            facts.valuesWhileInactive = max(1, facts.valuesWhileInactive)
            facts.firstFiredAfter = judged.sinceDeactivation
        } else {
            facts.outlivedBy = judged.sinceDeactivation
        }
        let subject = FindingSubject(judged.kind, record.owner, in: model, scope: judged.scope)
        self.init(
            subject, judged.subscription, record, facts, attribution, in: model, among: ribs)
        firing = model.definitions.recordedStack(judged.sender)
        accumulated = judged.accumulated.compactMap { made in
            guard let last = model.subscriptions.records[made.last] else { return nil }
            let facts = SubscriptionFacts(
                of: made.last, last, asOf: model.subscriptions.liveRecord(made.last), in: model)
            let draft = SubscriptionDraft(
                subject, made.last, last, facts, attribution, in: model, among: ribs)
            return (made, draft)
        }
    }

    /// An unowned subscription that `StackAttribution` attributed to an owner.
    init(
        _ judged: JudgedUnowned, of id: SubscriptionID, _ record: SubscriptionRecord,
        madeBy owner: ObjectID, in model: TraceModel
    ) {
        let facts = SubscriptionFacts(of: judged, record, madeBy: owner, in: model.tree)
        self.init(
            FindingSubject(judged.kind, owner, in: model, scope: judged.scope), id, record, facts,
            .made, in: model, among: KnownRIBs(types: []))
        isProven = true
    }

    private init(
        _ subject: FindingSubject, _ id: SubscriptionID, _ record: SubscriptionRecord,
        _ facts: SubscriptionFacts, _ attribution: SubscriptionAttribution?, in model: TraceModel,
        among ribs: KnownRIBs
    ) {
        (self.subject, explained, self.facts) = (subject, id, facts)
        (self.attribution, self.ribs) = (attribution, ribs)
        subscribe = model.definitions.recordedStack(record.stack)
        lineage = model.tree.lineage(of: subject.object)
    }

    var addresses: [ImageAddress] {
        subscribe.addresses + firing.addresses + accumulated.flatMap(\.draft.addresses)
    }

    /// The group in which two subscriptions of one function are two mistakes.
    var group: SubscriptionSites.Group {
        SubscriptionSites.Group(
            chain: facts.chain, type: facts.attribution == .made ? "" : subject.type)
    }

    /// - Returns: Nil when the stack shows that its owner did not make the subscription. Nil also
    ///   for one that only outlived its owner, unless the stack shows that its owner made it.
    func finding(with symbols: Symbolication, _ sites: inout SubscriptionSites) -> Finding? {
        guard accumulated.isEmpty else {
            return ofOnePlace(with: symbols)?.finding(with: symbols, &sites)
        }
        guard isAuthorRight(with: symbols) else { return nil }
        var identity = subject.identity
        identity.chain = group.chain
        if let function = OwnFunction(on: subscribe, lineage: lineage, with: symbols) {
            identity.function = function.name
            (identity.site, identity.sites) = sites.place(of: function, group, with: symbols)
        }
        var finding = subject.finding(
            identity,
            stacks: FindingStacks(
                subscribe: symbols.callStack(subscribe), firing: symbols.callStack(firing)),
            hint: subject.hint(chain: facts.chain), explainedBy: .subscription(explained.rawValue))
        finding.subscription = facts
        return finding
    }

    /// The last draft of the place that made most; nil when the accumulated subscriptions come from
    /// different places.
    private func ofOnePlace(with symbols: Symbolication) -> SubscriptionDraft? {
        let places = Dictionary(grouping: accumulated.indices) {
            symbols.ownPart(of: accumulated[$0].draft.subscribe.addresses)
        }
        let sums = places.values.map { all in
            (
                count: all.reduce(0) { $0 + accumulated[$1].made.count },
                activations: Set(all.flatMap { accumulated[$0].made.activations }).count,
                last: all.max { accumulated[$0].made.last < accumulated[$1].made.last } ?? 0
            )
        }
        let enough = sums.filter {
            min($0.count, $0.activations) >= SubscriptionModel.fewestAccumulated
        }
        guard let most = enough.max(by: { ($0.count, $0.last) < ($1.count, $1.last) })
        else { return nil }
        var draft = accumulated[most.last].draft
        draft.facts.accumulated = SubscriptionFacts.Accumulated(
            count: most.count, activations: most.activations)
        return draft
    }

    /// The stack of a live subscription that is unowned after all, because the stack shows that its
    /// owner did not make it.
    func unownedStack(with symbols: Symbolication) -> RecordedStack? {
        guard subject.kind == .firedWhileInactive || subject.kind == .outlivedInteractor,
            facts.isAlive, !isAuthorRight(with: symbols)
        else { return nil }
        return subscribe
    }

    private func isAuthorRight(with symbols: Symbolication) -> Bool {
        if isProven || attribution?.isCertain == true { return true }
        let code = symbols.projectCode(at: subscribe.addresses)
        let author = SubscriptionAuthor(code, lineage: lineage, among: ribs)
        switch attribution {
        case .captured, .capturedWeakly:
            // A captured owner says whose it is, unless another RIB's code made it.
            return (!code.frames.isEmpty || code.merged != nil)
                && !author.isOfAnotherRIB(than: lineage, among: ribs)
        case .task, .made: return author.isShown(among: lineage)
        default:
            return subject.kind == .firedWhileInactive
                ? lineage.isEmpty || author.mayBe(lineage) : author.isShown(among: lineage)
        }
    }
}

extension SubscriptionFacts {
    /// - Parameter made: The subscription as it was judged; nil when it had ended.
    fileprivate init(
        of id: SubscriptionID, _ record: SubscriptionRecord, asOf made: SubscriptionRecord?,
        in model: TraceModel
    ) {
        self.init(chain: model.definitions.text(record.chain), attribution: made?.attribution)
        isAlive = model.subscriptions.live.contains(id)
        guard let counts = model.subscriptions.counts[id] else { return }
        valuesWhileActive = counts.whileActive
        valuesWhileInactive = counts.whileInactive
        if made != nil { noteTimes(of: counts, since: record.madeAt) }
    }

    mutating func noteTimes(of counts: DeliveryCounts, since madeAt: UInt64) {
        if counts.firstAt > 0 { firstValueAfter = counts.firstAt - min(counts.firstAt, madeAt) }
        if counts.lastAt > 0 { lastValueAfter = counts.lastAt - min(counts.lastAt, madeAt) }
    }
}
