// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The live subscriptions, and what judgements found about them.
package struct SubscriptionJudgement {
    private let mostLooks: Int
    /// How many activations and subscriptions make an accumulation, at least.
    static let fewestAccumulated = 3

    var live = LiveSubscriptions()
    var scopes = OpenScopes()
    /// Recorded as live since the last judgement; used once that is complete.
    private(set) var recordedLive: Set<SubscriptionID> = []
    /// How many values they delivered, for those that a finding may be about.
    private(set) var deliveries: [SubscriptionID: DeliveryCounts] = [:]

    package var outlived: [SubscriptionID: JudgedSubscription] = [:]
    package private(set) var madeWhileInactive: [SubscriptionID: JudgedSubscription] = [:]
    /// The ones in `madeWhileInactive` that were made since a test last ended.
    private var lastMadeWhileInactive: [SubscriptionID] = []
    /// One for each owner and chain, which `SubscriptionRecord.source` identifies.
    var accumulating: [SubscriptionRecord: JudgedSubscription] = [:]
    private var looks = 0

    /// - Parameter mostLooks: A limit for the live subscriptions checked in all judgements
    ///   together. More would mean a damaged trace.
    init(mostLooks: Int = 16_000_000) { self.mostLooks = mostLooks }

    mutating func noteLive(_ id: SubscriptionID, _ counts: DeliveryCounts) {
        recordedLive.insert(id)
        deliveries[id] = counts
    }

    /// Ends a subscription. Its last counts are kept if a finding needs them.
    mutating func end(_ id: SubscriptionID, of owner: ObjectID, _ counts: DeliveryCounts) {
        live.remove(id, of: owner)
        recordedLive.remove(id)
        let isFound = outlived[id] != nil || madeWhileInactive[id] != nil
        deliveries[id] = counts.whileInactive > 0 || isFound ? counts : nil
    }

    mutating func addMadeWhileInactive(_ id: SubscriptionID, _ creation: LiveSubscriptions.Creation)
    {
        madeWhileInactive[id] = JudgedSubscription(
            kind: .subscribedWhileInactive, subscription: id, creation: creation, scope: .none)
        lastMadeWhileInactive.append(id)
    }

    /// Ends a test.
    ///
    /// - Parameter since: When it began; nil when its subscriptions cannot be told from those of
    ///   other tests.
    mutating func endTest(_ scope: ScopeID, since: UInt64?) {
        if let since {
            for id in lastMadeWhileInactive
            where madeWhileInactive[id]?.creation.madeAt ?? 0 >= since {
                madeWhileInactive[id]?.scope = scope
            }
        }
        lastMadeWhileInactive = []
    }

    /// The subscriptions that something was found about.
    var referenced: Set<SubscriptionID> {
        var ids = recordedLive.union(outlived.keys).union(madeWhileInactive.keys)
            .union(accumulating.values.map(\.subscription))
        for judged in accumulating.values {
            ids.formUnion(judged.accumulated?.stacks.map(\.last) ?? [])
        }
        return ids
    }

    mutating func takeRecordedLive() -> Set<SubscriptionID> {
        defer { recordedLive = [] }
        return recordedLive
    }

    /// All live subscriptions; empty once the limit for checks is reached.
    mutating func all() -> [SubscriptionID] {
        looks += live.count
        return looks <= mostLooks ? Array(live.ids) : []
    }
}

/// A subscription that should have ended, or should not have been made, as one judgement found it.
package struct JudgedSubscription {
    let kind: FindingKind
    let subscription: SubscriptionID
    let creation: LiveSubscriptions.Creation
    var scope: ScopeID
    /// How often its owner had been activated when this was found.
    var ownerActivations: UInt16 = 0
    /// Nanoseconds from its owner's deactivation to the judgement.
    var sinceDeactivation: UInt64?
    var ownerIsFreed = false
    /// The live subscriptions of its owner through the same publishers.
    var accumulated: AccumulatedSubscriptions?
    /// Whether it counts as live only because the trace contains no end of it.
    var isInferred = false
}

/// The running tests, to know which of them ran alone.
struct OpenScopes {
    private var open: [ScopeID: (beganAt: UInt64, number: Int, beganAlone: Bool)] = [:]
    private var begun = 0

    mutating func begin(_ scope: ScopeID, at timestamp: UInt64) {
        begun += 1
        open[scope] = (beganAt: timestamp, number: begun, beganAlone: open.isEmpty)
    }

    /// The running test and when it began, if no other test has run beside it.
    var alone: (scope: ScopeID, beganAt: UInt64)? {
        guard open.count == 1, let (scope, begun) = open.first, begun.beganAlone,
            begun.number == self.begun
        else { return nil }
        return (scope, begun.beganAt)
    }

    /// - Returns: When the test began, in nanoseconds on the trace's clock. Nil when another test
    ///   ran beside it, since their effects cannot be told apart.
    mutating func end(_ scope: ScopeID) -> UInt64? {
        guard let ended = open.removeValue(forKey: scope) else { return nil }
        return ended.beganAlone && ended.number == begun ? ended.beganAt : nil
    }
}

/// The live subscriptions, with what judging needs beyond their records. Ended ones are dropped,
/// since a long run has millions.
struct LiveSubscriptions {
    /// How a subscription was made.
    struct Creation {
        /// Nanoseconds on the trace's clock.
        let madeAt: UInt64
        let attribution: SubscriptionAttribution
        let confinement: SubscriptionConfinement
        let ownerWasActive: Bool
        /// How often its owner had been activated by then.
        let activation: UInt16

        /// A copy with the owner that later events revealed.
        ///
        /// - Parameters:
        ///   - ownerWasActive: Whether the new owner was active.
        ///   - activation: How often the new owner had been activated.
        func given(
            _ attribution: SubscriptionAttribution, ownerWasActive: Bool, activation: UInt16
        ) -> Creation {
            Creation(
                madeAt: madeAt, attribution: attribution, confinement: confinement,
                ownerWasActive: ownerWasActive, activation: activation)
        }
    }

    /// An owner of live subscriptions.
    private struct Owner {
        var count = 0
        var deactivatedAt: UInt64?
    }

    private var creations: [SubscriptionID: Creation] = [:]
    private var owners: [ObjectID: Owner] = [:]

    var count: Int { creations.count }

    subscript(id: SubscriptionID) -> Creation? { creations[id] }

    /// When an owner last became inactive, in nanoseconds on the trace's clock. Nil if it had no
    /// live subscription at that moment.
    func deactivation(of owner: ObjectID) -> UInt64? { owners[owner]?.deactivatedAt }

    /// Whether the object owns a live subscription.
    func isOwner(_ id: ObjectID) -> Bool { !owners.isEmpty && owners[id] != nil }

    /// In no order.
    var ids: Dictionary<SubscriptionID, Creation>.Keys { creations.keys }

    mutating func add(_ id: SubscriptionID, _ creation: Creation, of owner: ObjectID) {
        creations[id] = creation
        if !owner.isNone { owners[owner, default: Owner()].count += 1 }
    }

    /// Gives a subscription to another owner, or to the same owner with another attribution.
    mutating func give(
        _ id: SubscriptionID, _ creation: Creation, from previous: ObjectID, to owner: ObjectID
    ) {
        if owner != previous {
            remove(id, of: previous)
            add(id, creation, of: owner)
        }
        creations[id] = creation
    }

    /// - Returns: False when it had ended before, or the trace has no such subscription.
    @discardableResult
    mutating func remove(_ id: SubscriptionID, of owner: ObjectID) -> Bool {
        guard creations.removeValue(forKey: id) != nil else { return false }
        guard let left = owners[owner]?.count else { return true }
        if left > 1 { owners[owner]?.count = left - 1 } else { owners[owner] = nil }
        return true
    }

    mutating func deactivated(_ owner: ObjectID, at timestamp: UInt64) {
        owners[owner]?.deactivatedAt = timestamp
    }
}
