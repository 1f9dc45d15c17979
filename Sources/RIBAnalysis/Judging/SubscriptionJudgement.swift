// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The live subscriptions, and what judgements found about them.
struct SubscriptionJudgement {
    /// A limit for the live subscriptions checked in all judgements together. More would mean a
    /// damaged trace.
    private static let mostLooks = 16_000_000
    /// How many activations and subscriptions make an accumulation, at least.
    static let fewestAccumulated = 3

    var live = LiveSubscriptions()
    var scopes = OpenScopes()
    /// Recorded as live since the last judgement; used once that is complete.
    private(set) var said: Set<SubscriptionID> = []
    /// How many values they delivered, for those that a finding may be about.
    private(set) var deliveries: [SubscriptionID: DeliveryCounts] = [:]

    var outlived: [SubscriptionID: JudgedSubscription] = [:]
    private(set) var madeWhileInactive: [SubscriptionID: JudgedSubscription] = [:]
    /// The ones in `madeWhileInactive` that were made since a test last ended.
    private var lastMadeWhileInactive: [SubscriptionID] = []
    /// One for each owner and chain, which `SubscriptionRecord.source` identifies.
    var accumulating: [SubscriptionRecord: JudgedSubscription] = [:]
    private var looks = 0

    mutating func noteLive(_ id: SubscriptionID, _ counts: DeliveryCounts) {
        said.insert(id)
        deliveries[id] = counts
    }

    /// Ends a subscription. Its last counts are kept if a finding needs them.
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

    mutating func takeSaid() -> Set<SubscriptionID> {
        defer { said = [] }
        return said
    }

    /// All live subscriptions; empty once the limit for checks is reached.
    mutating func all() -> [SubscriptionID] {
        looks += live.count
        return looks <= Self.mostLooks ? Array(live.ids) : []
    }
}

/// One recorded subscription, in 12 bytes, since a long run has millions.
///
/// The owner is none when a damaged trace contains an object id beyond 32 bits.
struct SubscriptionRecord: SerialValue, Hashable {
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

    static var absent: SubscriptionRecord {
        SubscriptionRecord(owner: .none, chain: absentID, stack: 0)
    }
    var isAbsent: Bool { chainID == Self.absentID }

    /// The interactor that made it.
    var owner: ObjectID { ObjectID(short: ownerID) }
    /// The chain of publishers it came through.
    var chain: StringID { StringID(short: chainID) }
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
    struct Firing {
        let stack: StackID
        /// Nanoseconds.
        let sinceDeactivation: UInt64
        let scope: ScopeID
        /// How the subscription was made; nil when it had already ended.
        let creation: LiveSubscriptions.Creation?
    }
}
