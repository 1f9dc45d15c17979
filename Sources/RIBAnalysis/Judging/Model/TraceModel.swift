// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The state of a recorded process, built event by event, and the leaks judged on the way.
///
/// It trusts no trace: events about unknown objects are passed over, and walks along parents and
/// owners are bounded.
struct TraceModel: EventConsumer {
    private(set) var nodes = SerialMap<TracedObject, TracedNode>()
    var subscriptions = SerialMap<TracedSubscription, LedgerRecord>()
    /// The subscriptions that delivered a value while their owner was inactive.
    var firings: [SubscriptionID: LedgerRecord.Firing] = [:]
    /// The subscriptions of nobody that have not ended.
    var unowned: Set<SubscriptionID> = []
    /// What tells whose subscriptions of nobody's are by the code that made them.
    var makers = Makers()
    /// The subscriptions that have not ended, and what was found about them.
    var ledger = LedgerJudgement()
    /// False to learn only whether following each subscription would find anything.
    let followsSubscriptions: Bool
    /// Objects of which a test says that they must be gone.
    var asserted: Set<ObjectID>
    /// True once one fired, was found alive or was made while inactive, or may have accumulated.
    var hasSuspiciousSubscriptions = false
    private(set) var images: [ImageID: ImageDefinition] = [:]
    private(set) var stacks: [StackID: StackDefinition] = [:]
    private(set) var leaks: [JudgedLeak] = []
    /// What was found alive at a deadline, and by no settling since.
    private var overdue = OverdueLeaks()
    /// Objects that were passed over at the last settling of the whole process.
    private(set) var unjudged: UInt32 = 0
    /// True once a part of a RIB was made that only RIBs have.
    private(set) var hasRIBs = false
    /// Why the process last settled as a whole; nil when it never did.
    private(set) var lastSettling: SettleReason?

    /// The events of each class that the process had to drop, as it last said.
    private(set) var dropped: [EventClass: UInt64] = [:]

    /// The objects that RIBs may share and that were found alive when their RIBs' components were
    /// gone.
    private(set) var outlivedComponent: Set<ObjectID> = []
    /// What code did against the lifecycle.
    var mistakes = LifecycleMistakes()
    /// The RIBs without base classes that were freed while they were attached.
    var freedRIBs = FreedRIBs()
    /// The routers that a judgement found alive and never attached.
    var neverAttached = NeverAttached()
    /// Why objects are alive.
    private(set) var retentions = TracedRetentions()
    private var hasPlainRIBs = false

    private var strings: [StringID: String] = [:]
    private var supertypes: [StringID: StringID] = [:]
    private var scopeNames: [ScopeID: StringID] = [:]
    /// What holds an object by the architecture beside its first owner.
    private var moreOwners: [ObjectID: [ObjectID]] = [:]
    /// What RIBs without base classes consist of.
    private var plainParts: [ObjectID: [ObjectID]] = [:]
    /// Where the host itself says that objects have their place.
    private(set) var placements: [ObjectID: StringID] = [:]
    /// The components of routers.
    private var components: [ObjectID: ObjectID] = [:]
    /// The views that were dismissed and have not appeared since.
    var departures: [ObjectID: Departure] = [:]
    /// The views, in the order they were made; freed ones are dropped when it is next read.
    var views: [ObjectID] = []
    /// How many more living views are looked at when flows end: a bound for what a damaged trace can cost.
    var viewsToLookAt = 1_000_000
    /// Said to be alive since the last settling: counts once that is complete.
    private var survivors: [ObjectID] = []
    /// For how many nanoseconds those should have been gone.
    private var expectedFor: [UInt64] = []
    private var leaked: Set<ObjectID> = []
    private var reported: Set<ObjectID> = []

    /// The events that judging has no use for: loading is shown by other reports.
    static var ignored: Set<TraceEvent.Record> { [.loaded] }

    /// - Parameters:
    ///   - followsSubscriptions: False to learn only whether that would find anything.
    ///   - asserted: Objects that must be gone, whatever place they have.
    init(followsSubscriptions: Bool = true, asserted: Set<ObjectID> = []) {
        self.followsSubscriptions = followsSubscriptions
        self.asserted = asserted
    }

    /// Takes one more definition.
    mutating func define(_ event: TraceEvent) {
        switch event {
        case .stringDefined(let id, let text): strings[id] = text
        case .imageDefined(let image): images[image.id] = image
        case .stackDefined(let id, let stack): stacks[id] = stack
        default: break  // no definition
        }
    }

    /// Takes one more event that is no definition, in time order.
    @inline(__always)
    mutating func apply(_ event: PackedEvent) {
        let object = ObjectID(event.subject)
        switch event.record {
        case .objectCreated:
            let kind = ObjectKind(rawValue: event.kind) ?? .object
            if !hasRIBs, !kind.mayBeShared { hasRIBs = true }
            if kind.standsInTree { neverAttached.noteMade(object) }
            if kind == .rib { hasPlainRIBs = true }
            if kind == .view { views.append(object) }
            if OnlyParts.isPart(kind) { notePart(object, StringID(short: event.type)) }
            nodes.insert(
                TracedNode(kind: kind, type: event.type, allocation: event.creationStack),
                for: object)
        case .objectDestroyed:
            if hasPlainRIBs { noteFreedRIB(object, at: event.timestamp) }
            if mistakes.hasUndecided { decideMistake(about: object) }
            if ledger.live.isOwner(object), nodes[object]?.isDormant == false {
                noteDeactivated(object, at: event.timestamp)
            }
            notePartEnds(object, at: event.timestamp)
            nodes.change(object) { $0.isDestroyed = true }
            if !departures.isEmpty { forgetDepartures(ofFreed: object) }
            if !leaked.isEmpty, leaked.remove(object) != nil {
                overdue.freed(object, at: event.timestamp)
            }
        case .owned:
            addOwner(ObjectID(event.related), of: object)
            noteInteractor(object, of: ObjectID(event.related))
        case .launched: nodes.change(object) { $0.launch() }
        case .attached:
            if mistakes.hasUndecided {
                decideMistake(about: object, newParent: ObjectID(event.related))
            }
            nodes.change(object) { $0.attach(to: ObjectID(event.related)) }
            if !overdue.isEmpty { forgetOverdue(object) }
            if !departures.isEmpty { noteAttached(object, below: ObjectID(event.related)) }
        case .detached:
            if mistakes.hasUndecided { decideMistake(about: object) }
            if !departures.isEmpty { noteDetached(object) }
            nodes.change(object) { $0.detach(at: event.moveStack) }
        case .activated:
            makers.note(object, isActive: true, at: event.timestamp)
            if let router = noteActivated(object) {
                nodes.change(router) { $0.activateInteractor() }
            }
        case .deactivated:
            makers.note(object, isActive: false, at: event.timestamp)
            nodes.change(object) { $0.becomeDormant() }
            noteDeactivated(object, at: event.timestamp)
            if hasPlainRIBs { nodes.change(object) { $0.deactivate() } }
        case .workerStarted:
            makers.note(object, isActive: true, at: event.timestamp)
            noteActivated(object)
        case .workerStopped:
            makers.note(object, isActive: false, at: event.timestamp)
            nodes.change(object) { $0.becomeDormant() }
            noteDeactivated(object, at: event.timestamp)
        case .subscribed:
            noteSubscribed(event)
        case .subscriptionEnded:
            if followsSubscriptions || !unowned.isEmpty { noteEnded(event) }
        default: applyRare(event)
        }
    }

    /// Takes that an object is active again.
    ///
    /// - Returns: What first said to hold it; nil for an unknown object.
    @inline(__always)
    @discardableResult
    private mutating func noteActivated(_ object: ObjectID) -> ObjectID? {
        var (holder, activations): (ObjectID?, UInt16) = (nil, 0)
        nodes.change(object) {
            $0.becomeActive()
            (holder, activations) = ($0.firstOwner, $0.activations)
        }
        // Only what is active so often can accumulate subscriptions.
        if !followsSubscriptions, Int(activations) >= LedgerJudgement.fewestAccumulated {
            hasSuspiciousSubscriptions = true
        }
        return holder
    }

    /// Whether this or an earlier settling found the object leaked, and it has not been freed since.
    func isLeaked(_ id: ObjectID) -> Bool { leaked.contains(id) }

    /// The component that was made for a router.
    func component(of router: ObjectID) -> ObjectID? { components[router] }

    /// What holds an object by the architecture, in the order it was said.
    func owners(of id: ObjectID) -> [ObjectID] {
        guard let first = nodes[id]?.firstOwner, !first.isNone else { return [] }
        return [first] + (moreOwners[id] ?? []).prefix(Self.mostHolders)
    }

    func text(_ id: StringID) -> String { strings[id] ?? "?" }

    /// The same, empty for no text.
    func textIfAny(_ id: StringID) -> String { id.isNone ? "" : text(id) }

    /// The name of an object's type, cut where it is longer than anyone's: each object repeats it.
    func typeName(of id: ObjectID) -> String {
        let name = nodes[id].map { text($0.type) } ?? "?"
        guard name.utf8.count > Self.longestType else { return name }
        return String(decoding: name.utf8.prefix(Self.longestType), as: UTF8.self) + "…"
    }

    /// In bytes. Up to there fingerprints are exact.
    private static let longestType = 1_000

    /// The names of the types of all objects.
    var types: Set<String> {
        // Numbers of texts begin at 1 and have no gaps, so that most objects cost one look.
        var isSeen = [Bool](repeating: false, count: strings.count + 1)
        var others: Set<StringID> = []
        nodes.visitValues { node in
            let number = node.type.rawValue
            if number < UInt64(isSeen.count) {
                isSeen[Int(number)] = true
            } else {
                others.insert(node.type)
            }
        }
        let seen = isSeen.indices.filter { isSeen[$0] }.map { StringID(UInt64($0)) }
        return Set((seen + others).map(text))
    }

    /// The types whose code is an object's own: its type and the classes that inherits from, and
    /// the same of the parts of a RIB without base classes.
    func lineage(of id: ObjectID) -> [String] {
        ([id] + (plainParts[id] ?? [])).flatMap(inheritance)
    }

    private func inheritance(of id: ObjectID) -> [String] {
        nodes[id].map { inheritance(of: $0.type) } ?? []
    }

    /// A class and those that it inherits from.
    func inheritance(of type: StringID) -> [String] {
        var names: [String] = []
        var next: StringID? = type
        while let type = next, names.count < 32 {
            names.append(text(type))
            next = supertypes[type]
        }
        return names
    }

    /// The name of a scope, or nil for none.
    func name(of scope: ScopeID) -> String? { scopeNames[scope].map(text) }

    @inline(__always)
    private mutating func addOwner(_ owner: ObjectID, of id: ObjectID) {
        var (isOwned, isComponent) = (false, false)
        nodes.change(id) { node in
            isOwned = !node.firstOwner.isNone
            isComponent = node.kind == .component
            if !isOwned { node.firstOwner = owner }
        }
        if isOwned { addOwner(owner, besideFirstOf: id) }
        if isComponent || hasPlainRIBs { addPart(id, of: owner) }
    }

    @inline(never)
    private mutating func addOwner(_ owner: ObjectID, besideFirstOf id: ObjectID) {
        moreOwners[id, default: []].append(owner)
    }

    @inline(never)
    private mutating func addPart(_ id: ObjectID, of owner: ObjectID) {
        guard let node = nodes[id] else { return }
        if node.kind == .component, nodes[owner]?.kind == .router { components[owner] = id }
        if nodes[owner]?.kind == .rib, plainParts[owner, default: []].count < Self.mostHolders {
            plainParts[owner, default: []].append(id)
        }
    }

    @inline(never)
    private mutating func applyRare(_ event: PackedEvent) {
        switch event.record {
        case .viewAppeared:
            departures[ObjectID(event.subject)] = nil
        case .viewLeft:
            departures[ObjectID(event.subject)] = Departure(
                stack: StackID(short: event.stack), scope: ScopeID(short: event.departureScope))
        case .firedWhileInactive:
            noteFired(event)
        case .stillSubscribed:
            noteStillSubscribed(event)
        case .subscriptionOwned:
            noteOwned(event)
        case .placed:
            placements[ObjectID(event.subject)] = StringID(short: event.ribPath)
        case .scopeBegan:
            scopeNames[ScopeID(short: event.scope)] = StringID(short: event.name)
            ledger.scopes.begin(ScopeID(short: event.scope), at: event.timestamp)
        case .supertypeDefined:
            supertypes[StringID(short: event.subtype)] = StringID(short: event.supertype)
        case .dropped:
            EventClass(rawValue: event.droppedClass).map { dropped[$0] = event.droppedCount }
        case .stillAlive:
            survivors.append(ObjectID(event.subject))
            expectedFor.append(event.expectedFor)
        case .lifecycleViolated:
            noteMistake(event)
        case .retainStep:
            event.retentionStep.map { retentions.add($0, of: ObjectID(event.subject)) }
        case .retained:
            event.retentionSummary.map { retentions.complete(ObjectID(event.subject), $0) }
        case .settled:
            settle(event)
        default:
            break  // taken by `apply`
        }
    }
}

// MARK: - Settling

extension TraceModel {
    private mutating func settle(_ event: PackedEvent) {
        settle(
            SettleReason(rawValue: event.reason) ?? .request, ScopeID(short: event.settledScope),
            unjudged: event.unjudged, at: event.timestamp)
    }

    private mutating func settle(
        _ reason: SettleReason, _ scope: ScopeID, unjudged: UInt32, at timestamp: UInt64
    ) {
        defer {
            survivors = []
            expectedFor = []
        }
        if reason == .request || reason == .exit {
            lastSettling = reason
            self.unjudged = unjudged
        }
        if reason == .treeEnd { return settleTreeEnd(in: scope) }
        if reason != .deadline { forgetOverdueInUse() }
        judgeSubscriptions(reason, scope, at: timestamp)
        var known: [ObjectID: Bool] = [:]
        leaked.formUnion(
            survivors.filter {
                nodes[$0]?.isDestroyed == false && !isInUse($0, known: &known)
            })
        if reason == .deadline { return settleDeadline(at: timestamp) }
        judgeFreedRIBs(reason, at: timestamp)
        judgeNeverAttached(among: survivors, reason, scope)
        outlivedComponent.formUnion(survivors.filter { leaked.contains($0) && outlives($0) })
        add(folded(scope: scope) + missingDetaches(in: reason == .scopeEnd ? scope : nil))
        // What a deadline has found is now found for good, with all that it drags along by now.
        for survivor in survivors { overdue.remove(survivor) }
    }

    mutating func add(_ found: [JudgedLeak]) {
        leaks += found
        reported.formUnion(found.map(\.culprit))
    }

    /// True for what a finding is about.
    func isReported(_ id: ObjectID) -> Bool { reported.contains(id) }

    /// Takes what goes only now, with the tree that kept it.
    private mutating func settleTreeEnd(in scope: ScopeID) {
        var known: [ObjectID: Bool] = [:]
        leaked.formUnion(
            survivors.filter {
                nodes[$0]?.isDestroyed == false && !isInUse($0, known: &known)
            })
        let left = survivors.first.map { missingDetaches(in: scope, below: $0) } ?? []
        add(folded(scope: scope, endedWithTree: true) + left)
    }

    /// Judges a test by what is said to be alive, as if a recorder had written that.
    mutating func judge(_ survivors: [ObjectID], in scope: ScopeID, at timestamp: UInt64) {
        self.survivors = survivors
        expectedFor = survivors.map { _ in 0 }
        settle(.scopeEnd, scope, unjudged: 0, at: timestamp)
    }

    /// Keeps what a deadline found for as long as nothing else says more about it.
    private mutating func settleDeadline(at timestamp: UInt64) {
        let waits = Dictionary(zip(survivors, expectedFor)) { first, _ in first }
        for leak in folded(scope: .none) {
            let kind = nodes[leak.culprit]?.kind
            overdue.add(
                leak, foundAt: timestamp, expectedFor: waits[leak.culprit] ?? 0,
                owners: owners(of: leak.culprit).count,
                // Others may have no base class, whose end shows only when somebody looks.
                saysWhenFreed: kind == .router || kind == .interactor)
        }
        var known: [ObjectID: ObjectID] = [:]
        for survivor in survivors where leaked.contains(survivor) {
            let culprit = culprit(of: survivor, known: &known)
            if culprit != survivor { overdue.add(victim: survivor, of: culprit) }
        }
    }

    /// What was found, and what came of what deadlines found.
    var judgedLeaks: [JudgedLeak] {
        guard !overdue.isEmpty else { return leaks }
        var model = self
        model.forgetOverdueInUse()
        func isFreed(_ id: ObjectID) -> Bool { nodes[id]?.isDestroyed ?? true }
        let told = Set(leaks.flatMap { [$0.culprit] + $0.victims })
        model.survivors = model.overdue.orphans(isFreed: isFreed).filter { !told.contains($0) }
        return leaks
            + model.overdue.leaks(isFreed: isFreed, owners: { owners(of: $0).count })
            + model.folded(scope: .none)
    }

    /// Takes back what a deadline said of a RIB that is attached again: it was in use after all.
    private mutating func forgetOverdue(_ culprit: ObjectID) {
        for object in overdue.remove(culprit) { leaked.remove(object) }
    }

    private mutating func forgetOverdueInUse() {
        var known: [ObjectID: Bool] = [:]
        for culprit in overdue.alive where isInUse(culprit, known: &known) {
            forgetOverdue(culprit)
        }
    }

    /// True for what RIBs may share, if all those that used it had a component and none is left.
    private func outlives(_ id: ObjectID) -> Bool {
        guard nodes[id]?.kind.mayBeShared == true else { return false }
        return users(of: id).allSatisfy { router in
            components[router].flatMap { nodes[$0] }?.isDestroyed ?? false
        }
    }

    /// Folds what a leaked router, interactor or view drags along under the one nearest the root.
    private func folded(scope: ScopeID, endedWithTree: Bool = false) -> [JudgedLeak] {
        var victims: [ObjectID: [ObjectID]] = [:]
        var culprits: [ObjectID] = []
        var known: [ObjectID: ObjectID] = [:]
        // A trace may name an object twice.
        var seen: Set<ObjectID> = []
        for survivor in survivors where leaked.contains(survivor) && seen.insert(survivor).inserted
        {
            let culprit = self.culprit(of: survivor, known: &known)
            if culprit == survivor {
                culprits.append(culprit)
            } else {
                victims[culprit, default: []].append(survivor)
            }
        }
        return culprits.filter { !reported.contains($0) }.map { culprit in
            JudgedLeak(
                culprit: culprit, victims: victims[culprit] ?? [],
                kind: FindingKind(leaked: nodes[culprit]?.kind ?? .object), scope: scope,
                detach: detachStack(above: culprit),
                outlivedComponent: scope.isNone
                    ? nil
                    : outlivedComponent.intersection([culprit] + (victims[culprit] ?? [])),
                endedWithTree: endedWithTree)
        }
    }
}
