import RIBTrace

/// The subscriptions of one trace, before the functions that made them are looked up.
package struct LedgerReading: Sendable {
    let process: RecordedProcess
    let gaps: String?
    /// Subscriptions without their places, in the order of the ledger.
    let subscriptions: [LedgerSubscription]
    /// The stack that made each.
    let stackIDs: [StackID]
    /// The stacks that made them.
    let stacks: [StackID: RecordedStack]

    /// Reads a trace to its end.
    ///
    /// - Parameters:
    ///   - trace: The trace's folder.
    ///   - filter: Which subscriptions are wanted.
    /// - Throws: `TraceError` when the trace cannot be read at all.
    /// - Complexity: O(events + subscriptions × log of the subscriptions).
    package init(of trace: String, _ filter: LedgerFilter) throws(TraceError) {
        var reader = try TraceReader(folder: trace, skipping: TraceModel.ignored)
        var builder = LedgerBuilder()
        reader.readAll(into: &builder)
        let (model, lines, metadata) = (builder.model, builder.lines, reader.metadata)
        process = RecordedProcess(trace: trace, metadata: metadata)
        gaps = ReadingGaps.line(of: reader, dropped: model.dropped.values.reduce(0, &+))
        var owners: [ObjectID: LedgerSubscription.Owner] = [:]
        var found: [(subscription: LedgerSubscription, stack: StackID)] = []
        for id in lines.ids {
            guard let line = lines[id], filter.takes(line) else { continue }
            let owner =
                line.ownerID.isNone ? nil : owners[line.ownerID] ?? model.owner(line.ownerID)
            if let owner { owners[line.ownerID] = owner }
            guard filter.takes(owner) else { continue }
            found.append(
                (LedgerSubscription(id, line, owner, in: model, metadata), line.stack))
        }
        let ranks = PlaceOrder.ranks(of: Array(Set(owners.values.map(\.ribPath))))
        func place(_ subscription: LedgerSubscription) -> (Int, UInt64, UInt64, UInt64) {
            let rank = subscription.owner.map { ranks[$0.ribPath] ?? 0 } ?? .max
            return (rank, subscription.owner?.id ?? 0, subscription.madeAt, subscription.id)
        }
        found.sort { place($0.subscription) < place($1.subscription) }
        subscriptions = found.map(\.subscription)
        stackIDs = found.map(\.stack)
        stacks = Dictionary(
            uniqueKeysWithValues: Set(stackIDs).map { ($0, model.recordedStack($0)) })
    }
}

extension LedgerSubscription {
    /// - Parameter owner: Nil for nobody.
    init(
        _ id: SubscriptionID, _ line: LedgerLine, _ owner: Owner?, in model: TraceModel,
        _ metadata: TraceMetadata
    ) {
        let hasFired = model.firings[id] != nil
        self.init(
            id: id.rawValue, owner: owner, chain: model.text(line.chain),
            attribution: line.attribution, confinement: line.confinement,
            madeAt: metadata.sinceStart(line.madeAt),
            deliveries: line.counts.map { Deliveries($0, hasFired: hasFired, metadata) },
            firedWhileInactive: hasFired || (line.counts?.whileInactive ?? 0) > 0,
            end: line.end, endedAt: line.end.map { _ in metadata.sinceStart(line.endedAt) })
    }

    /// The same, made at a place.
    func at(_ place: StackFrame?) -> LedgerSubscription {
        LedgerSubscription(
            id: id, owner: owner, chain: chain, attribution: attribution,
            confinement: confinement, madeAt: madeAt, place: place, deliveries: deliveries,
            firedWhileInactive: firedWhileInactive, end: end, endedAt: endedAt)
    }
}

extension LedgerSubscription.Deliveries {
    /// - Parameter hasFired: True when a value came while inactive, which may be since it was counted.
    init(_ counts: DeliveryCounts, hasFired: Bool, _ metadata: TraceMetadata) {
        self.init(
            whileActive: counts.whileActive,
            whileInactive: max(counts.whileInactive, hasFired ? 1 : 0),
            first: counts.firstAt == 0 ? nil : metadata.sinceStart(counts.firstAt),
            last: counts.lastAt == 0 ? nil : metadata.sinceStart(counts.lastAt))
    }
}

extension TraceModel {
    /// What is known of an object that owns something.
    func owner(_ id: ObjectID) -> LedgerSubscription.Owner {
        LedgerSubscription.Owner(
            id: id.rawValue, type: typeName(of: id), ribPath: ribPath(of: id))
    }

    /// A stack with addresses that stand for themselves; empty when there is none.
    func recordedStack(_ id: StackID) -> RecordedStack {
        guard let stack = stacks[id] else { return RecordedStack() }
        return RecordedStack(
            addresses: stack.frames.map { ImageAddress($0, in: images) },
            isTruncated: stack.isTruncated)
    }
}
