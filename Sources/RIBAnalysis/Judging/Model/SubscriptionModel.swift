// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The recorded subscriptions, whose they are, and what judgements found about them.
struct SubscriptionModel {
    private(set) var records = SerialMap<TracedSubscription, SubscriptionRecord>()
    /// The subscriptions that delivered a value while their owner was inactive.
    private(set) var firings: [SubscriptionID: SubscriptionRecord.Firing] = [:]
    /// The unowned subscriptions that have not ended.
    private(set) var unowned: Set<SubscriptionID> = []
    /// What is needed to find the owners of unowned subscriptions by the code that made them.
    var unownedRecords = UnownedRecords()
    /// The subscriptions that have not ended, and what was found about them.
    var judgement = SubscriptionJudgement()
    /// True once one fired, was found alive or was made while inactive, or may have accumulated.
    private(set) var isSuspicious = false
    /// False to learn only whether following each subscription would find anything.
    private let followsEach: Bool

    init(followsEach: Bool) { self.followsEach = followsEach }

    // MARK: - Subscriptions

    /// - Parameters:
    ///   - event: A `subscribed`.
    ///   - tree: Where its owner stands.
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
        // A damaged trace may name one twice.
        if let known = records[id] { judgement.live.remove(id, of: known.owner) }
        let creation = LiveSubscriptions.Creation(event, activation: node?.activations ?? 0)
        let record = SubscriptionRecord(
            owner: ObjectID(event.related), chain: event.chain, stack: event.subscribeStack)
        judgement.live.add(id, creation, of: record.owner)
        if node != nil, creation.isMadeForInactiveOwner {
            judgement.addMadeWhileInactive(id, creation)
        }
    }

    /// Notes whose a subscription is by what was seen of it. What its code said itself stands.
    ///
    /// - Parameter event: A `subscriptionOwned`.
    @inline(never)
    mutating func noteOwned(_ event: PackedEvent, in tree: TreeModel) {
        let id = SubscriptionID(event.subject)
        guard let record = records[id],
            let attribution = SubscriptionAttribution(rawValue: event.evidence),
            judgement.live[id]?.attribution != .explicit
        else { return }
        // What was seen ranks above, and so does what it disagrees about.
        unownedRecords.remove(id)
        let owner = ObjectID(event.related)
        if owner.isNone { unowned.insert(id) } else { unowned.remove(id) }
        records.change(id) { $0 = record.given(to: owner) }
        guard followsEach, let creation = judgement.live[id] else { return }
        let node = tree.nodes[owner]
        // What is seen at a deactivation was mostly made before; what the code says, it says at once.
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
        // The last judgements tell also of those that are in use.
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
        // A damaged trace may name one twice.
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

    /// Notes what holds an object by the architecture.
    @inline(__always)
    mutating func noteOwner(_ holder: ObjectID, of object: ObjectID, in tree: TreeModel) {
        guard tree.nodes[object]?.kind == .interactor, tree.nodes[holder]?.kind == .router else {
            return
        }
        unownedRecords.give(object, to: holder)
    }

    /// Notes that an interactor, or what else has an activity, became active.
    ///
    /// - Parameter tree: The tree after that.
    @inline(__always)
    mutating func noteActivated(_ owner: ObjectID, at time: UInt64, in tree: TreeModel) {
        unownedRecords.note(owner, isActive: true, at: time)
        // Only what is active so often can accumulate subscriptions.
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

    /// True when it was made for an owner that was inactive, by who should have known.
    var isMadeForInactiveOwner: Bool {
        !ownerWasActive && (attribution == .explicit || attribution == .current)
            && confinement != .silent
    }
}
