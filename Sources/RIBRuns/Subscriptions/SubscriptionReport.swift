// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace

/// The subscriptions of a run, with one list per process.
package struct SubscriptionReport: Equatable, Sendable {
    package let lists: [SubscriptionList]
    /// What could not be looked up, and why.
    package let caveats: [Caveat]

    package init(lists: [SubscriptionList], caveats: [Caveat] = []) {
        self.lists = lists
        self.caveats = caveats
    }

    /// The ids of a process of the run, as `ribleak explain` reads them.
    package func ids(of list: SubscriptionList) -> PrintedIDs {
        PrintedIDs(of: list.process, isOnly: lists.count == 1)
    }

    /// Looks up in one batch where all subscriptions were made.
    package init(_ readings: [SubscriptionReading], symbolizer: some Symbolizing) {
        let asked = readings.map { reading in
            SymbolRequest(
                trace: reading.process.trace,
                addresses: Set(reading.stacks.values.flatMap(\.addresses)))
        }
        let symbols = symbolizer.symbolicate(asked)
        let lists = readings.map { reading in
            SubscriptionList(
                process: reading.process, subscriptions: reading.subscriptions(with: symbols),
                gaps: reading.gaps)
        }
        self.init(lists: lists, caveats: symbols.caveats)
    }
}

/// The subscriptions of one recorded process.
package struct SubscriptionList: Equatable, Sendable {
    package let process: RecordedProcess
    /// By place, parents before their children, then by owner and time. Unowned ones come last.
    package let subscriptions: [ListedSubscription]
    /// One line about what the trace may miss; nil when it is complete.
    package let gaps: String?

    package init(
        process: RecordedProcess, subscriptions: [ListedSubscription], gaps: String? = nil
    ) {
        self.process = process
        self.subscriptions = subscriptions
        self.gaps = gaps
    }
}

/// Which subscriptions of a run to list.
package struct SubscriptionFilter: Equatable, Sendable {
    /// The RIB path to list, without trailing slashes; nil for all.
    private let ribPath: String?
    private let isAliveOnly: Bool

    /// - Parameters:
    ///   - ribPath: Lists only subscriptions at this RIB path or below it; nil for all, including
    ///     unowned ones.
    ///   - isAliveOnly: True to list only those that have not ended.
    package init(ribPath: String? = nil, isAliveOnly: Bool = false) {
        self.ribPath = ribPath.map { path in
            String(path.reversed().drop { $0 == "/" }.reversed())
        }
        self.isAliveOnly = isAliveOnly
    }

    func includes(_ entry: SubscriptionEntry) -> Bool { !isAliveOnly || entry.end == nil }

    /// - Parameter owner: Nil when there is none.
    func includes(_ owner: ListedSubscription.Owner?) -> Bool {
        guard let ribPath else { return true }
        guard let path = owner?.ribPath else { return false }
        return path == ribPath || path.hasPrefix("\(ribPath)/")
    }
}

// The words of the list. They are the same in all output formats.

extension SubscriptionConfinement {
    package var word: String { "\(self)" }
}

extension SubscriptionEnd {
    package var word: String { self == .ownerGone ? "owner gone" : "\(self)" }
}

/// The subscriptions of one trace, before their stacks are symbolized.
///
/// The filter runs twice. Filtering by RIB needs the owner of each subscription, and the stacks of
/// unowned ones may reveal theirs only after symbolization. So the first pass, in `init`, does not
/// filter unowned entries by RIB. `subscriptions(with:)` filters again once owners are known.
package struct SubscriptionReading {
    private let replay: TraceReplay
    private let filter: SubscriptionFilter
    /// The stacks that made the subscriptions.
    let stacks: [StackID: RecordedStack]
    /// The subscriptions that passed the first filter, including unowned ones of any RIB.
    private let candidates: [(id: SubscriptionID, entry: SubscriptionEntry)]

    var process: RecordedProcess { replay.process }
    var gaps: String? { replay.gaps }

    /// Reads a trace to its end.
    ///
    /// - Parameters:
    ///   - trace: The trace's folder.
    ///   - filter: Which subscriptions to read.
    /// - Throws: `TraceError` when the trace cannot be read at all.
    /// - Complexity: O(events + subscriptions × log of the subscriptions).
    package init(of trace: String, _ filter: SubscriptionFilter) throws(TraceError) {
        self.init(of: try TraceReplay(reading: trace, listsSubscriptions: true), filter)
    }

    /// - Parameters:
    ///   - replay: A reading that lists subscriptions; of another one, there are none.
    ///   - filter: Which subscriptions to take.
    package init(of replay: TraceReplay, _ filter: SubscriptionFilter) {
        (self.replay, self.filter) = (replay.withoutLists, filter)
        let (model, entries) = (replay.model, replay.subscriptions ?? [:])
        var owners: [ObjectID: ListedSubscription.Owner] = [:]
        var candidates: [(SubscriptionID, SubscriptionEntry)] = []
        let included = entries.filter { filter.includes($0.value) }
        for (id, entry) in included.sorted(by: { $0.key < $1.key }) {
            // An unowned entry has no owner to compare yet. It passes here, since its stack may
            // reveal one, and `subscriptions(with:)` filters it then.
            if entry.attribution != .unowned {
                let owner = model.owner(entry.ownerID, knownIn: &owners)
                guard filter.includes(owner) else { continue }
            }
            candidates.append((id, entry))
        }
        self.candidates = candidates
        stacks = Dictionary(
            uniqueKeysWithValues: Set(candidates.map(\.1.stack)).map {
                ($0, model.definitions.recordedStack($0))
            })
    }

    /// The subscriptions in the order of the list, with the places that made them. Those that the
    /// filter excludes by their final owner are left out.
    func subscriptions(with symbols: Symbolication) -> [ListedSubscription] {
        let model = replay.model
        // Where objects may be missing from the trace, a stack proves no owner.
        let attribution = replay.isComplete ? StackAttribution(in: model, with: symbols) : nil
        let places = stacks.mapValues { symbols.place(of: $0) }
        var owners: [ObjectID: ListedSubscription.Owner] = [:]
        var subscriptions: [ListedSubscription] = []
        for (id, entry) in candidates {
            let subscription = ListedSubscription(
                id, entry, by: attribution, at: places[entry.stack] ?? nil, in: model,
                replay.metadata, knowing: &owners)
            if filter.includes(subscription.owner) { subscriptions.append(subscription) }
        }
        let ranks = Set(owners.values.map(\.ribPath)).sorted().placeRanks
        func order(_ subscription: ListedSubscription) -> (Int, UInt64, UInt64, UInt64) {
            let rank = subscription.owner.map { ranks[$0.ribPath] ?? 0 } ?? .max
            return (rank, subscription.owner?.id ?? 0, subscription.madeAt, subscription.id)
        }
        return subscriptions.sorted { order($0) < order($1) }
    }
}

extension ListedSubscription {
    /// - Parameters:
    ///   - attribution: Which owner its stack shows; nil where no stack proves one.
    ///   - place: Where it was made.
    ///   - owners: Those that were asked for before.
    init(
        _ id: SubscriptionID, _ entry: SubscriptionEntry, by attribution: StackAttribution?,
        at place: StackFrame?, in model: TraceModel, _ metadata: TraceMetadata,
        knowing owners: inout [ObjectID: Owner]
    ) {
        let entry = attribution?.attributed(entry, id) ?? entry
        // It fired: a value came while its owner was inactive. One that had no owner when it was
        // recorded (`.made`: the stack shows who made it) is judged by that owner afterwards.
        let hasFired =
            model.subscriptions.firings[id] != nil
            || entry.attribution == .made
                && model.subscriptions.hasFired(id, madeBy: entry.ownerID, in: model.tree)
        self.init(
            id: id.rawValue, owner: model.owner(entry.ownerID, knownIn: &owners),
            chain: model.definitions.text(entry.chain),
            attribution: entry.attribution, confinement: entry.confinement,
            madeAt: metadata.sinceStart(entry.madeAt), place: place,
            deliveries: entry.counts.flatMap { counts in
                // Counted while unowned, so it is unknown how many came while inactive.
                if entry.attribution == .made, hasFired { return nil }
                return Deliveries(counts, hasFired: hasFired, metadata)
            },
            firedWhileInactive: hasFired || (entry.counts?.whileInactive ?? 0) > 0,
            end: entry.end, endedAt: entry.end.map { _ in metadata.sinceStart(entry.endedAt) })
    }

    /// A copy that was made at a place.
    func at(_ place: StackFrame?) -> ListedSubscription {
        var copy = self
        copy.place = place
        return copy
    }
}

extension ListedSubscription.Deliveries {
    /// - Parameter hasFired: True when a value came while inactive, possibly after the count.
    package init(_ counts: DeliveryCounts, hasFired: Bool, _ metadata: TraceMetadata) {
        self.init(
            whileActive: counts.whileActive,
            whileInactive: max(counts.whileInactive, hasFired ? 1 : 0),
            first: counts.firstAt == 0 ? nil : metadata.sinceStart(counts.firstAt),
            last: counts.lastAt == 0 ? nil : metadata.sinceStart(counts.lastAt))
    }
}

extension TraceModel {
    /// The facts about an object that owns a subscription; nil when there is no owner.
    func owner(
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
