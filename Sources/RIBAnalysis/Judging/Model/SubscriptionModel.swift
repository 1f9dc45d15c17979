// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The recorded subscriptions, their owners, and what judgements found about them.
package struct SubscriptionModel {
    package var records = SerialMap<TracedSubscription, SubscriptionRecord>()
    /// The last subscription that was made when something was last forgotten.
    var newestOld = SubscriptionID.none
    /// The subscriptions that delivered a value while their owner was inactive.
    package private(set) var firings: [SubscriptionID: SubscriptionRecord.Firing] = [:]
    /// The unowned subscriptions that have not ended.
    private(set) var unowned: Set<SubscriptionID> = []
    /// What is needed to find the owners of unowned subscriptions by the code that made them.
    package var unownedRecords = UnownedRecords()
    /// The subscriptions that have not ended, and what was found about them.
    package var judgement = SubscriptionJudgement()
    /// Whether any subscription fired while inactive, was found alive, was made while inactive, or
    /// may have accumulated.
    private(set) var isSuspicious = false
    /// False for a cheap first pass that only learns whether following each subscription could find
    /// anything.
    private let followsEach: Bool

    init(followsEach: Bool) { self.followsEach = followsEach }

    // MARK: - Subscriptions

    /// - Parameters:
    ///   - event: A `subscribed`.
    ///   - tree: The tree that contains its owner.
    @inline(__always)
    mutating func noteSubscribed(_ event: PackedEvent, in tree: TreeModel) {
        let id = SubscriptionID(event.subject)
        if followsEach { noteCreation(of: id, event, owner: tree.nodes[ObjectID(event.related)]) }
        let record = SubscriptionRecord(
            owner: ObjectID(event.related), chain: event.chain, stack: event.subscribeStack)
        records.insert(record, for: id)
        let attribution = SubscriptionAttribution(rawValue: event.attribution) ?? .unowned
        if attribution == .unowned { noteUnowned(id, at: event.timestamp) }
        if !followsEach, !event.ownerIsActive,
            LiveSubscriptions.Creation(event, activation: 0).isMadeForInactiveOwner
        {
            isSuspicious = true
        }
    }

    @inline(never)
    private mutating func noteUnowned(_ id: SubscriptionID, at time: UInt64) {
        unowned.insert(id)
        unownedRecords.add(id, at: time)
    }

    @inline(never)
    private mutating func noteCreation(
        of id: SubscriptionID, _ event: PackedEvent, owner node: TracedNode?
    ) {
        // A damaged trace may contain the same id twice.
        if let known = records[id] { judgement.live.remove(id, of: known.owner) }
        let creation = LiveSubscriptions.Creation(event, activation: node?.activations ?? 0)
        let record = SubscriptionRecord(
            owner: ObjectID(event.related), chain: event.chain, stack: event.subscribeStack)
        judgement.live.add(id, creation, of: record.owner)
        if node != nil, creation.isMadeForInactiveOwner {
            judgement.addMadeWhileInactive(id, creation)
        }
    }

    /// Notes an owner that the recorder inferred. An owner that the code named explicitly stays.
    ///
    /// - Parameter event: A `subscriptionOwned`.
    @inline(never)
    mutating func noteOwned(_ event: PackedEvent, in tree: TreeModel) {
        let id = SubscriptionID(event.subject)
        guard let record = records[id],
            let attribution = SubscriptionAttribution(rawValue: event.evidence),
            judgement.live[id]?.attribution != .explicit
        else { return }
        // The recorder's observation ranks above the search by stacks, even if it disputes an
        // owner.
        unownedRecords.remove(id)
        let owner = ObjectID(event.related)
        if owner.isNone { unowned.insert(id) } else { unowned.remove(id) }
        records.change(id) { $0 = record.given(to: owner) }
        guard followsEach, let creation = judgement.live[id] else { return }
        let node = tree.nodes[owner]
        // An owner inferred at a deactivation says little about when the subscription was made. An
        // owner that the code names is known at once.
        let given = creation.given(
            attribution, ownerWasActive: attribution != .explicit || event.ownerIsActive,
            activation: node?.activations ?? 0)
        judgement.live.give(id, given, from: record.owner, to: owner)
        let isInactive = node.map { $0.isDormant || $0.isDestroyed } ?? true
        if isInactive, judgement.live.deactivation(of: owner) == nil {
            judgement.live.deactivated(owner, at: event.timestamp)
        }
    }

    /// - Parameter event: A `firedWhileInactive`.
    @inline(never)
    mutating func noteFired(_ event: PackedEvent) {
        isSuspicious = true
        let id = SubscriptionID(event.subject)
        firings[id] = SubscriptionRecord.Firing(
            stack: StackID(short: event.stack), sinceDeactivation: event.sinceDeactivation,
            scope: ScopeID(short: event.firingScope), creation: judgement.live[id])
    }

    /// - Parameter event: A `subscriptionEnded`.
    @inline(__always)
    mutating func noteEnded(_ event: PackedEvent) {
        if followsEach || !unowned.isEmpty { end(event) }
    }

    @inline(never)
    private mutating func end(_ event: PackedEvent) {
        let id = SubscriptionID(event.subject)
        if !unowned.isEmpty { unowned.remove(id) }
        let test = judgement.scopes.alone
        unownedRecords.end(
            id,
            UnownedRecords.Observation(
                at: event.timestamp, counts: event.counts, isAlive: false,
                scope: test?.scope ?? .none, since: test?.beganAt ?? 0))
        guard followsEach else { return }
        judgement.end(id, of: records[id]?.owner ?? .none, event.counts)
    }

    /// - Parameter event: A `stillSubscribed`.
    @inline(never)
    mutating func noteStillSubscribed(_ event: PackedEvent, in tree: TreeModel) {
        let id = SubscriptionID(event.subject)
        // The last judgements also list subscriptions that are in use.
        if let owner = records[id].flatMap({ tree.nodes[$0.owner] }),
            owner.isDestroyed || owner.isDormant || event.counts.whileInactive > 0
        {
            isSuspicious = true
        }
        judgement.noteLive(id, event.counts)
    }

    /// - Parameter event: A `scopeBegan`.
    mutating func noteScope(_ event: PackedEvent) {
        judgement.scopes.begin(ScopeID(short: event.scope), at: event.timestamp)
    }
}

// MARK: - Their owners

extension SubscriptionModel {
    /// Notes that an object was made.
    ///
    /// - Parameters:
    ///   - event: An `objectCreated`.
    ///   - tree: The tree before that event.
    @inline(__always)
    mutating func noteMade(_ kind: ObjectKind, _ event: PackedEvent, in tree: TreeModel) {
        guard SingleInstances.isPart(kind) else { return }
        let (object, type) = (ObjectID(event.subject), StringID(short: event.type))
        // A damaged trace may contain the same id twice.
        guard tree.nodes[object] == nil else { return }
        if !unownedRecords.instances.knows(type) {
            unownedRecords.instances.learn(type, tree.definitions.inheritance(of: type))
        }
        unownedRecords.instances.begin(object, type)
    }

    /// - Parameter tree: The tree before the object was freed.
    @inline(__always)
    mutating func noteFreed(_ object: ObjectID, at time: UInt64, in tree: TreeModel) {
        guard let node = tree.nodes[object] else { return }
        if !node.isDormant { noteInactive(object, at: time) }
        guard SingleInstances.isPart(node.kind), !node.isDestroyed else { return }
        unownedRecords.instances.end(object, node.type)
        if node.wasActive, !node.isDormant {
            unownedRecords.note(object, isActive: false, at: time)
        }
    }

    /// Notes an owner of an object.
    @inline(__always)
    mutating func noteOwner(_ holder: ObjectID, of object: ObjectID, in tree: TreeModel) {
        guard tree.nodes[object]?.kind == .interactor, tree.nodes[holder]?.kind == .router else {
            return
        }
        unownedRecords.noteInteractor(object, of: holder)
    }

    /// Notes that an interactor, or another object with an activity, became active.
    ///
    /// - Parameter tree: The tree after that.
    @inline(__always)
    mutating func noteActivated(_ owner: ObjectID, at time: UInt64, in tree: TreeModel) {
        unownedRecords.note(owner, isActive: true, at: time)
        // Only an owner that was activated this often can accumulate subscriptions.
        if !followsEach, !isSuspicious,
            Int(tree.nodes[owner]?.activations ?? 0) >= SubscriptionJudgement.fewestAccumulated
        {
            isSuspicious = true
        }
    }

    @inline(__always)
    mutating func noteDeactivated(_ owner: ObjectID, at time: UInt64) {
        unownedRecords.note(owner, isActive: false, at: time)
        noteInactive(owner, at: time)
    }

    @inline(__always)
    private mutating func noteInactive(_ owner: ObjectID, at time: UInt64) {
        if judgement.live.isOwner(owner) { judgement.live.deactivated(owner, at: time) }
    }
}

extension LiveSubscriptions.Creation {
    /// - Parameters:
    ///   - event: A `subscribed`.
    ///   - activation: How often the owner had been activated.
    fileprivate init(_ event: PackedEvent, activation: UInt16) {
        self.init(
            madeAt: event.timestamp,
            attribution: SubscriptionAttribution(rawValue: event.attribution) ?? .unowned,
            confinement: SubscriptionConfinement(rawValue: event.confinement) ?? .none,
            ownerWasActive: event.ownerIsActive, activation: activation)
    }

    /// Whether it was made for an inactive owner, by code that should have known.
    var isMadeForInactiveOwner: Bool {
        !ownerWasActive && (attribution == .explicit || attribution == .current)
            && confinement != .silent
    }
}

/// One recorded subscription, in 12 bytes, since a long run has millions.
///
/// The owner is none when a damaged trace contains an object id beyond 32 bits.
package struct SubscriptionRecord: SerialValue, Hashable {
    private let ownerID: UInt32
    private let chainID: UInt32
    private let stackID: UInt32

    // No text has this id: ids of texts count from 1, and the recorder keeps all texts in memory.
    private static let absentID = UInt32.max

    init(owner: ObjectID, chain: UInt32, stack: UInt32) {
        ownerID = UInt32(exactly: owner.rawValue) ?? 0
        chainID = chain
        stackID = stack
    }

    package static var absent: SubscriptionRecord {
        SubscriptionRecord(owner: .none, chain: absentID, stack: 0)
    }
    package var isAbsent: Bool { chainID == Self.absentID }

    /// The interactor that made it.
    package var owner: ObjectID { ObjectID(short: ownerID) }
    /// The chain of publishers it came through.
    package var chain: StringID { StringID(short: chainID) }
    /// Where it was made.
    var stack: StackID { StackID(short: stackID) }

    /// The record with another owner.
    func given(to owner: ObjectID) -> SubscriptionRecord {
        SubscriptionRecord(owner: owner, chain: chainID, stack: stackID)
    }

    /// The record without its stack: what similar subscriptions of one owner have in common.
    var source: SubscriptionRecord {
        SubscriptionRecord(owner: owner, chain: chainID, stack: 0)
    }

    /// The first value that was delivered while the owner was inactive.
    package struct Firing {
        package let stack: StackID
        /// Nanoseconds.
        package let sinceDeactivation: UInt64
        package let scope: ScopeID
        /// How the subscription was made; nil when it had already ended.
        let creation: LiveSubscriptions.Creation?
    }
}
