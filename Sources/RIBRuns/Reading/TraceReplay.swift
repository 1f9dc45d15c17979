// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace

/// One reading of a trace, for all that is asked of it beside its findings.
///
/// What is wanted is set before the trace is read; the state of the process is always there.
package struct TraceReplay: EventConsumer {
    let process: RecordedProcess
    let metadata: TraceMetadata
    private(set) var model = TraceModel()
    /// One line about what the trace may miss; nil when it is complete.
    private(set) var gaps: String?
    /// False when the trace may miss objects. Then stacks cannot prove an owner.
    private(set) var isComplete = false

    /// The time of the last event that counts, or the moment up to which events do.
    private(set) var now: UInt64
    /// Whether no event came later.
    private(set) var isEnd = true
    private let limit: UInt64

    /// What is alive; only of a reading up to a moment.
    private(set) var living: LivingObjects?
    private(set) var timeline: TimelineBuilder?
    private(set) var changes: TreeChanges?
    private(set) var subscriptions: [SubscriptionID: SubscriptionEntry]?
    /// What happened to one object, with the times on the trace's clock.
    private(set) var moves: [(event: RunEvent, timestamp: UInt64)] = []
    private let movedObject: ObjectID?

    /// Reads a trace to its end.
    ///
    /// - Parameters:
    ///   - trace: The trace's folder.
    ///   - moment: Up to which moment events count; nil for all.
    ///   - hasTimeline: Whether spans are wanted.
    ///   - mostChanges: How many changes of the tree are wanted, from the first on; nil for none.
    ///   - listsSubscriptions: Whether subscriptions are wanted.
    ///   - object: The object whose moves are wanted; nil for none.
    /// - Throws: `TraceError` when the trace cannot be read at all.
    /// - Complexity: O(events). Memory grows with the objects and with what is wanted, not with the
    ///   values that were delivered.
    package init(
        reading trace: String, until moment: TraceTime? = nil, hasTimeline: Bool = false,
        mostChanges: Int? = nil, listsSubscriptions: Bool = false, movesOf object: UInt64? = nil
    ) throws(TraceError) {
        var reader = try TraceReader(folder: trace)
        metadata = reader.metadata
        process = RecordedProcess(trace: trace, metadata: metadata)
        now = metadata.startedAt
        limit = moment?.timestamp(in: metadata) ?? .max
        living = moment.map { _ in LivingObjects() }
        timeline = hasTimeline ? TimelineBuilder(metadata) : nil
        changes = mostChanges.map { TreeChanges(limit: $0) }
        subscriptions = listsSubscriptions ? [:] : nil
        movedObject = object.map { ObjectID($0) }
        reader.readAll(into: &self)
        timeline?.finish(in: model)
        let dropped = model.dropped.values.reduce(0, &+)
        gaps = reader.gaps(dropped: dropped)
        isComplete = dropped == 0 && reader.endings.allSatisfy { $0.ending.problem == nil }
    }

    /// The reading without what may be as long as the trace.
    var withoutLists: TraceReplay {
        var copy = self
        (copy.timeline, copy.changes, copy.subscriptions) = (nil, nil, nil)
        return copy
    }

    /// Reads the next event. Events come in time order.
    package mutating func apply(_ timed: TimedEvent) {
        if timed.event.isDefinition { return model.apply(timed) }
        guard timed.timestamp <= limit else {
            (now, isEnd) = (max(limit, metadata.startedAt), false)
            return
        }
        now = timed.timestamp
        model.apply(timed)
        living?.apply(timed, in: model.tree)
        if let id = timed.event.subscription {
            if let entry = SubscriptionEntry(timed) {
                subscriptions?[id] = entry
            } else {
                subscriptions?[id]?.apply(timed)
            }
        }
        let told = RunEvent(timed.event)
        timeline?.apply(timed, told, in: model)
        guard let told else { return }
        changes?.apply(told, at: metadata.sinceStart(timed.timestamp), in: model.tree)
        if let movedObject, told.object == movedObject, told.kind.isOfLife {
            moves.append((told, timed.timestamp))
        }
    }
}

extension TraceReader {
    /// One line about what the reading may have missed; nil when nothing is missing.
    fileprivate func gaps(dropped: UInt64) -> String? {
        let damaged = endings.count { $0.ending != .complete }
        // A stream without any packet is reported only in the other streams.
        let missing = max(discarded, dropped)
        var reasons: [String] = []
        if damaged > 0 {
            reasons.append(damaged == 1 ? "1 stream is damaged" : "\(damaged) streams are damaged")
        }
        if missing > 0 {
            let events = missing == 1 ? "1 event was" : "\(missing) events were"
            reasons.append("\(events) dropped while recording")
        }
        guard !reasons.isEmpty else { return nil }
        return "\(folder): \(reasons.joined(separator: ", ")): what is shown may be incomplete"
    }
}
