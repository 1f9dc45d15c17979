// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// What is needed to find the owners of unowned subscriptions by the code that made them, and when those
/// owners were active since.
struct UnownedRecords {
    /// What was seen of an unowned subscription when it was made and since.
    struct Record {
        /// When it was made, in nanoseconds on the trace's clock.
        let madeAt: UInt64
        let position: Int
        /// What judgements saw of it while it was alive, and its end.
        var observations: [Observation] = []
    }

    /// The state of a subscription at one time.
    struct Observation {
        /// Nanoseconds on the trace's clock.
        let at: UInt64
        let counts: DeliveryCounts
        let isAlive: Bool
        /// The test that this belongs to, if that ran alone.
        let scope: ScopeID
        /// When that began.
        let since: UInt64
    }

    /// An owner that became active, or no longer is.
    struct Change {
        let at: UInt64
        let owner: ObjectID
        let isActive: Bool
    }

    /// More unowned subscriptions, and more changes while one is alive, are not followed.
    private static let most = 1 << 20
    /// Of more observations of one subscription, only the first ones count.
    private static let mostObservations = 16

    var instances = SingleInstances()
    private(set) var records: [SubscriptionID: Record] = [:]
    /// The subscriptions that each test's judgement observed, so that its cost does not depend on other
    /// tests.
    private var seenByTest: [ScopeID: [SubscriptionID]] = [:]
    /// The changes of activity since the oldest of these was made, in the order of time.
    private var changes: [Change] = []
    private var changesOfOwner: [ObjectID: [Change]] = [:]
    private var interactors: [ObjectID: ObjectID] = [:]

    /// The interactor of a router; none for another object, and for a router that has several.
    func interactor(of router: ObjectID) -> ObjectID? { interactors[router] }

    mutating func give(_ interactor: ObjectID, to router: ObjectID) {
        let known = interactors[router]
        interactors[router] = known == nil || known == interactor ? interactor : ObjectID.none
    }

    mutating func add(_ id: SubscriptionID, at time: UInt64) {
        guard records.count < Self.most else { return }
        records[id] = Record(madeAt: time, position: instances.nextPosition())
    }

    /// Notes that something was seen of a subscription that shows whose it is.
    mutating func remove(_ id: SubscriptionID) {
        records[id] = nil
        if records.isEmpty { (changes, changesOfOwner) = ([], [:]) }
    }

    mutating func see(_ id: SubscriptionID, _ observation: Observation) {
        guard records[id]?.observations.count ?? .max < Self.mostObservations else { return }
        records[id]?.observations.append(observation)
        if !observation.scope.isNone { seenByTest[observation.scope, default: []].append(id) }
    }

    /// The subscriptions that were looked at, in a test or at all, each once.
    func seen(in scope: ScopeID?) -> Set<SubscriptionID> {
        if let scope { return Set(seenByTest[scope] ?? []).filter { records[$0] != nil } }
        return Set(records.lazy.filter { !$0.value.observations.isEmpty }.map(\.key))
    }

    /// Takes the last observation of a subscription. It is dropped if it delivered nothing after any owner became
    /// inactive.
    mutating func end(_ id: SubscriptionID, _ observation: Observation) {
        guard let madeAt = records[id]?.madeAt else { return }
        let hasDoubt =
            observation.counts.lastAt > madeAt
            && changes(since: madeAt).first { !$0.isActive }.map {
                $0.at < observation.counts.lastAt
            }
                == true
        if hasDoubt || records[id]?.observations.isEmpty == false {
            see(id, observation)
        } else {
            remove(id)
        }
    }

    /// Notes that an owner becomes active, or is no longer.
    @inline(__always)
    mutating func note(_ owner: ObjectID, isActive: Bool, at time: UInt64) {
        if !records.isEmpty { add(Change(at: time, owner: owner, isActive: isActive)) }
    }

    @inline(never)
    private mutating func add(_ change: Change) {
        guard changes.count < Self.most else {
            // What is not followed to its end proves nothing.
            (records, changes, changesOfOwner) = ([:], [], [:])
            return
        }
        changes.append(change)
        changesOfOwner[change.owner, default: []].append(change)
    }

    func changes(since time: UInt64) -> ArraySlice<Change> { Self.part(of: changes, since: time) }

    /// The same of one owner.
    func changes(of owner: ObjectID, since time: UInt64) -> ArraySlice<Change> {
        Self.part(of: changesOfOwner[owner] ?? [], since: time)
    }

    private static func part(of changes: [Change], since time: UInt64) -> ArraySlice<Change> {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].at <= time { low = middle + 1 } else { high = middle }
        }
        return changes[low...]
    }
}

/// Finds whose the unowned subscriptions are, looking at each stack once.
final class StackAttribution {
    private let model: TraceModel
    private let symbols: Symbolication
    private var authors: [StackID: SubscriptionAuthor] = [:]
    private lazy var ribs = KnownRIBs(in: model.tree)

    /// - Parameter model: Of a trace that misses nothing: an object that is not in it may have made them.
    init(in model: TraceModel, with symbols: Symbolication) {
        self.model = model
        self.symbols = symbols
    }

    /// Whose subscription an unowned one is; nil where its stack does not show that for certain.
    func owner(of id: SubscriptionID) -> ObjectID? {
        guard model.subscriptions.unownedRecords.records[id] != nil,
            let stack = model.subscriptions.records[id]?.stack,
            !stack.isNone
        else { return nil }
        return model.subscriptions.owner(of: id, author(stack), in: model.tree)
    }

    /// What the stack says of a subscription of which nothing else was seen; nil where that changes nothing.
    ///
    /// What another RIB's code made while an owner's ran is unowned.
    func attributed(_ line: SubscriptionEntry, _ id: SubscriptionID) -> SubscriptionEntry? {
        switch line.attribution {
        case .unowned: owner(of: id).map { line.given(to: $0, .made) }
        case .current
        where author(line.stack)
            .isOfAnotherRIB(than: model.tree.lineage(of: line.ownerID), among: ribs):
            line.given(to: .none, .disputed)
        default: nil
        }
    }

    private func author(_ stack: StackID) -> SubscriptionAuthor {
        if let known = authors[stack] { return known }
        let addresses = model.definitions.recordedStack(stack).addresses
        let author = SubscriptionAuthor(symbols.projectCode(at: addresses))
        authors[stack] = author
        return author
    }
}

/// An unowned subscription that the code of an owner made, and that should have ended.
struct JudgedUnowned {
    let kind: FindingKind
    let subscription: SubscriptionID
    let owner: ObjectID
    let scope: ScopeID
    let madeAt: UInt64
    /// When its owner became inactive, in nanoseconds on the trace's clock.
    let deactivatedAt: UInt64
    let observation: UnownedRecords.Observation

    /// True when all of its values came since then, so that they can be counted.
    var isAllInactive: Bool { observation.counts.firstAt > deactivatedAt }
}

extension SubscriptionFacts {
    /// Only what is certain: without an owner, the recorder did not tell active from inactive values.
    init(of judged: JudgedUnowned, chain: String, in model: TraceModel) {
        self.init(chain: chain, attribution: .made)
        let (counts, madeAt) = (judged.observation.counts, judged.madeAt)
        isAlive = judged.observation.isAlive
        let all = counts.whileActive &+ counts.whileInactive
        switch judged.kind {
        case .firedWhileInactive:
            valuesWhileActive = judged.isAllInactive ? 0 : nil
            valuesWhileInactive = judged.isAllInactive ? max(1, all) : 1
            firstFiredAfter =
                judged.isAllInactive ? counts.firstAt - judged.deactivatedAt : nil
        default:
            valuesWhileActive = all
            outlivedBy = judged.observation.at - judged.deactivatedAt
            ownerIsFreed = model.tree.nodes[judged.owner]?.isDestroyed ?? true
        }
        if counts.firstAt > 0 { firstValueAfter = counts.firstAt - min(counts.firstAt, madeAt) }
        if counts.lastAt > 0 { lastValueAfter = counts.lastAt - min(counts.lastAt, madeAt) }
    }
}
