// SPDX-License-Identifier: Apache-2.0

import RIBTrace

extension SubscriptionModel {
    /// How many activations and subscriptions make an accumulation, at least.
    static let fewestAccumulated = 3
    private static var mostStacks: Int { 64 }

    mutating func judge(_ settling: Settling, in tree: TreeModel) {
        let (reason, scope, timestamp) = (settling.reason, settling.scope, settling.timestamp)
        let recordedLive = recordedLive
        self.recordedLive = []
        // A deadline can come at any moment. The test may be about to attach again, or to clean up.
        guard reason != .deadline else { return }
        let isEnd = reason == .scopeEnd
        // Nil when the subscriptions of a test cannot be told from those of other tests.
        let began = isEnd ? scopes.end(scope) : 0
        let made = isEnd ? lastMadeWhileInactive : []
        if isEnd { lastMadeWhileInactive = [] }
        guard let since = began else { return }
        // The test that ends gets those that it made for inactive owners.
        for id in made where madeWhileInactive[id]?.record?.madeAt ?? 0 >= since {
            madeWhileInactive[id]?.scope = scope
        }
        let place = isEnd ? scope : .none
        for id in recordedLive {
            unownedRecords.see(
                id,
                UnownedRecords.Observation(
                    at: timestamp, counts: counts[id] ?? DeliveryCounts(),
                    isAlive: true, scope: place, since: since))
        }
        judgeOutlived(recordedLive, in: place, since: since, at: timestamp, tree)
        judgeAccumulating(recordedLive, in: place, since: since, tree)
    }

    private mutating func judgeOutlived(
        _ recordedLive: Set<SubscriptionID>, in scope: ScopeID, since: UInt64, at timestamp: UInt64,
        _ tree: TreeModel
    ) {
        for id in recordedLive {
            guard let record = liveRecord(id), firings[id] == nil,
                counts[id]?.whileInactive == 0, record.attribution.isOwned,
                !record.isMadeForInactiveOwner,
                let node = tree.nodes[record.owner], node.wasActive,
                node.isDestroyed || node.isDormant,
                record.confinement != .silent || node.isDestroyed
            else { continue }
            let deactivation = owners[record.owner]?.deactivatedAt
            guard deactivation ?? 0 >= since else { continue }
            // A test's end is final. Of the judgements outside of tests, the last one says most.
            guard outlived[id]?.scope.isNone ?? true else { continue }
            outlived[id] = JudgedSubscription(
                kind: .outlivedInteractor, subscription: id, record: record, scope: scope,
                ownerActivations: node.activations,
                sinceDeactivation: deactivation.map { timestamp - min(timestamp, $0) },
                ownerIsFreed: node.isDestroyed)
        }
    }

    private mutating func judgeAccumulating(
        _ recordedLive: Set<SubscriptionID>, in scope: ScopeID, since: UInt64, _ tree: TreeModel
    ) {
        var groups: [SubscriptionRecord.Source: [SubscriptionID]] = [:]
        for id in lookAtLive() {
            guard let record = records[id], record.ownerWasActive, record.attribution.isOwned,
                let node = tree.nodes[record.owner], node.activations >= Self.fewestAccumulated
            else { continue }
            // For an inactive owner, the recorder writes which subscriptions are alive.
            if recordedLive.contains(id) || !(node.isDestroyed || node.isDormant) {
                groups[record.source, default: []].append(id)
            }
        }
        for (source, ids) in groups where ids.count >= Self.fewestAccumulated {
            let isInferred = !recordedLive.isSuperset(of: ids)
            accumulate(ids.sorted(), of: source, in: scope, since: since, isInferred: isInferred)
        }
    }

    private mutating func accumulate(
        _ ids: [SubscriptionID], of source: SubscriptionRecord.Source, in scope: ScopeID,
        since: UInt64, isInferred: Bool
    ) {
        guard let last = ids.last, let record = records[last], record.madeAt >= since else {
            return
        }
        let stacks = Dictionary(grouping: ids) { records[$0]?.stack ?? StackID.none }.values
        // In the order in which the stacks come first.
        let accumulated = stacks.sorted { $0[0] < $1[0] }.prefix(Self.mostStacks).map { ids in
            AccumulatedSubscriptions(
                count: ids.count, activations: Set(ids.compactMap { records[$0]?.activation }),
                last: ids[ids.count - 1])
        }
        let activations = Set(accumulated.flatMap(\.activations))
        let known = accumulating[source]
        guard activations.count >= Self.fewestAccumulated, ids.count > known?.accumulatedCount ?? 0
        else { return }
        accumulating[source] = JudgedSubscription(
            kind: .accumulatingSubscriptions, subscription: last, record: record,
            scope: known?.scope ?? scope, accumulated: accumulated, accumulatedCount: ids.count,
            isInferred: isInferred)
    }

    /// The findings about subscriptions that were judged in a scope, or all.
    func drafts(in scope: ScopeID?, _ model: TraceModel, isComplete: Bool) -> [FindingDraft] {
        let judged = judged(isComplete: isComplete, in: model.tree)
            .filter { scope == nil || $0.scope == scope }
        if judged.isEmpty { return [] }
        let ribs = KnownRIBs(types: model.tree.types)
        return judged.compactMap {
            SubscriptionDraft($0, in: model, among: ribs).map { FindingDraft($0) }
        }
    }

    /// All findings about subscriptions, in a fixed order.
    private func judged(isComplete: Bool, in tree: TreeModel) -> [JudgedSubscription] {
        let accumulating = accumulating.values.filter { isComplete || !$0.isInferred }
        let outlived = outlived.values.filter { judged in
            guard firings[judged.subscription] == nil,
                let record = records[judged.subscription]
            else { return false }
            // The owner is active again, so it was only paused.
            return !judged.scope.isNone
                || judged.ownerActivations == tree.nodes[record.owner]?.activations
        }
        let made = madeWhileInactive.values.filter { firings[$0.subscription] == nil }
        return [Array(firings.values), outlived, made, accumulating].flatMap {
            $0.sorted { $0.subscription < $1.subscription }
        }
    }
}

/// A subscription that should have ended, or should not have been made, as one judgement found it.
package struct JudgedSubscription {
    let kind: FindingKind
    package let subscription: SubscriptionID
    /// The subscription as it was then; nil when it had already ended.
    let record: SubscriptionRecord?
    package var scope: ScopeID
    /// How often its owner had been activated when this was found.
    var ownerActivations: UInt16 = 0
    /// Nanoseconds from its owner's deactivation to the judgement, or to the first value after it.
    package var sinceDeactivation: UInt64?
    var ownerIsFreed = false
    /// What sent the first value that came while its owner was inactive.
    package var sender = StackID.none
    /// The live subscriptions of its owner through the same publishers, and how many there are.
    package var accumulated: [AccumulatedSubscriptions] = []
    var accumulatedCount = 0
    /// Whether it counts as live only because the trace contains no end of it.
    var isInferred = false
}

/// The live subscriptions of one owner that one stack made through the same publishers.
///
/// Several stacks may lead to the same line, since a RIB can be attached from several places.
/// Symbolization joins them later.
package struct AccumulatedSubscriptions {
    let count: Int
    let activations: Set<UInt16>
    package let last: SubscriptionID
}

/// The running tests, to know which of them ran alone.
struct OpenScopes {
    private var open: Set<ScopeID> = []
    /// The running test and when it began, if no other test has run beside it.
    private(set) var alone: (scope: ScopeID, beganAt: UInt64)?

    mutating func begin(_ scope: ScopeID, at timestamp: UInt64) {
        alone = open.isEmpty ? (scope, timestamp) : nil
        open.insert(scope)
    }

    /// - Returns: When the test began, in nanoseconds on the trace's clock. Nil when another test
    ///   ran beside it, since their effects cannot be told apart.
    mutating func end(_ scope: ScopeID) -> UInt64? {
        guard open.remove(scope) != nil else { return nil }
        defer { alone = nil }
        return alone?.beganAt
    }
}
