// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// A subscription that should have ended, or should not have been made, before symbolization.
package struct SubscriptionDraft {
    /// What the stack that made the subscription must show for the finding to hold.
    private enum Author {
        /// Nothing: the code named the owner, or another judgement has checked the stack.
        case known
        /// That another type's code did not make it.
        case notAnother
        /// That the owner's code made it.
        case owner
        /// That another RIB's code did not make it. A captured owner says whose it is.
        case notAnotherRIB
    }

    let subject: FindingSubject
    private var explained: SubscriptionID
    private var facts: SubscriptionFacts
    /// Where it was made.
    private var subscribe: RecordedStack
    /// What sent the first value that came while its owner was inactive.
    private let firing: RecordedStack
    /// The owner's type and the classes it inherits from.
    private let lineage: [String]
    private let author: Author
    /// All RIBs of the trace.
    private let ribs: KnownRIBs
    /// The stacks of subscriptions that accumulated; empty for other kinds.
    private let accumulated: [AccumulatedDraft]

    /// The accumulated subscriptions that one stack made.
    private struct AccumulatedDraft {
        let made: AccumulatedSubscriptions.Stack
        let stack: RecordedStack
        let facts: SubscriptionFacts
    }

    /// A `fired-while-inactive`.
    ///
    /// - Parameter ribs: All RIBs of the trace.
    /// - Returns: Nil for a subscription that the trace does not contain.
    init?(
        _ firing: SubscriptionRecord.Firing, of subscription: SubscriptionID, in model: TraceModel,
        among ribs: KnownRIBs
    ) {
        let attribution = firing.creation?.attribution
        guard let record = model.subscriptions.records[subscription], attribution?.isOwned ?? true
        else { return nil }
        var facts = SubscriptionFacts(of: subscription, record, firing.creation, in: model)
        // The count is written when the subscription ends or settles. A killed process may have
        // recorded the first value only.
        facts.valuesWhileInactive = max(1, facts.valuesWhileInactive)
        facts.firstFiredAfter = firing.sinceDeactivation
        let author: Author =
            switch attribution {
            case .explicit, .kept: .known
            case .captured, .capturedWeakly: .notAnotherRIB
            case .task, .made: .owner
            case .current, .unowned, .disputed, nil: .notAnother
            }
        self.init(
            FindingSubject(.firedWhileInactive, record.owner, in: model, scope: firing.scope),
            subscription, facts, in: model, author: author, among: ribs,
            firing: model.definitions.recordedStack(firing.stack))
    }

    /// An `outlived-interactor`, a `subscribed-while-inactive` or an `accumulating-subscriptions`.
    ///
    /// - Parameter ribs: All RIBs of the trace.
    /// - Returns: Nil for a subscription that the trace does not contain.
    init?(_ judged: JudgedSubscription, in model: TraceModel, among ribs: KnownRIBs) {
        guard let record = model.subscriptions.records[judged.subscription] else { return nil }
        var facts = SubscriptionFacts(of: judged.subscription, record, judged.creation, in: model)
        facts.outlivedBy = judged.sinceDeactivation
        facts.ownerIsFreed = judged.ownerIsFreed
        let accumulated = judged.accumulated?.stacks.map {
            AccumulatedDraft(
                made: $0, stack: model.definitions.recordedStack($0.stack),
                facts: SubscriptionFacts(
                    of: $0.last, record, model.subscriptions.judgement.live[$0.last], in: model))
        }
        let author: Author =
            switch judged.creation.attribution {
            case .explicit, .kept: .known
            case .captured, .capturedWeakly: .notAnotherRIB
            case .task, .made, .current, .unowned, .disputed: .owner
            }
        self.init(
            FindingSubject(judged.kind, record.owner, in: model, scope: judged.scope),
            judged.subscription, facts, in: model, author: author, among: ribs,
            accumulated: accumulated ?? [])
    }

    /// An unowned subscription that `StackAttribution` attributed to an owner.
    ///
    /// - Returns: Nil for a subscription that the trace does not contain.
    init?(_ judged: JudgedUnowned, in model: TraceModel) {
        guard let record = model.subscriptions.records[judged.subscription] else { return nil }
        self.init(
            FindingSubject(judged.kind, judged.owner, in: model, scope: judged.scope),
            judged.subscription,
            SubscriptionFacts(of: judged, chain: model.definitions.text(record.chain), in: model),
            in: model,
            author: .known, among: KnownRIBs(types: []))
    }

    private init(
        _ subject: FindingSubject, _ id: SubscriptionID, _ facts: SubscriptionFacts,
        in model: TraceModel, author: Author, among ribs: KnownRIBs,
        firing: RecordedStack = RecordedStack(), accumulated: [AccumulatedDraft] = []
    ) {
        self.subject = subject
        explained = id
        self.facts = facts
        subscribe = model.definitions.recordedStack(model.subscriptions.records[id]?.stack)
        self.firing = firing
        lineage = model.tree.lineage(of: subject.object)
        self.author = author
        self.ribs = ribs
        self.accumulated = accumulated
    }

    var addresses: [ImageAddress] {
        subscribe.addresses + firing.addresses + accumulated.flatMap(\.stack.addresses)
    }

    /// The group in which two subscriptions of one function are two mistakes.
    var group: SubscriptionSites.Group {
        SubscriptionSites.Group(
            chain: facts.chain, type: facts.attribution == .made ? "" : subject.type)
    }

    /// - Returns: Nil when the stack shows that its owner did not make the subscription. Nil also
    ///   for one that only outlived its owner, unless the stack shows that its owner made it.
    func finding(with symbols: Symbolication, _ sites: inout SubscriptionSites) -> Finding? {
        guard let draft = accumulated.isEmpty ? self : ofOnePlace(with: symbols),
            draft.isAuthorRight(with: symbols)
        else { return nil }
        return draft.findingOfOnePlace(with: symbols, &sites)
    }

    private func findingOfOnePlace(
        with symbols: Symbolication, _ sites: inout SubscriptionSites
    ) -> Finding {
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

    /// The draft narrowed to the place that made most; nil when the accumulated subscriptions come
    /// from different places.
    private func ofOnePlace(with symbols: Symbolication) -> SubscriptionDraft? {
        var places: [[ImageAddress]: (count: Int, activations: Set<UInt16>, last: Int)] = [:]
        for (index, draft) in accumulated.enumerated() {
            let place = symbols.ownPart(of: draft.stack.addresses)
            var (count, activations, last) = places[place] ?? (0, [], index)
            count += draft.made.count
            activations.formUnion(draft.made.activations)
            if accumulated[last].made.last < draft.made.last { last = index }
            places[place] = (count, activations, last)
        }
        let enough = places.values.filter {
            min($0.count, $0.activations.count) >= SubscriptionJudgement.fewestAccumulated
        }
        guard let most = enough.max(by: { ($0.count, $0.last) < ($1.count, $1.last) }) else {
            return nil
        }
        var draft = self
        draft.subscribe = accumulated[most.last].stack
        draft.explained = accumulated[most.last].made.last
        draft.facts = accumulated[most.last].facts
        draft.facts.accumulated = .init(count: most.count, activations: most.activations.count)
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

    /// Whether the stack agrees that the subscription belongs to its owner.
    private func isAuthorRight(with symbols: Symbolication) -> Bool {
        if author == .known { return true }
        let code = symbols.projectCode(at: subscribe.addresses)
        let found = SubscriptionAuthor(code, lineage: lineage, among: ribs)
        return switch author {
        case .known: true
        case .notAnother: lineage.isEmpty || found.mayBe(lineage)
        case .owner: found.isShown(among: lineage)
        case .notAnotherRIB:
            (!code.frames.isEmpty || code.merged != nil)
                && !found.isOfAnotherRIB(than: lineage, among: ribs)
        }
    }
}

extension SubscriptionFacts {
    fileprivate init(
        of id: SubscriptionID, _ record: SubscriptionRecord,
        _ creation: LiveSubscriptions.Creation?,
        in model: TraceModel
    ) {
        self.init(chain: model.definitions.text(record.chain), attribution: creation?.attribution)
        isAlive = model.subscriptions.judgement.live[id] != nil
        guard let counts = model.subscriptions.judgement.deliveries[id] else { return }
        valuesWhileActive = counts.whileActive
        valuesWhileInactive = counts.whileInactive
        guard let madeAt = creation?.madeAt else { return }
        if counts.firstAt > 0 { firstValueAfter = counts.firstAt - min(counts.firstAt, madeAt) }
        if counts.lastAt > 0 { lastValueAfter = counts.lastAt - min(counts.lastAt, madeAt) }
    }
}
