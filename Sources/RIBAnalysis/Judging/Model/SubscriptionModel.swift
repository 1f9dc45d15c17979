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

    /// Notes a new subscription.
    ///
    /// - Parameter tree: The tree, in which the owner may be unknown.
    mutating func noteSubscribed(
        _ id: SubscriptionID, _ record: SubscriptionRecord,
        _ creation: LiveSubscriptions.Creation, for owner: ObjectID, in tree: TreeModel
    ) {
        // A damaged trace may contain the same id twice.
        if let known = records[id] { judgement.live.remove(id, of: known.owner) }
        judgement.live.add(id, creation, of: owner)
        if tree.nodes[owner] != nil, creation.isMadeForInactiveOwner {
            judgement.addMadeWhileInactive(id, creation)
        }
        records.insert(record, for: id)
        if creation.attribution == .unowned {
            unowned.insert(id)
            unownedRecords.add(id, at: creation.madeAt)
        }
    }

    /// Notes the first value that was delivered while the owner was inactive.
    mutating func noteFired(
        _ id: SubscriptionID, at stack: StackID, in scope: ScopeID, after sinceDeactivation: UInt64
    ) {
        firings[id] = SubscriptionRecord.Firing(
            stack: stack, sinceDeactivation: sinceDeactivation, scope: scope,
            creation: judgement.live[id])
    }

    /// Notes an owner that the recorder inferred. An owner that the code named explicitly stays.
    mutating func note(
        _ attribution: SubscriptionAttribution, of id: SubscriptionID, to owner: ObjectID,
        _ ownerIsActive: Bool, at time: UInt64, _ tree: TreeModel
    ) {
        guard let record = records[id], judgement.live[id]?.attribution != .explicit else { return }
        // The recorder's observation ranks above the search by stacks, even if it disputes an
        // owner.
        unownedRecords.remove(id)
        if owner.isNone { unowned.insert(id) } else { unowned.remove(id) }
        records.change(id) { $0 = record.given(to: owner) }
        guard let creation = judgement.live[id] else { return }
        let node = tree.nodes[owner]
        // An owner inferred at a deactivation says little about when the subscription was made. An
        // owner that the code names is known at once.
        let given = creation.given(
            attribution, ownerWasActive: attribution != .explicit || ownerIsActive,
            activation: node?.activations ?? 0)
        judgement.live.give(id, given, from: record.owner, to: owner)
        let isInactive = node.map { $0.isDormant || $0.isDestroyed } ?? true
        if isInactive, judgement.live.deactivation(of: owner) == nil {
            judgement.live.deactivated(owner, at: time)
        }
    }

    /// Notes the end of a subscription, with what it delivered.
    mutating func end(_ id: SubscriptionID, _ counts: DeliveryCounts, at time: UInt64) {
        unowned.remove(id)
        let test = judgement.scopes.alone
        unownedRecords.end(
            id,
            UnownedRecords.Observation(
                at: time, counts: counts, isAlive: false, scope: test?.scope ?? .none,
                since: test?.beganAt ?? 0))
        judgement.end(id, of: records[id]?.owner ?? .none, counts)
    }
}

// MARK: - Their owners

extension SubscriptionModel {
    /// Notes that an object was made.
    ///
    /// - Parameter tree: The tree before that event.
    mutating func noteMade(
        _ object: ObjectID, _ kind: ObjectKind, _ type: StringID, in tree: TreeModel
    ) {
        // A damaged trace may contain the same id twice.
        guard SingleInstances.isPart(kind), tree.nodes[object] == nil else { return }
        if !unownedRecords.instances.knows(type) {
            unownedRecords.instances.learn(type, tree.definitions.inheritance(of: type))
        }
        unownedRecords.instances.begin(object, type)
    }

    /// - Parameter tree: The tree before the object was freed.
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
    mutating func noteOwner(_ holder: ObjectID, of object: ObjectID, in tree: TreeModel) {
        guard tree.nodes[object]?.kind == .interactor, tree.nodes[holder]?.kind == .router else {
            return
        }
        unownedRecords.noteInteractor(object, of: holder)
    }

    /// Notes that an interactor was deactivated, or a worker stopped.
    mutating func noteDeactivated(_ owner: ObjectID, at time: UInt64) {
        unownedRecords.note(owner, isActive: false, at: time)
        noteInactive(owner, at: time)
    }

    private mutating func noteInactive(_ owner: ObjectID, at time: UInt64) {
        if judgement.live.isOwner(owner) { judgement.live.deactivated(owner, at: time) }
    }
}

extension LiveSubscriptions.Creation {
    /// Whether it was made for an inactive owner, by code that should have known.
    var isMadeForInactiveOwner: Bool {
        !ownerWasActive && (attribution == .explicit || attribution == .current)
            && confinement != .silent
    }
}

/// One recorded subscription, in 12 bytes, since a long run has millions.
///
/// The owner is none when a damaged trace contains an object id beyond 32 bits.
package struct SubscriptionRecord: Hashable {
    private let ownerID: UInt32
    private let chainID: UInt32
    private let stackID: UInt32

    init(owner: ObjectID, chain: StringID, stack: StackID) {
        ownerID = UInt32(exactly: owner.rawValue) ?? 0
        // The format itself has 32 bits for these.
        chainID = UInt32(truncatingIfNeeded: chain.rawValue)
        stackID = UInt32(truncatingIfNeeded: stack.rawValue)
    }

    /// The interactor that made it.
    package var owner: ObjectID { ObjectID(short: ownerID) }
    /// The chain of publishers it came through.
    package var chain: StringID { StringID(short: chainID) }
    /// Where it was made.
    var stack: StackID { StackID(short: stackID) }

    /// The record with another owner.
    func given(to owner: ObjectID) -> SubscriptionRecord {
        SubscriptionRecord(owner: owner, chain: chain, stack: stack)
    }

    /// The record without its stack: what similar subscriptions of one owner have in common.
    var source: SubscriptionRecord {
        SubscriptionRecord(owner: owner, chain: chain, stack: .none)
    }

    /// A place in code that subscribes for owners of one type: what many subscriptions share.
    struct Site: Hashable {
        /// The stack and the chain.
        private let record: SubscriptionRecord
        /// Nil for an owner that the trace does not have.
        let ownerType: StringID?

        init(of record: SubscriptionRecord, in tree: TreeModel) {
            self.record = record.given(to: .none)
            ownerType = tree.nodes[record.owner]?.type
        }
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
