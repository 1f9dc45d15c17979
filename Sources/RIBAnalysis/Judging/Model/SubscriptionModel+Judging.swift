// SPDX-License-Identifier: Apache-2.0

import RIBTrace

extension SubscriptionModel {
    /// Judges the live subscriptions once a judgement is complete.
    mutating func judge(_ settling: Settling, in tree: TreeModel) {
        let (reason, scope, timestamp) = (settling.reason, settling.scope, settling.timestamp)
        let recordedLive = judgement.takeRecordedLive()
        // A deadline can come at any moment. The test may be about to attach again, or to clean up.
        guard reason != .deadline else { return }
        let began = reason == .scopeEnd ? judgement.scopes.end(scope) : 0
        if reason == .scopeEnd { judgement.endTest(scope, since: began) }
        guard let since = began else { return }
        let place = reason == .scopeEnd ? scope : .none
        for id in recordedLive {
            unownedRecords.see(
                id,
                UnownedRecords.Observation(
                    at: timestamp, counts: judgement.deliveries[id] ?? DeliveryCounts(),
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
            guard let creation = judgement.live[id], firings[id] == nil,
                judgement.deliveries[id]?.whileInactive == 0, creation.attribution.isOwned,
                !creation.isMadeForInactiveOwner, let owner = records[id]?.owner,
                let node = tree.nodes[owner], node.wasActive, node.isDestroyed || node.isDormant,
                creation.confinement != .silent || node.isDestroyed
            else { continue }
            let deactivation = judgement.live.deactivation(of: owner)
            guard deactivation ?? 0 >= since else { continue }
            // A test's end is final. Of the judgements outside of tests, the last one says most.
            guard judgement.outlived[id]?.scope.isNone ?? true else { continue }
            judgement.outlived[id] = JudgedSubscription(
                kind: .outlivedInteractor, subscription: id, creation: creation, scope: scope,
                ownerActivations: node.activations,
                sinceDeactivation: deactivation.map { timestamp - min(timestamp, $0) },
                ownerIsFreed: node.isDestroyed)
        }
    }

    private mutating func judgeAccumulating(
        _ recordedLive: Set<SubscriptionID>, in scope: ScopeID, since: UInt64, _ tree: TreeModel
    ) {
        var groups: [SubscriptionRecord: [SubscriptionID]] = [:]
        for id in judgement.all() {
            guard let creation = judgement.live[id], creation.ownerWasActive,
                creation.attribution.isOwned, let record = records[id],
                let node = tree.nodes[record.owner],
                node.activations >= SubscriptionJudgement.fewestAccumulated
            else { continue }
            // For an inactive owner, the recorder writes which subscriptions are alive.
            if recordedLive.contains(id) || !(node.isDestroyed || node.isDormant) {
                groups[record.source, default: []].append(id)
            }
        }
        for (record, ids) in groups where ids.count >= SubscriptionJudgement.fewestAccumulated {
            accumulate(ids.sorted(), recordedLive, of: record, in: scope, since: since)
        }
    }

    private mutating func accumulate(
        _ ids: [SubscriptionID], _ recordedLive: Set<SubscriptionID>, of record: SubscriptionRecord,
        in scope: ScopeID, since: UInt64
    ) {
        guard let last = ids.last, let creation = judgement.live[last], creation.madeAt >= since
        else { return }
        var accumulated = AccumulatedSubscriptions()
        for id in ids {
            guard let creation = judgement.live[id], let made = records[id] else { continue }
            accumulated.add(id, creation, madeAt: made.stack)
        }
        guard accumulated.isEnough else { return }
        let known = judgement.accumulating[record]
        if let known, known.accumulated?.count ?? 0 >= accumulated.count { return }
        judgement.accumulating[record] = JudgedSubscription(
            kind: .accumulatingSubscriptions, subscription: last, creation: creation,
            scope: known?.scope ?? scope, accumulated: accumulated,
            isInferred: !recordedLive.isSuperset(of: ids))
    }

    /// The findings about subscriptions that were judged in a scope, or all.
    ///
    /// - Parameter isComplete: As for `judged(isComplete:in:)`.
    func drafts(in scope: ScopeID?, _ model: TraceModel, isComplete: Bool) -> [FindingDraft] {
        let fired = firings.filter { scope == nil || $0.value.scope == scope }
            .sorted { $0.key < $1.key }
        let others = judged(isComplete: isComplete, in: model.tree)
            .filter { scope == nil || $0.scope == scope }
        if fired.isEmpty, others.isEmpty { return [] }
        let ribs = KnownRIBs(in: model.tree)
        let drafts =
            fired.compactMap { SubscriptionDraft($0.value, of: $0.key, in: model, among: ribs) }
            + others.compactMap { SubscriptionDraft($0, in: model, among: ribs) }
        return drafts.map { FindingDraft($0) }
    }

    /// All findings about subscriptions except `fired-while-inactive`, in a fixed order.
    ///
    /// - Parameter isComplete: Whether the trace is complete, so that a subscription without a
    ///   recorded end is alive.
    private func judged(isComplete: Bool, in tree: TreeModel) -> [JudgedSubscription] {
        let accumulating = judgement.accumulating.filter { isComplete || !$0.value.isInferred }
        let outlived = judgement.outlived.values.filter { judged in
            guard firings[judged.subscription] == nil,
                let record = records[judged.subscription]
            else { return false }
            // The owner is active again, so it was only paused.
            return !judged.scope.isNone
                || judged.ownerActivations == tree.nodes[record.owner]?.activations
        }
        let made = judgement.madeWhileInactive.values.filter { firings[$0.subscription] == nil }
        return [outlived, made, Array(accumulating.values)].flatMap {
            $0.sorted { $0.subscription < $1.subscription }
        }
    }
}

/// The live subscriptions that several activations of an owner made through the same publishers.
struct AccumulatedSubscriptions {
    /// The subscriptions that one stack made. Several stacks may lead to the same line, since a RIB
    /// can be attached from several places. Symbolization joins them later.
    struct Stack {
        let stack: StackID
        private(set) var count = 0
        private(set) var activations: Set<UInt16> = []
        /// The last one that was made.
        private(set) var last = SubscriptionID(0)

        init(_ stack: StackID) { self.stack = stack }

        fileprivate mutating func add(_ id: SubscriptionID, _ creation: LiveSubscriptions.Creation)
        {
            count += 1
            activations.insert(creation.activation)
            last = max(last, id)
        }
    }

    /// A limit for the stacks that are counted separately.
    private static let mostStacks = 64

    /// In the order in which they were first seen.
    private(set) var stacks: [Stack] = []
    private(set) var count = 0
    private var indices: [StackID: Int] = [:]

    mutating func add(
        _ id: SubscriptionID, _ creation: LiveSubscriptions.Creation, madeAt stack: StackID
    ) {
        count += 1
        if indices[stack] == nil {
            guard stacks.count < Self.mostStacks else { return }
            indices[stack] = stacks.count
            stacks.append(Stack(stack))
        }
        indices[stack].map { stacks[$0].add(id, creation) }
    }

    /// Whether one place may have made enough of them for a finding.
    var isEnough: Bool {
        count >= SubscriptionJudgement.fewestAccumulated
            && stacks.reduce(into: Set()) { $0.formUnion($1.activations) }.count
                >= SubscriptionJudgement.fewestAccumulated
    }
}
