// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The subscriptions of one trace, before their stacks are symbolized.
///
/// The filter runs twice. Filtering by RIB needs the owner of each subscription, and the stacks of
/// unowned ones may reveal theirs only after symbolization. So the first pass, in `init`, keeps all
/// unowned entries, and `subscriptions(with:)` filters again once owners are known.
package struct SubscriptionReading {
    let process: RecordedProcess
    let gaps: String?
    /// The stacks that made the subscriptions.
    let stacks: [StackID: RecordedStack]
    private let model: TraceModel
    private let metadata: TraceMetadata
    private let filter: SubscriptionFilter
    /// The subscriptions that passed the first filter, including all unowned ones.
    private let found: [(id: SubscriptionID, line: SubscriptionEntry)]
    /// False when the trace may miss objects. Then stacks cannot prove an owner.
    private let isComplete: Bool

    /// Reads a trace to its end.
    ///
    /// - Parameters:
    ///   - trace: The trace's folder.
    ///   - filter: Which subscriptions to read.
    /// - Throws: `TraceError` when the trace cannot be read at all.
    /// - Complexity: O(events + subscriptions × log of the subscriptions).
    package init(of trace: String, _ filter: SubscriptionFilter) throws(TraceError) {
        var reader = try TraceReader(folder: trace, skipping: TraceModel.ignored)
        var builder = SubscriptionListBuilder()
        reader.readAll(into: &builder)
        let (model, lines) = (builder.model, builder.lines)
        metadata = reader.metadata
        process = RecordedProcess(trace: trace, metadata: metadata)
        let dropped = model.dropped.values.reduce(0, &+)
        gaps = ReadingGaps.line(of: reader, dropped: dropped)
        isComplete = Caveats(reader: reader, model: model, dropped: dropped).missNothing(dropped)
        var owners: [ObjectID: ListedSubscription.Owner] = [:]
        var found: [(SubscriptionID, SubscriptionEntry)] = []
        for id in lines.ids {
            guard let line = lines[id], filter.takes(line) else { continue }
            // An unowned entry has no owner to compare yet. It passes here, since its stack may
            // reveal one, and `subscriptions(with:)` filters it then.
            if line.attribution != .unowned {
                let owner = model.owner(line.ownerID, knownIn: &owners)
                guard filter.takes(owner) else { continue }
            }
            found.append((id, line))
        }
        self.found = found
        (self.model, self.filter) = (model, filter)
        stacks = Dictionary(
            uniqueKeysWithValues: Set(found.map(\.1.stack)).map {
                ($0, model.definitions.recordedStack($0))
            })
    }

    /// The subscriptions in the order of the list, with the places that made them. Those that the
    /// filter excludes by their final owner are left out.
    func subscriptions(with symbols: Symbolication) -> [ListedSubscription] {
        let attribution = isComplete ? StackAttribution(in: model, with: symbols) : nil
        let places = stacks.mapValues { symbols.place(of: $0) }
        var owners: [ObjectID: ListedSubscription.Owner] = [:]
        var subscriptions: [ListedSubscription] = []
        for (id, line) in found {
            let line = attribution?.attributed(line, id) ?? line
            let owner = model.owner(line.ownerID, knownIn: &owners)
            guard filter.takes(owner) else { continue }
            let subscription = ListedSubscription(id, line, owner, in: model, metadata)
            subscriptions.append(subscription.at(places[line.stack] ?? nil))
        }
        let ranks = PlaceOrder.ranks(of: Array(Set(owners.values.map(\.ribPath))))
        func place(_ subscription: ListedSubscription) -> (Int, UInt64, UInt64, UInt64) {
            let rank = subscription.owner.map { ranks[$0.ribPath] ?? 0 } ?? .max
            return (rank, subscription.owner?.id ?? 0, subscription.madeAt, subscription.id)
        }
        return subscriptions.sorted { place($0) < place($1) }
    }
}

extension ListedSubscription {
    /// - Parameter owner: Nil when there is none.
    init(
        _ id: SubscriptionID, _ line: SubscriptionEntry, _ owner: Owner?, in model: TraceModel,
        _ metadata: TraceMetadata
    ) {
        let hasFired =
            model.subscriptions.firings[id] != nil
            || line.attribution == .made
                && model.subscriptions.hasFired(id, madeBy: line.ownerID, in: model.tree)
        self.init(
            id: id.rawValue, owner: owner, chain: model.definitions.text(line.chain),
            attribution: line.attribution, confinement: line.confinement,
            madeAt: metadata.sinceStart(line.madeAt),
            deliveries: line.counts.flatMap { counts in
                // Counted while unowned, so it is unknown how many came while inactive.
                if line.attribution == .made, hasFired { return nil }
                return Deliveries(counts, hasFired: hasFired, metadata)
            },
            firedWhileInactive: hasFired || (line.counts?.whileInactive ?? 0) > 0,
            end: line.end, endedAt: line.end.map { _ in metadata.sinceStart(line.endedAt) })
    }

    /// A copy that was made at a place.
    func at(_ place: StackFrame?) -> ListedSubscription {
        ListedSubscription(
            id: id, owner: owner, chain: chain, attribution: attribution,
            confinement: confinement, madeAt: madeAt, place: place, deliveries: deliveries,
            firedWhileInactive: firedWhileInactive, end: end, endedAt: endedAt)
    }
}

extension ListedSubscription.Deliveries {
    /// - Parameter hasFired: True when a value came while inactive, possibly after the count.
    init(_ counts: DeliveryCounts, hasFired: Bool, _ metadata: TraceMetadata) {
        self.init(
            whileActive: counts.whileActive,
            whileInactive: max(counts.whileInactive, hasFired ? 1 : 0),
            first: counts.firstAt == 0 ? nil : metadata.sinceStart(counts.firstAt),
            last: counts.lastAt == 0 ? nil : metadata.sinceStart(counts.lastAt))
    }
}

extension TraceModel {
    /// The facts about an object that owns a subscription; nil when there is no owner.
    fileprivate func owner(
        _ id: ObjectID, knownIn owners: inout [ObjectID: ListedSubscription.Owner]
    ) -> ListedSubscription.Owner? {
        if id.isNone { return nil }
        let owner = owners[id] ?? self.owner(id)
        owners[id] = owner
        return owner
    }

    /// The facts about an object that owns a subscription.
    func owner(_ id: ObjectID) -> ListedSubscription.Owner {
        ListedSubscription.Owner(
            id: id.rawValue, type: tree.typeName(of: id), ribPath: tree.ribPath(of: id))
    }
}

/// Collects the subscriptions of a trace, in one pass.
///
/// Memory grows with the number of subscriptions and objects, not with the delivered values.
struct SubscriptionListBuilder: EventConsumer {
    private(set) var model = TraceModel()
    private(set) var lines = SerialMap<TracedSubscription, SubscriptionEntry>()

    /// Takes the next definition.
    mutating func define(_ event: TraceEvent) { model.define(event) }

    /// Takes the next event that is not a definition, in time order.
    mutating func apply(_ event: PackedEvent) {
        model.apply(event)
        let id = SubscriptionID(event.subject)
        switch event.record {
        case .subscribed: lines.insert(SubscriptionEntry(event), for: id)
        case .subscriptionOwned: lines.change(id) { $0.give(event) }
        case .stillSubscribed: lines.change(id) { $0.counts = event.counts }
        case .subscriptionEnded:
            lines.change(id) { line in
                line.counts = event.counts
                line.end = SubscriptionEnd(rawValue: event.end) ?? .cancelled
                line.endedAt = event.timestamp
            }
        default: break  // says nothing about a subscription, or only its first inactive value
        }
    }
}
