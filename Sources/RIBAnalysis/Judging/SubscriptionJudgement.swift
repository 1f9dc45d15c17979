// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// What is known of live subscriptions, and what judgements found about them.
struct SubscriptionJudgement {
    /// Live subscriptions that are looked at in all judgements together: more is damage.
    private static let mostLooks = 16_000_000
    /// Fewer activations and subscriptions are no accumulation.
    static let fewestAccumulated = 3

    var live = LiveSubscriptions()
    var scopes = OpenScopes()
    /// Recorded as live since the last judgement; used once that is complete.
    private(set) var said: Set<SubscriptionID> = []
    /// How many values they delivered, for those that a finding may be about.
    private(set) var deliveries: [SubscriptionID: DeliveryCounts] = [:]

    var outlived: [SubscriptionID: JudgedSubscription] = [:]
    private(set) var madeWhileInactive: [SubscriptionID: JudgedSubscription] = [:]
    /// Those of them that were made since a test last ended.
    private var lastMadeWhileInactive: [SubscriptionID] = []
    /// One for each owner and chain, by what their records have in common.
    var accumulating: [SubscriptionRecord: JudgedSubscription] = [:]
    private var looks = 0

    mutating func noteLive(_ id: SubscriptionID, _ counts: DeliveryCounts) {
        said.insert(id)
        deliveries[id] = counts
    }

    /// Takes the last counts of a subscription that ended; keeps them where a finding tells of them.
    mutating func end(_ id: SubscriptionID, of owner: ObjectID, _ counts: DeliveryCounts) {
        live.remove(id, of: owner)
        said.remove(id)
        let isFound = outlived[id] != nil || madeWhileInactive[id] != nil
        deliveries[id] = counts.whileInactive > 0 || isFound ? counts : nil
    }

    mutating func addMadeWhileInactive(_ id: SubscriptionID, _ creation: LiveSubscriptions.Creation)
    {
        madeWhileInactive[id] = JudgedSubscription(
            kind: .subscribedWhileInactive, subscription: id, creation: creation, scope: .none)
        lastMadeWhileInactive.append(id)
    }

    /// Takes the end of a test.
    ///
    /// - Parameter since: When it began; nil when what it made cannot be told from what others made.
    mutating func endTest(_ scope: ScopeID, since: UInt64?) {
        if let since {
            for id in lastMadeWhileInactive
            where madeWhileInactive[id]?.creation.madeAt ?? 0 >= since {
                madeWhileInactive[id]?.scope = scope
            }
        }
        lastMadeWhileInactive = []
    }

    mutating func takeSaid() -> Set<SubscriptionID> {
        defer { said = [] }
        return said
    }

    /// The live subscriptions, for one more look at all; empty once too much was looked at.
    mutating func all() -> [SubscriptionID] {
        looks += live.count
        return looks <= Self.mostLooks ? Array(live.ids) : []
    }
}

/// One recorded subscription, in 12 bytes: a long run has millions.
///
/// Its owner is none where a damaged trace names an object beyond 32 bits.
struct SubscriptionRecord: SerialValue, Hashable {
    private let ownerID: UInt32
    private let chainID: UInt32
    private let stackID: UInt32

    // No text has this number: texts are counted from 1 and held in memory by the recorder.
    private static let absentID = UInt32.max

    init(owner: ObjectID, chain: UInt32, stack: UInt32) {
        ownerID = UInt32(exactly: owner.rawValue) ?? 0
        chainID = chain
        stackID = stack
    }

    static var absent: SubscriptionRecord {
        SubscriptionRecord(owner: .none, chain: absentID, stack: 0)
    }
    var isAbsent: Bool { chainID == Self.absentID }

    /// The interactor that made it.
    var owner: ObjectID { ObjectID(short: ownerID) }
    /// The publishers it came through.
    var chain: StringID { StringID(short: chainID) }
    /// Where it was made.
    var stack: StackID { StackID(short: stackID) }

    /// The same as another owner's.
    func given(to owner: ObjectID) -> SubscriptionRecord {
        SubscriptionRecord(owner: owner, chain: chainID, stack: stackID)
    }

    /// The record without where it was made.
    var source: SubscriptionRecord {
        SubscriptionRecord(owner: owner, chain: chainID, stack: 0)
    }

    /// The first value that was delivered while the owner was inactive.
    struct Firing {
        let stack: StackID
        /// Nanoseconds.
        let sinceDeactivation: UInt64
        let scope: ScopeID
        /// How the subscription was made; nil when it had ended before.
        let creation: LiveSubscriptions.Creation?
    }
}
