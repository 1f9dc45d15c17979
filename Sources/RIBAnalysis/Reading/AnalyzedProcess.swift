// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// One trace, read to its end.
package struct AnalyzedProcess {
    let facts: RecordedProcess
    package let metadata: TraceMetadata
    package let model: TraceModel
    let dropped: UInt64
    private(set) var caveats: [Caveat] = []
    /// False when the trace may miss an attach or detach. Then the absence of an event proves
    /// nothing.
    private let isComplete: Bool

    /// - Throws: `TraceError` when the trace cannot be read at all.
    package init(reading trace: String) throws(TraceError) {
        var reader = try TraceReader(folder: trace)
        var model = TraceModel()
        reader.readAll(into: &model)
        self.init(
            trace, reader.metadata, model, discarded: reader.discarded, endings: reader.endings,
            isOver: true)
    }

    /// A trace, as far as it was read.
    ///
    /// - Parameters:
    ///   - discarded: The events that its streams say are missing.
    ///   - isOwn: Whether it is this process.
    ///   - isOrdered: False when events were read out of order: the absence of one proves nothing.
    package init(
        _ trace: String, _ metadata: TraceMetadata, _ model: TraceModel, discarded: UInt64,
        endings: [(stream: String, ending: StreamEnding)] = [], isOver: Bool, isOwn: Bool = false,
        isOrdered: Bool = true
    ) {
        (self.metadata, self.model) = (metadata, model)
        // A stream without any packet is reported only in the other streams.
        dropped = max(discarded, model.dropped.values.reduce(0, &+))
        isComplete =
            isOrdered && dropped == 0 && endings.allSatisfy { $0.ending.problem == nil }
        facts = RecordedProcess(trace: trace, metadata: metadata)
        caveats = caveats(endings, isOver: isOver, isOwn: isOwn)
    }

    var lacksStacks: Bool {
        caveats.contains { $0.kind == .stacksTurnedOff || $0.kind == .libunwindMissing }
            || model.definitions.stacks.values.contains {
                $0.isTruncated && $0.frames.count < Self.fewestFrames
            }
    }

    /// This many frames are enough to reach from the recorder through publishers and runtime to the
    /// project's code.
    private static let fewestFrames = 40

    /// The live unowned subscriptions by stack, without those of owners whom symbols show.
    func unowned(with symbols: Symbolication? = nil) -> [(stack: RecordedStack, count: Int)] {
        let attribution = isComplete ? symbols.map { StackAttribution(in: model, with: $0) } : nil
        return model.subscriptions.unownedSubscriptions { attribution?.owner(of: $0) != nil }
            .map { (model.definitions.recordedStack($0.stack), $0.count) }
    }

    /// The unowned subscriptions that may be judged once their stacks show who made them. If events
    /// are missing, another object may have existed, so that stacks show nothing.
    func doubtfulUnowned(in scope: ScopeID?) -> [(id: SubscriptionID, record: SubscriptionRecord)] {
        isComplete ? model.subscriptions.doubtfulUnowned(in: scope) : []
    }

    /// The findings about unowned subscriptions whose stacks show an owner.
    func drafts(
        ofUnownedIn scope: ScopeID?, ignoring ignored: Set<ObjectID>, with symbols: Symbolication
    ) -> [FindingDraft] {
        let attribution = StackAttribution(in: model, with: symbols)
        return doubtfulUnowned(in: scope).compactMap { id, record in
            guard let owner = attribution.owner(of: id), !ignored.contains(owner),
                let judged = model.subscriptions.judge(id, madeBy: owner, in: model.tree),
                scope == nil || judged.scope == scope
            else { return nil }
            return FindingDraft(
                SubscriptionDraft(judged, of: id, record, madeBy: owner, in: model))
        }
    }

    /// The findings judged in a scope, or all for nil, but for those about objects to ignore.
    package func drafts(
        in scope: ScopeID?, ignoring ignored: Set<ObjectID> = []
    ) -> [FindingDraft] {
        let drafts =
            model.subscriptions.drafts(in: scope, model, isComplete: isComplete)
            + model.mistakes.drafts(in: scope, model, isComplete: isComplete)
            + (isComplete ? model.neverAttached.drafts(in: scope, model) : [])
            + model.growth.drafts(in: scope, model)
        return model.leakDrafts(in: scope, ignoring: ignored).map { FindingDraft($0) }
            + drafts.filter { !ignored.contains($0.subject.object) }
    }
}

extension TraceModel {
    /// The leaks judged in a scope, or all leaks for nil. Leaks with the same known cause are
    /// merged.
    ///
    /// - Parameter withAttached: Whether to list the routers attached below leaked ones, which
    ///   takes a pass over all objects.
    func leakDrafts(
        in scope: ScopeID?, ignoring ignored: Set<ObjectID>, withAttached: Bool = true
    ) -> [LeakDraft] {
        let leaks = leaks.judgedLeaks(in: tree, retentions)
            .filter { scope == nil || $0.scope == scope }
            .compactMap { $0.ignoring(ignored, in: tree) }
        let grouped = withAttached ? withAttachedRouters(grouped(leaks)) : grouped(leaks)
        return grouped.map { LeakDraft($0, in: self) }
    }
}
