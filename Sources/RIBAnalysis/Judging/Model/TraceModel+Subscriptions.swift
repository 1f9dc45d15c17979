// SPDX-License-Identifier: Apache-2.0

import RIBTrace

// MARK: - Taking events

extension TraceModel {
    @inline(__always)
    mutating func noteSubscribed(_ event: PackedEvent) {
        let id = SubscriptionID(event.subject)
        if followsSubscriptions { noteMaking(of: id, event) }
        let record = LedgerRecord(
            owner: ObjectID(event.related), chain: event.chain, stack: event.subscribeStack)
        subscriptions.insert(record, for: id)
        let attribution = SubscriptionAttribution(rawValue: event.attribution) ?? .unowned
        if attribution == .unowned { noteUnowned(id, at: event.timestamp) }
        if !followsSubscriptions, !event.ownerIsActive,
            LiveSubscriptions.Making(event, activation: 0).isMadeForInactiveOwner
        {
            hasSuspiciousSubscriptions = true
        }
    }

    /// Takes whose a subscription is by what was seen of it. What its code said itself stands.
    @inline(never)
    mutating func noteOwned(_ event: PackedEvent) {
        let id = SubscriptionID(event.subject)
        guard let record = subscriptions[id],
            let attribution = SubscriptionAttribution(rawValue: event.evidence),
            ledger.live[id]?.attribution != .explicit
        else { return }
        // What was seen ranks above, and so does what it disagrees about.
        makers.remove(id)
        let owner = ObjectID(event.related)
        if owner.isNone { unowned.insert(id) } else { unowned.remove(id) }
        subscriptions.change(id) { $0 = record.given(to: owner) }
        guard followsSubscriptions, let making = ledger.live[id] else { return }
        let isInactive = nodes[owner].map { $0.isDormant || $0.isDestroyed } ?? true
        // What is seen at a deactivation was mostly made before; what the code says, it says at once.
        let given = making.given(
            attribution, ownerWasActive: attribution != .explicit || event.ownerIsActive,
            activation: nodes[owner]?.activations ?? 0)
        ledger.live.give(id, given, from: record.owner, to: owner)
        if isInactive, ledger.live.deactivation(of: owner) == nil {
            ledger.live.deactivated(owner, at: event.timestamp)
        }
    }

    @inline(never)
    private mutating func noteUnowned(_ id: SubscriptionID, at time: UInt64) {
        unowned.insert(id)
        makers.add(id, at: time)
    }

    @inline(never)
    private mutating func noteMaking(of id: SubscriptionID, _ event: PackedEvent) {
        // A damaged trace may name one twice.
        if let known = subscriptions[id] { ledger.live.remove(id, of: known.owner) }
        let owner = ObjectID(event.related)
        let making = LiveSubscriptions.Making(event, activation: nodes[owner]?.activations ?? 0)
        let record = LedgerRecord(owner: owner, chain: event.chain, stack: event.subscribeStack)
        ledger.live.add(id, making, of: record.owner)
        if nodes[owner] != nil, making.isMadeForInactiveOwner {
            ledger.addMadeWhileInactive(id, making)
        }
    }

    mutating func noteFired(_ event: PackedEvent) {
        hasSuspiciousSubscriptions = true
        let id = SubscriptionID(event.subject)
        firings[id] = LedgerRecord.Firing(
            stack: StackID(short: event.stack), sinceDeactivation: event.sinceDeactivation,
            scope: ScopeID(short: event.firingScope), making: ledger.live[id])
    }

    @inline(never)
    mutating func noteEnded(_ event: PackedEvent) {
        let id = SubscriptionID(event.subject)
        if !unowned.isEmpty { unowned.remove(id) }
        noteMadeEnds(id, event.counts, at: event.timestamp)
        guard followsSubscriptions else { return }
        ledger.end(id, of: subscriptions[id]?.owner ?? .none, event.counts)
    }

    mutating func noteStillSubscribed(_ event: PackedEvent) {
        let id = SubscriptionID(event.subject)
        // The last judgements tell also of those that are in use.
        if let owner = subscriptions[id].flatMap({ nodes[$0.owner] }),
            owner.isDestroyed || owner.isDormant || event.counts.whileInactive > 0
        {
            hasSuspiciousSubscriptions = true
        }
        ledger.say(id, event.counts)
    }

    /// Takes that an interactor, or what else has an activity, is no longer active.
    @inline(__always)
    mutating func noteDeactivated(_ owner: ObjectID, at timestamp: UInt64) {
        if ledger.live.isOwner(owner) { ledger.live.deactivated(owner, at: timestamp) }
    }
}

extension LiveSubscriptions.Making {
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
    fileprivate var isMadeForInactiveOwner: Bool {
        !ownerWasActive && (attribution == .explicit || attribution == .current)
            && confinement != .silent
    }
}

// MARK: - Judging

extension TraceModel {
    /// Judges the live subscriptions once a judgement is complete.
    mutating func judgeSubscriptions(
        _ reason: SettleReason, _ scope: ScopeID, at timestamp: UInt64
    ) {
        let said = ledger.takeSaid()
        // A deadline comes at any moment; a test may be about to attach again, or to clean up.
        guard reason != .deadline else { return }
        let began = reason == .scopeEnd ? ledger.scopes.end(scope) : 0
        if reason == .scopeEnd { ledger.endTest(scope, since: began) }
        guard let since = began else { return }
        let place = reason == .scopeEnd ? scope : .none
        for id in said {
            makers.see(
                id,
                Makers.Sight(
                    at: timestamp, counts: ledger.deliveries[id] ?? DeliveryCounts(),
                    isAlive: true, scope: place, since: since))
        }
        judgeOutlived(said, in: place, since: since, at: timestamp)
        judgeAccumulating(said, in: place, since: since)
    }

    private mutating func judgeOutlived(
        _ said: Set<SubscriptionID>, in scope: ScopeID, since: UInt64, at timestamp: UInt64
    ) {
        for id in said {
            guard let making = ledger.live[id], firings[id] == nil,
                ledger.deliveries[id]?.whileInactive == 0, making.attribution.isOwned,
                !making.isMadeForInactiveOwner, let owner = subscriptions[id]?.owner,
                let node = nodes[owner], node.wasActive, node.isDestroyed || node.isDormant,
                making.confinement != .silent || node.isDestroyed
            else { continue }
            let deactivation = ledger.live.deactivation(of: owner)
            guard deactivation ?? 0 >= since else { continue }
            // A test's end is final; of all later judgements the last one says most.
            guard ledger.outlived[id]?.scope.isNone ?? true else { continue }
            ledger.outlived[id] = JudgedSubscription(
                kind: .outlivedInteractor, subscription: id, making: making, scope: scope,
                ownerActivations: node.activations,
                sinceDeactivation: deactivation.map { timestamp - min(timestamp, $0) },
                ownerIsFreed: node.isDestroyed)
        }
    }

    private mutating func judgeAccumulating(
        _ said: Set<SubscriptionID>, in scope: ScopeID, since: UInt64
    ) {
        var groups: [LedgerRecord: [SubscriptionID]] = [:]
        for id in ledger.all() {
            guard let making = ledger.live[id], making.ownerWasActive,
                making.attribution.isOwned, let record = subscriptions[id],
                let node = nodes[record.owner],
                node.activations >= LedgerJudgement.fewestAccumulated
            else { continue }
            // Of an inactive owner's, the recorder says which are alive.
            if said.contains(id) || !(node.isDestroyed || node.isDormant) {
                groups[record.source, default: []].append(id)
            }
        }
        for (record, ids) in groups where ids.count >= LedgerJudgement.fewestAccumulated {
            accumulate(ids.sorted(), said, of: record, in: scope, since: since)
        }
    }

    private mutating func accumulate(
        _ ids: [SubscriptionID], _ said: Set<SubscriptionID>, of record: LedgerRecord,
        in scope: ScopeID, since: UInt64
    ) {
        guard let last = ids.last, let making = ledger.live[last], making.madeAt >= since
        else { return }
        var accumulated = AccumulatedSubscriptions()
        for id in ids {
            guard let making = ledger.live[id], let made = subscriptions[id] else { continue }
            accumulated.add(id, making, madeAt: made.stack)
        }
        guard accumulated.isEnough else { return }
        let known = ledger.accumulating[record]
        if let known, known.accumulated?.count ?? 0 >= accumulated.count { return }
        ledger.accumulating[record] = JudgedSubscription(
            kind: .accumulatingSubscriptions, subscription: last, making: making,
            scope: known?.scope ?? scope, accumulated: accumulated,
            isInferred: !said.isSuperset(of: ids))
    }

    /// What was found about subscriptions other than that they fired, in an order that never changes.
    ///
    /// - Parameter isComplete: True when the trace misses nothing, so that what it does not say to have
    ///   ended is alive.
    func judgedSubscriptions(isComplete: Bool) -> [JudgedSubscription] {
        let accumulating = ledger.accumulating.filter { isComplete || !$0.value.isInferred }
        let outlived = ledger.outlived.values.filter { judged in
            guard firings[judged.subscription] == nil,
                let record = subscriptions[judged.subscription]
            else { return false }
            // Active again: it was put aside for that time only.
            return !judged.scope.isNone
                || judged.ownerActivations == nodes[record.owner]?.activations
        }
        let made = ledger.madeWhileInactive.values.filter { firings[$0.subscription] == nil }
        return [outlived, made, Array(accumulating.values)].flatMap {
            $0.sorted { $0.subscription < $1.subscription }
        }
    }
}
