// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import RIBTrees

/// A finding whose stacks are not named yet.
struct FindingDraft {
    private let kind: FindingKind
    /// The object it is about.
    let culprit: ObjectID
    /// What has it explained.
    private var explained: ExplainedID
    /// The culprit's part in its RIB.
    private let part: ObjectKind?
    private var ribPath: String
    let type: String
    private var victims: [DraftVictim]
    /// The settling that a leak belongs to.
    private var scope: ScopeID?
    /// The culprit and its victims.
    private(set) var objects: Set<ObjectID> = []
    /// The types of what else the closure captures that keeps the culprit alive.
    private var alsoCaptured: [String] = []
    /// What RIBs may share and holds the culprit: the cause, if it was not shared.
    private(set) var hangsOn: ObjectID?
    private let test: String?
    private var subscription: SubscriptionFacts?
    private let late: Lateness?
    private var endedWithTree = false
    private var allocation: RecordedStack
    private let detach: RecordedStack
    private var subscribe: RecordedStack
    private let firing: RecordedStack
    /// The types whose code must have made the subscription, if its stack tells; empty for leaks, and
    /// where the code said itself whose it is.
    private var lineage: [String]
    /// The culprit's type and the classes it inherits from, where a stack tells whose code it was.
    private var authors: [String] = []
    /// True when the stack must tell.
    private var needsAuthor = false
    /// All RIBs of the trace, where the owner is known by a capture: another one's code must not have
    /// made the subscription.
    private var ribs: KnownRIBs?
    /// Where a culprit comes from that RIBs may share; nil for anything else.
    private let origin: ObjectOrigin?
    /// Why the culprit of a leak is alive, if the trace says so.
    private var retainPath: RetainPathDraft?
    private var violation: ViolationFacts?
    private var violationStack = RecordedStack()
    private var count = 1
    /// Who must have built a router that was never attached; nil for anything else.
    private var builder: RouterBuilder?
    /// The stacks of subscriptions that accumulated; nil for anything else.
    private var accumulated: [AccumulatedDraft]?

    /// What one stack made of the subscriptions that accumulated.
    private struct AccumulatedDraft {
        let made: AccumulatedSubscriptions.Stack
        let stack: RecordedStack
        let facts: SubscriptionFacts
    }

    private struct DraftVictim {
        let victim: Victim
        let origin: ObjectOrigin?
    }

    init(leak: JudgedLeak, in model: TraceModel, _ types: RecordedTypes) {
        kind = leak.kind
        scope = leak.scope
        objects = Set([leak.culprit] + leak.victims)
        hangsOn = leak.hangsOn
        culprit = leak.culprit
        explained = .object(leak.culprit.rawValue)
        part = model.nodes[leak.culprit]?.kind
        ribPath = model.ribPath(of: leak.culprit)
        type = model.typeName(of: leak.culprit)
        victims = leak.victims.map {
            DraftVictim(
                victim: Victim(type: model.typeName(of: $0), ribPath: model.ribPath(of: $0)),
                origin: model.origin(of: $0, outlivedComponent: leak.outlivedComponent))
        }
        test = model.name(of: leak.scope)
        subscription = nil
        late = leak.late
        endedWithTree = leak.endedWithTree
        allocation = model.stack(model.nodes[leak.culprit]?.allocation)
        detach = model.stack(leak.detach)
        subscribe = RecordedStack()
        firing = RecordedStack()
        lineage = []
        origin = model.origin(of: leak.culprit, outlivedComponent: leak.outlivedComponent)
        // What was freed late is kept by nothing any more.
        if leak.late == nil { retainPath = RetainPathDraft(of: leak.culprit, in: model, types) }
    }

    /// - Returns: Nil for a subscription that the trace does not tell of.
    init?(_ firing: LedgerRecord.Firing, of subscription: SubscriptionID, in model: TraceModel) {
        guard let record = model.subscriptions[subscription],
            firing.making?.attribution.isOwned ?? true
        else { return nil }
        kind = .firedWhileInactive
        culprit = record.owner
        explained = .subscription(subscription.rawValue)
        part = model.nodes[record.owner]?.kind
        ribPath = model.ribPath(of: record.owner)
        type = model.typeName(of: record.owner)
        victims = []
        test = model.name(of: firing.scope)
        var facts = SubscriptionFacts(of: subscription, record, firing.making, in: model)
        // The count is written when the subscription ends or settles: a killed process may have told
        // of the first value only.
        facts.valuesWhileInactive = max(1, facts.valuesWhileInactive)
        facts.firstFiredAfter = firing.sinceDeactivation
        self.subscription = facts
        late = nil
        allocation = RecordedStack()
        detach = RecordedStack()
        subscribe = model.stack(record.stack)
        self.firing = model.stack(firing.stack)
        // An explicit form says itself whose it is, and a token that is kept shows it.
        lineage =
            firing.making?.attribution.isCertain == true ? [] : model.lineage(of: record.owner)
        authors = model.lineage(of: record.owner)
        needsAuthor = firing.making?.attribution.needsAuthor == true
        origin = nil
    }

    /// - Returns: Nil for a subscription that the trace does not tell of.
    init?(_ judged: JudgedSubscription, in model: TraceModel) {
        guard let record = model.subscriptions[judged.subscription] else { return nil }
        self.init(judged.kind, about: record.owner, in: model, scope: judged.scope)
        var facts = SubscriptionFacts(of: judged.subscription, record, judged.making, in: model)
        facts.outlivedBy = judged.sinceDeactivation
        facts.ownerIsFreed = judged.ownerIsFreed
        subscription = facts
        explained = .subscription(judged.subscription.rawValue)
        accumulated = judged.accumulated?.stacks.map {
            AccumulatedDraft(
                made: $0, stack: model.stack($0.stack),
                facts: SubscriptionFacts(of: $0.last, record, model.ledger.live[$0.last], in: model)
            )
        }
        subscribe = model.stack(record.stack)
        authors = model.lineage(of: record.owner)
        if !judged.making.attribution.isCertain {
            lineage = authors
            needsAuthor = !judged.making.attribution.isByCapture
        }
    }

    /// - Returns: Nil for a subscription that the trace does not tell of.
    init?(_ judged: JudgedMaking, in model: TraceModel) {
        guard let record = model.subscriptions[judged.subscription] else { return nil }
        self.init(judged.kind, about: judged.owner, in: model, scope: judged.scope)
        explained = .subscription(judged.subscription.rawValue)
        subscription = SubscriptionFacts(of: judged, chain: model.text(record.chain), in: model)
        subscribe = model.stack(record.stack)
        authors = model.lineage(of: judged.owner)
    }

    init(_ violation: LifecycleMistake, in model: TraceModel) {
        self.init(
            .lifecycleViolation, about: violation.object, in: model, scope: violation.scope)
        ribPath = violation.ribPath
        self.violation = violation.facts
        violationStack = model.stack(violation.stack)
        authors = model.lineage(of: violation.object)
        if violation.isInferred {
            allocation = model.stack(model.nodes[violation.object]?.allocation)
        }
        count = violation.count
    }

    init(neverAttached router: ObjectID, _ facts: NeverAttached.Facts, in model: TraceModel) {
        self.init(.neverAttached, about: router, in: model, scope: facts.scope)
        allocation = model.stack(model.nodes[router]?.allocation)
        builder = RouterBuilder(
            of: model.typeName(of: router), madeAt: allocation.addresses,
            lineage: model.lineage(of: router),
            attached: Set(facts.typesInTree.map { RIBName(type: model.text($0)).description }))
    }

    private init(
        _ kind: FindingKind, about object: ObjectID, in model: TraceModel, scope: ScopeID
    ) {
        self.kind = kind
        culprit = object
        explained = .object(object.rawValue)
        part = model.nodes[object]?.kind
        ribPath = model.ribPath(of: object)
        type = model.typeName(of: object)
        victims = []
        test = model.name(of: scope)
        subscription = nil
        late = nil
        allocation = RecordedStack()
        detach = RecordedStack()
        subscribe = RecordedStack()
        firing = RecordedStack()
        lineage = []
        origin = nil
    }

    var addresses: [ImageAddress] {
        [allocation, detach, subscribe, firing, violationStack].flatMap(\.addresses)
            + victims.flatMap { $0.origin?.addresses ?? [] } + (retainPath?.addresses ?? [])
            + (accumulated ?? []).flatMap(\.stack.addresses) + (origin?.addresses ?? [])
    }

    /// False for a finding that only says what to look at.
    var isOfLeak: Bool { !kind.isWarning }

    /// True when all it is about is no leak unless stacks show whose it is.
    var mayBeShared: Bool { origin != nil && victims.allSatisfy { $0.origin != nil } }

    /// True when its owner is known by a capture, so that `judged(among:)` must follow.
    var isByCapture: Bool { subscription?.attribution?.isByCapture == true }

    /// The same, for the RIBs of its trace.
    func judged(among ribs: KnownRIBs) -> FindingDraft {
        var draft = self
        draft.ribs = ribs
        return draft
    }

    /// The same about the place that added most; nil when the subscriptions that accumulated are of
    /// different places.
    private func ofOnePlace(with symbols: Symbolication) -> FindingDraft? {
        guard let accumulated else { return self }
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
            min($0.count, $0.activations.count) >= LedgerJudgement.fewestAccumulated
        }
        guard let most = enough.max(by: { ($0.count, $0.last) < ($1.count, $1.last) }) else {
            return nil
        }
        var draft = self
        draft.accumulated = nil
        draft.subscribe = accumulated[most.last].stack
        draft.explained = .subscription(accumulated[most.last].made.last.rawValue)
        draft.subscription = accumulated[most.last].facts
        draft.subscription?.accumulated = .init(
            count: most.count, activations: most.activations.count)
        return draft
    }

    /// - Returns: Nil for a subscription that, as its stack shows, another than its owner made, and
    ///   for one that only lives on unless its stack shows that its owner made it; for
    ///   an object that RIBs may share unless its stack shows that this one did not; and for a router
    ///   that was never attached unless its stack shows that a RIB of the tree built it.
    func finding(with symbols: Symbolication, _ sites: SubscriptionSites) -> Finding? {
        if accumulated != nil { return ofOnePlace(with: symbols)?.finding(with: symbols, sites) }
        guard isAuthorRight(with: symbols) else { return nil }
        guard isShown(by: symbols) else { return nil }
        guard builder?.isShown(by: symbols) ?? true else { return nil }
        let path = retainPath(with: symbols)?.path(with: symbols)
        let identity = identity(keptBy: path, with: symbols, sites)
        return Finding(
            kind: kind, ribPath: ribPath, type: type,
            fingerprint: identity.fingerprint, identity: identity,
            explainedBy: explained.description, count: count,
            victims: victims.filter { $0.origin?.isShown(by: symbols) ?? true }.map(\.victim),
            test: test, subscription: subscription, endedWithTree: endedWithTree,
            late: late, retainPath: path, violation: violation,
            stacks: FindingStacks(
                allocation: symbols.callStack(allocation), detach: symbols.callStack(detach),
                subscribe: symbols.callStack(subscribe), firing: symbols.callStack(firing),
                violation: symbols.callStack(violationStack)),
            hint: hint(for: path, with: symbols))
    }

    /// Of which subscriptions two in one function are two mistakes; nil for a finding about none.
    var likeness: SubscriptionSites.Likeness? {
        guard kind.isAboutSubscription, let subscription else { return nil }
        return SubscriptionSites.Likeness(
            chain: subscription.chain, type: subscription.attribution == .made ? "" : type)
    }

    private func identity(
        keptBy path: RetainPath?, with symbols: Symbolication, _ sites: SubscriptionSites
    ) -> FindingIdentity {
        var identity = FindingIdentity(kind: kind.rawValue, ribPath: ribPath, type: type)
        if let violation {
            identity.chain = violation.identity
            identity.function =
                OwnFunction(on: violationStack, lineage: authors, with: symbols)?.name
        } else if let likeness {
            identity.chain = likeness.chain
            let author = OwnFunction(on: subscribe, lineage: authors, with: symbols)
            if let author {
                identity.function = author.name
                (identity.site, identity.sites) = sites.place(of: author, likeness, with: symbols)
            }
        } else {
            identity.holder = path?.suspectIdentity?.holder
            identity.property = path?.suspectIdentity?.property
            identity.isEdgeDoubtful = path?.isPartial == true && identity.holder != nil
        }
        return identity
    }

    private func hint(for path: RetainPath?, with symbols: Symbolication) -> String? {
        if let violation { return violation.violation.hint }
        if let path {
            return retainPath(with: symbols)?.hint(
                for: path, alsoCaptured: alsoCaptured, isInTest: test != nil, with: symbols)
        }
        return part == .rib
            ? kind.hintForPlainRIB : kind.hint(for: part, chain: subscription?.chain ?? "")
    }

    /// What leaks of one settling have in common if one edge keeps them alive; nil for anything else, and
    /// for what may not be leaked at all.
    func cause(with symbols: Symbolication) -> LeakCause? {
        guard let scope, let path = retainPath(with: symbols), isShown(by: symbols) else {
            return nil
        }
        return LeakCause(scope: scope, path: path, with: symbols)
    }

    private func retainPath(with symbols: Symbolication) -> RetainPathDraft? {
        retainPath?.withoutThunks(symbols)
    }

    /// The types of the culprit and its victims.
    var types: Set<String> { Set([type] + victims.map(\.victim.type)) }

    /// False for what RIBs may share unless its stack shows that this one was not shared.
    func isShown(by symbols: Symbolication) -> Bool { origin?.isShown(by: symbols) ?? true }

    /// How near the object is to the edge that keeps it alive, and to its router: the nearest tells most
    /// of the mistake.
    func distance(with symbols: Symbolication) -> (steps: Int, part: UInt8) {
        let part = part == .rib ? 0 : part?.rawValue ?? .max
        guard let path = retainPath(with: symbols),
            let edge = SuspectEdge(on: path, with: symbols)
        else { return (.max, part) }
        return (path.steps.count - edge.index, part)
    }

    /// Takes in another object that is alive for the same reason, with what that drags along.
    mutating func drag(_ other: FindingDraft) {
        let victim = DraftVictim(
            victim: Victim(type: other.type, ribPath: other.ribPath), origin: other.origin)
        victims += [victim] + other.victims
        objects.formUnion(other.objects)
    }

    /// Notes what else the closure captures that keeps this object alive.
    mutating func noteCapture(of other: FindingDraft, with symbols: Symbolication) {
        guard let captured = other.retainPath(with: symbols)?.captured(with: symbols),
            captured != retainPath(with: symbols)?.captured(with: symbols),
            !alsoCaptured.contains(captured)
        else { return }
        alsoCaptured.append(captured)
    }

    /// Where a live subscription was made that, as its stack shows, is not the owner's: nobody's, since
    /// nothing else tells whose it is.
    func unownedStack(with symbols: Symbolication) -> RecordedStack? {
        guard kind == .firedWhileInactive || kind == .outlivedInteractor,
            subscription?.isAlive == true, !isAuthorRight(with: symbols)
        else { return nil }
        return subscribe
    }

    /// Whether the stack of a subscription leaves it the owner's.
    private func isAuthorRight(with symbols: Symbolication) -> Bool {
        let code = symbols.projectCode(at: subscribe.addresses)
        let author = SubscriptionAuthor(code, lineage: lineage, among: ribs)
        if isByCapture {
            guard let ribs, !code.frames.isEmpty || code.merged != nil else { return false }
            return !author.isOfAnotherRIB(than: lineage, among: ribs)
        }
        guard author.mayBe(lineage) || lineage.isEmpty else { return false }
        return !needsAuthor || author.isShown(among: lineage)
    }
}

extension SubscriptionFacts {
    fileprivate init(
        of id: SubscriptionID, _ record: LedgerRecord, _ making: LiveSubscriptions.Making?,
        in model: TraceModel
    ) {
        self.init(chain: model.text(record.chain), attribution: making?.attribution)
        isAlive = model.ledger.live[id] != nil
        guard let counts = model.ledger.deliveries[id] else { return }
        valuesWhileActive = counts.whileActive
        valuesWhileInactive = counts.whileInactive
        guard let madeAt = making?.madeAt else { return }
        if counts.firstAt > 0 { firstValueAfter = counts.firstAt - min(counts.firstAt, madeAt) }
        if counts.lastAt > 0 { lastValueAfter = counts.lastAt - min(counts.lastAt, madeAt) }
    }
}

extension TraceModel {
    /// Where an object comes from that RIBs may share; nil for anything else.
    ///
    /// - Parameter outlived: What was known to be alive without its RIBs' components when it was judged; nil
    ///   for all that is known.
    func origin(
        of id: ObjectID, outlivedComponent outlived: Set<ObjectID>? = nil
    ) -> ObjectOrigin? {
        guard let node = nodes[id], node.kind.mayBeShared, !asserted.contains(id) else {
            return nil
        }
        return ObjectOrigin(
            of: node.kind, madeAt: stack(node.allocation).addresses, lineage: lineage(of: id),
            users: usersOfOrigin(of: id),
            outlivedComponent: (outlived ?? outlivedComponent).contains(id),
            isHandedOutAgain: isHandedOutAgain(id))
    }

    func stack(_ id: StackID?) -> RecordedStack {
        guard let stack = id.flatMap({ stacks[$0] }) else { return RecordedStack() }
        return RecordedStack(
            addresses: stack.frames.map { ImageAddress($0, in: images) },
            isTruncated: stack.isTruncated)
    }
}
