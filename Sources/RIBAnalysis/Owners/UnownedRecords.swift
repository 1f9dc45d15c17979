// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The unowned subscriptions, and what it takes to find and judge their owners.
package struct UnownedRecords {
    /// What the trace says about an unowned subscription, from its creation on.
    package struct Record {
        /// When it was made, in nanoseconds on the trace's clock.
        let madeAt: UInt64
        let position: Int
        /// Its state at each judgement while it was alive, and at its end.
        var observations: [Observation] = []
    }

    /// The state of a subscription at one time.
    struct Observation {
        /// Nanoseconds on the trace's clock.
        let at: UInt64
        let counts: DeliveryCounts
        let isAlive: Bool
        /// The test that the observation belongs to, if that test ran alone.
        let scope: ScopeID
        let since: UInt64
    }

    struct Change {
        let at: UInt64
        let isActive: Bool
    }

    /// A limit for the unowned subscriptions, and for the changes while one is alive.
    private static let most = 1 << 20
    /// A limit for the observations of one subscription. Later ones are dropped.
    private static let mostObservations = 16

    var instances = SingleInstances()
    package private(set) var records: [SubscriptionID: Record] = [:]
    /// What each test's judgement observed, so that judging one does not cost more with others.
    private var seenByTest: [ScopeID: [SubscriptionID]] = [:]
    /// The changes of activity since the oldest record was made, in time order.
    private(set) var changes: [Change] = []
    private(set) var changesOfOwner: [ObjectID: [Change]] = [:]

    mutating func add(_ id: SubscriptionID, at time: UInt64) {
        guard records.count < Self.most else { return }
        records[id] = Record(madeAt: time, position: instances.nextPosition())
    }

    /// Drops a subscription whose owner became known otherwise.
    mutating func remove(_ id: SubscriptionID) {
        records[id] = nil
        if records.isEmpty { (changes, changesOfOwner) = ([], [:]) }
    }

    mutating func see(_ id: SubscriptionID, _ observation: Observation) {
        guard records[id]?.observations.count ?? .max < Self.mostObservations else { return }
        records[id]?.observations.append(observation)
        if !observation.scope.isNone { seenByTest[observation.scope, default: []].append(id) }
    }

    /// The subscriptions that were observed, in one test or ever.
    func seen(in scope: ScopeID?) -> Set<SubscriptionID> {
        if let scope { return Set(seenByTest[scope] ?? []).filter { records[$0] != nil } }
        return Set(records.lazy.filter { !$0.value.observations.isEmpty }.map(\.key))
    }

    /// Adds the last observation of a subscription, or drops the subscription if it delivered
    /// nothing after any owner became inactive.
    mutating func end(_ id: SubscriptionID, _ observation: Observation) {
        guard let madeAt = records[id]?.madeAt else { return }
        let deactivation = changes.since(madeAt).first { !$0.isActive }
        let hasDoubt = deactivation.map { $0.at < observation.counts.lastAt } ?? false
        if hasDoubt || records[id]?.observations.isEmpty == false {
            see(id, observation)
        } else {
            remove(id)
        }
    }

    mutating func note(_ owner: ObjectID, isActive: Bool, at time: UInt64) {
        guard !records.isEmpty else { return }
        guard changes.count < Self.most else {
            // An incomplete list of changes proves nothing.
            (records, changes, changesOfOwner) = ([:], [], [:])
            return
        }
        let change = Change(at: time, isActive: isActive)
        changes.append(change)
        changesOfOwner[owner, default: []].append(change)
    }

    /// Forgets which instances were alive when no subscription of `records` was made.
    package mutating func forgetPositions() {
        instances.keep(at: records.values.map(\.position))
    }

    /// The objects that may turn out to own subscriptions.
    package func owners(in tree: TreeModel) -> [ObjectID] {
        instances.all.flatMap { [$0, tree.interactors[$0] ?? .none] }
    }
}

extension [UnownedRecords.Change] {
    func since(_ time: UInt64) -> ArraySlice<Element> { self[countOfFirst { $0.at <= time }...] }
}

/// Finds the owners of unowned subscriptions by their stacks. Each stack is read once.
package final class StackAttribution {
    private let model: TraceModel
    private let symbols: Symbolication?
    private var authors: [StackID: SubscriptionAuthor]
    private lazy var ribs = KnownRIBs(types: model.tree.types)

    /// - Parameters:
    ///   - model: Of a complete trace. Otherwise an object that is missing may have made them.
    ///   - symbols: Nil where only those of `authors` were looked up. Other stacks prove nothing.
    ///   - ribs: All RIBs that the trace has named so far; nil for those of the model.
    package init(
        in model: TraceModel, with symbols: Symbolication?,
        authors: [StackID: SubscriptionAuthor] = [:], among ribs: KnownRIBs? = nil
    ) {
        (self.model, self.symbols, self.authors) = (model, symbols, authors)
        if let ribs { self.ribs = ribs }
    }

    /// The owner, active at the time, of an unowned subscription; nil when its stack proves none.
    package func owner(of id: SubscriptionID) -> ObjectID? {
        let unowned = model.subscriptions.unownedRecords
        guard let made = unowned.records[id],
            let stack = model.subscriptions.records[id]?.stack, !stack.isNone,
            let method = author(stack).method, let type = method.type,
            let part = unowned.instances.only(type, at: made.position),
            // A closure may run when its object is gone.
            !method.isNested || part.isFirst,
            let owner = model.tree.nodes[part.object]?.kind == .router
                ? model.tree.interactors[part.object] : part.object,
            let node = model.tree.nodes[owner]
        else { return nil }
        let next = unowned.changesOfOwner[owner, default: []].since(made.madeAt).first
        let wasActive =
            next.map { !$0.isActive } ?? (node.wasActive && !node.isDormant && !node.isDestroyed)
        return wasActive ? owner : nil
    }

    /// Whether another RIB's code made a subscription while its owner was running.
    package func isOfAnotherRIB(_ stack: StackID, than owner: ObjectID) -> Bool {
        author(stack).isOfAnotherRIB(than: model.tree.lineage(of: owner), among: ribs)
    }

    private func author(_ stack: StackID) -> SubscriptionAuthor {
        if let known = authors[stack] { return known }
        guard let symbols else { return SubscriptionAuthor(functions: []) }
        let addresses = model.definitions.recordedStack(stack).addresses
        let author = SubscriptionAuthor(symbols.projectCode(at: addresses))
        authors[stack] = author
        return author
    }
}

/// An unowned subscription that its stack attributes to an owner, and that should have ended.
struct JudgedUnowned {
    let kind: FindingKind
    /// When its owner became inactive, in nanoseconds on the trace's clock.
    let deactivatedAt: UInt64
    let observation: UnownedRecords.Observation

    var scope: ScopeID { deactivatedAt >= observation.since ? observation.scope : .none }
}

extension SubscriptionFacts {
    /// Fills in only what is certain: the recorder separated no values by an owner's activity.
    init(
        of judged: JudgedUnowned, _ record: SubscriptionRecord, madeBy owner: ObjectID,
        in tree: TreeModel
    ) {
        self.init(chain: tree.definitions.text(record.chain), attribution: .made)
        let (counts, deactivatedAt) = (judged.observation.counts, judged.deactivatedAt)
        isAlive = judged.observation.isAlive
        let all = counts.whileActive &+ counts.whileInactive
        if judged.kind == .outlivedInteractor {
            valuesWhileActive = all
            outlivedBy = judged.observation.at - deactivatedAt
            ownerIsFreed = tree.isFreed(owner)
        } else if counts.firstAt > deactivatedAt {
            // All of its values came after the deactivation, so that they can be counted.
            (valuesWhileActive, valuesWhileInactive) = (0, max(1, all))
            firstFiredAfter = counts.firstAt - deactivatedAt
        } else {
            valuesWhileInactive = 1
        }
        noteTimes(of: counts, since: record.madeAt)
    }
}

extension SubscriptionModel {
    /// The unowned subscriptions that may be judged once their stacks show who made them.
    func doubtfulUnowned(in scope: ScopeID?) -> [(id: SubscriptionID, record: SubscriptionRecord)] {
        let lastChange = unownedRecords.changes.last?.at ?? 0
        return unownedRecords.seen(in: scope).filter { id in
            unownedRecords.records[id].map { $0.madeAt < lastChange } ?? false
        }
        .sorted().compactMap { id in records[id].map { (id, $0) } }
    }

    /// Whether the trace proves that a value came while the owner was inactive.
    package func hasFired(_ id: SubscriptionID, madeBy owner: ObjectID, in tree: TreeModel) -> Bool
    {
        judge(id, madeBy: owner, in: tree)?.kind == .firedWhileInactive
    }

    /// What is wrong with a subscription of an owner, as far as the trace proves it.
    func judge(
        _ id: SubscriptionID, madeBy owner: ObjectID, in tree: TreeModel
    ) -> JudgedUnowned? {
        guard let made = unownedRecords.records[id] else { return nil }
        let changes = unownedRecords.changesOfOwner[owner, default: []].since(made.madeAt)
        func judged(_ kind: FindingKind, by time: (UnownedRecords.Observation) -> UInt64)
            -> [JudgedUnowned]
        {
            made.observations.compactMap { observation in
                let last = changes.last { $0.at < time(observation) }
                guard let last, !last.isActive else { return nil }
                return JudgedUnowned(
                    kind: kind, deactivatedAt: last.at, observation: observation)
            }
        }
        // The time of a value is taken before delivery, and the time of a deactivation after it.
        if let fired = judged(.firedWhileInactive, by: \.counts.lastAt).first { return fired }
        guard tree.nodes[owner]?.wasActive == true else { return nil }
        let isActiveAgain = changes.last?.isActive == true
        let outlived = judged(.outlivedInteractor, by: \.at).filter(\.observation.isAlive)
            .filter {
                !$0.observation.scope.isNone
                    || !isActiveAgain && $0.deactivatedAt >= $0.observation.since
            }
        // A test's end is final. Of the judgements outside of tests, the last one says most.
        return outlived.first { !$0.scope.isNone } ?? outlived.last
    }
}
