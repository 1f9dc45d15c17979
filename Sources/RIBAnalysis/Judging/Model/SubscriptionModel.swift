// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The recorded subscriptions, their owners, and what judgements found about them. `TraceModel`
/// calls it for each event about a subscription or an owner.
package struct SubscriptionModel {
    struct Owner {
        /// How many live subscriptions it has.
        fileprivate var count = 0
        /// When it last became inactive, in nanoseconds on the trace's clock.
        fileprivate(set) var deactivatedAt: UInt64?
    }

    package var records: [SubscriptionID: SubscriptionRecord] = [:]
    /// How many values each delivered, if a finding may be about it. Few are: a run may have made
    /// millions.
    package var counts: [SubscriptionID: DeliveryCounts] = [:]
    /// The subscriptions that have not ended.
    package private(set) var live: Set<SubscriptionID> = []
    /// The owners of live subscriptions.
    private(set) var owners: [ObjectID: Owner] = [:]
    /// What is needed to find the owners of unowned subscriptions by the code that made them.
    package var unownedRecords = UnownedRecords()
    /// The newest subscription when a live watch last forgot some; newer ones are spared once.
    package var newestOld = SubscriptionID.none

    var scopes = OpenScopes()
    /// Recorded as live since the last judgement; used once that is complete.
    package internal(set) var recordedLive: Set<SubscriptionID> = []
    /// The subscriptions that delivered a value while their owner was inactive.
    package private(set) var firings: [SubscriptionID: JudgedSubscription] = [:]
    /// The subscriptions that were alive when their inactive or freed owners were judged.
    package var outlived: [SubscriptionID: JudgedSubscription] = [:]
    package var madeWhileInactive: [SubscriptionID: JudgedSubscription] = [:]
    /// The ones in `madeWhileInactive` that were made since a test last ended.
    var lastMadeWhileInactive: [SubscriptionID] = []
    package internal(set) var accumulating: [SubscriptionRecord.Source: JudgedSubscription] = [:]
    /// How many more live subscriptions are checked in judgements. It bounds the cost of a damaged
    /// trace.
    var looksLeft = 16_000_000

    /// A subscription that has not ended; nil for any other.
    func liveRecord(_ id: SubscriptionID) -> SubscriptionRecord? {
        live.contains(id) ? records[id] : nil
    }

    /// All live subscriptions; empty once the limit for checks is reached.
    mutating func lookAtLive() -> Set<SubscriptionID> {
        looksLeft -= live.count
        return looksLeft >= 0 ? live : []
    }

    private mutating func addLive(_ id: SubscriptionID, of owner: ObjectID) {
        live.insert(id)
        if !owner.isNone { owners[owner, default: Owner()].count += 1 }
    }

    /// Does nothing for a subscription that ended before, or that the trace does not have.
    private mutating func removeLive(_ id: SubscriptionID) {
        guard live.remove(id) != nil, let owner = records[id]?.owner,
            let left = owners[owner]?.count
        else { return }
        if left > 1 { owners[owner]?.count = left - 1 } else { owners[owner] = nil }
    }

    /// Notes a new subscription, whose owner the tree may not know.
    mutating func noteSubscribed(
        _ id: SubscriptionID, _ record: SubscriptionRecord, in tree: TreeModel
    ) {
        // A damaged trace may contain the same id twice.
        removeLive(id)
        records[id] = record
        addLive(id, of: record.owner)
        if tree.nodes[record.owner] != nil, record.isMadeForInactiveOwner {
            madeWhileInactive[id] = JudgedSubscription(
                kind: .subscribedWhileInactive, subscription: id, record: record, scope: .none)
            lastMadeWhileInactive.append(id)
        }
        if record.attribution == .unowned {
            unownedRecords.add(id, at: record.madeAt)
        }
    }

    mutating func noteFired(
        _ id: SubscriptionID, at stack: StackID, in scope: ScopeID, after sinceDeactivation: UInt64
    ) {
        firings[id] = JudgedSubscription(
            kind: .firedWhileInactive, subscription: id, record: liveRecord(id), scope: scope,
            sinceDeactivation: sinceDeactivation, sender: stack)
    }

    mutating func noteLive(_ id: SubscriptionID, _ counts: DeliveryCounts) {
        recordedLive.insert(id)
        if records[id] != nil { self.counts[id] = counts }
    }

    /// Notes an owner that the recorder inferred. An owner that the code named explicitly stays.
    mutating func note(
        _ attribution: SubscriptionAttribution, of id: SubscriptionID, to owner: ObjectID,
        _ ownerIsActive: Bool, at time: UInt64, _ tree: TreeModel
    ) {
        let isLive = live.contains(id)
        guard var record = records[id], !isLive || record.attribution != .explicit else { return }
        // The recorder's observation ranks above the search by stacks, even if it disputes an
        // owner.
        unownedRecords.remove(id)
        guard isLive else {
            records[id]?.owner = owner
            return
        }
        let isMoved = owner != record.owner
        if isMoved { removeLive(id) }
        let node = tree.nodes[owner]
        (record.owner, record.attribution) = (owner, attribution)
        // An owner inferred at a deactivation says little about when the subscription was made. An
        // owner that the code names is known at once.
        record.ownerWasActive = attribution != .explicit || ownerIsActive
        record.activation = node?.activations ?? 0
        records[id] = record
        if isMoved { addLive(id, of: owner) }
        let isInactive = node.map { $0.isDormant || $0.isDestroyed } ?? true
        if isInactive, owners[owner]?.deactivatedAt == nil { owners[owner]?.deactivatedAt = time }
    }

    /// Whether something was found about a subscription, or may be.
    func isFound(_ id: SubscriptionID) -> Bool {
        firings[id] != nil || unownedRecords.records[id] != nil || outlived[id] != nil
            || madeWhileInactive[id] != nil
    }

    /// Notes the end of a subscription. What it delivered is kept if a finding needs it.
    mutating func end(_ id: SubscriptionID, _ counts: DeliveryCounts, at time: UInt64) {
        let test = scopes.alone
        unownedRecords.end(
            id,
            UnownedRecords.Observation(
                at: time, counts: counts, isAlive: false, scope: test?.scope ?? .none,
                since: test?.beganAt ?? 0))
        removeLive(id)
        recordedLive.remove(id)
        let isFound = outlived[id] != nil || madeWhileInactive[id] != nil
        guard records[id] != nil else { return }
        self.counts[id] = counts.whileInactive > 0 || isFound ? counts : nil
    }

    /// Notes that an object is made that the tree does not know yet.
    mutating func noteMade(
        _ object: ObjectID, _ kind: ObjectKind, _ type: StringID, in tree: TreeModel
    ) {
        // A damaged trace may contain the same id twice.
        guard SingleInstances.isPart(kind), tree.nodes[object] == nil else { return }
        unownedRecords.instances.begin(object, type) { tree.definitions.inheritance(of: type) }
    }

    /// Notes that an object is freed, before the tree does.
    mutating func noteFreed(_ object: ObjectID, at time: UInt64, in tree: TreeModel) {
        guard let node = tree.nodes[object] else { return }
        if !node.isDormant { owners[object]?.deactivatedAt = time }
        guard SingleInstances.isPart(node.kind), !node.isDestroyed else { return }
        unownedRecords.instances.end(object, node.type)
        if node.wasActive, !node.isDormant {
            unownedRecords.note(object, isActive: false, at: time)
        }
    }

    mutating func noteDeactivated(_ owner: ObjectID, at time: UInt64) {
        unownedRecords.note(owner, isActive: false, at: time)
        owners[owner]?.deactivatedAt = time
    }

    /// The first subscription of each place in code, oldest first. `SubscriptionSites` counts the
    /// places by them, so a live watch never forgets them.
    package func firstOfSites(in tree: TreeModel) -> [SubscriptionID] {
        struct Site: Hashable {
            let chain: StringID
            let stack: StackID
            /// Nil for an owner that the trace does not have.
            let ownerType: StringID?
        }
        var first: [Site: SubscriptionID] = [:]
        for (id, record) in records {
            let site = Site(
                chain: record.chain, stack: record.stack, ownerType: tree.nodes[record.owner]?.type)
            first[site] = min(id, first[site] ?? id)
        }
        return first.values.sorted()
    }

    /// How many different stacks are kept.
    private static var mostUnownedStacks: Int { 256 }

    /// The live unowned subscriptions, grouped by the stacks that made them. The stacks with most
    /// of them come first, then one group for all the rest.
    func unownedSubscriptions(
        where isOwned: (SubscriptionID) -> Bool
    ) -> [(stack: StackID, count: Int)] {
        var counts: [StackID: Int] = [:]
        for id in live {
            // One that its code gave to an object that was not recorded has an owner.
            guard let record = records[id], !record.attribution.isOwned, !isOwned(id) else {
                continue
            }
            counts[record.stack, default: 0] += 1
        }
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let rest = sorted.dropFirst(Self.mostUnownedStacks).reduce(0) { $0 + $1.value }
        return sorted.prefix(Self.mostUnownedStacks).map { (stack: $0.key, count: $0.value) }
            + (rest > 0 ? [(stack: .none, count: rest)] : [])
    }
}

// MARK: - Records

/// One recorded subscription, as of the last event read.
package struct SubscriptionRecord {
    /// The interactor that made it.
    package fileprivate(set) var owner: ObjectID
    /// The chain of publishers it came through.
    package let chain: StringID
    let stack: StackID
    /// Nanoseconds on the trace's clock.
    let madeAt: UInt64
    fileprivate(set) var attribution: SubscriptionAttribution
    let confinement: SubscriptionConfinement
    fileprivate(set) var ownerWasActive: Bool
    fileprivate(set) var activation: UInt16

    /// Whether it was made for an inactive owner, by code that should have known.
    var isMadeForInactiveOwner: Bool {
        !ownerWasActive && (attribution == .explicit || attribution == .current)
            && confinement != .silent
    }

    package struct Source: Hashable {
        let owner: ObjectID
        let chain: StringID
    }

    var source: Source { Source(owner: owner, chain: chain) }
}
