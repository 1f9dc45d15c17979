// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace

/// Builds spans from events, in one pass.
///
/// A span's place in the tree is determined when the span ends. By then, RIBs that were built from
/// the bottom up have their place, and RIBs that are attached elsewhere later still have the old
/// one.
struct TimelineBuilder: EventConsumer {
    private(set) var model = TraceModel()
    private(set) var texts = TextTable()
    private(set) var afterlives = AfterlifeBuilder()
    private var spans: [TimelineSpan] = []
    private var open: [Subject: Opening] = [:]
    /// Nanoseconds since recording began, at the last event.
    private var now: UInt64 = 0
    private let metadata: TraceMetadata

    /// Identifies an open span by what it shows.
    private struct Subject: Hashable {
        let kind: TimelineSpan.Kind
        let id: UInt64
    }

    private struct Opening {
        let start: UInt64
        /// The object that gives the span its place: the object itself, or its interactor.
        var holder: ObjectID
        var marks: [TimelineMark] = []
        var subscription: SubscriptionSpan?
    }

    init(_ metadata: TraceMetadata) {
        self.metadata = metadata
    }

    /// Reads the next definition.
    mutating func define(_ event: TraceEvent) { model.define(event) }

    /// Reads the next event that is not a definition. Events come in time order.
    mutating func apply(_ event: PackedEvent) {
        model.apply(event)
        now = metadata.sinceStart(event.timestamp)
        afterlives.apply(event, at: now, in: model.tree)
        let id = event.subject
        switch event.record {
        case .objectCreated where ObjectKind(rawValue: event.kind) == .view: begin(.view, id)
        case .objectDestroyed:
            for kind in [TimelineSpan.Kind.activity, .rib, .worker, .view] { end(kind, id) }
        case .launched, .attached:
            end(.rib, id)
            begin(.rib, id)
        case .detached: end(.rib, id)
        case .activated: if open[Subject(kind: .activity, id: id)] == nil { begin(.activity, id) }
        case .deactivated: end(.activity, id)
        case .workerStarted:
            end(.worker, id)
            begin(.worker, id, at: event.related)
        case .workerStopped: end(.worker, id)
        case .viewLeft: mark(.viewLeft, .view, id)
        case .viewAppeared: mark(.viewAppeared, .view, id)
        case .subscribed:
            begin(.subscription, id, at: event.related)
            open[Subject(kind: .subscription, id: id)]?.subscription = SubscriptionSpan(event)
        case .subscriptionOwned: give(event)
        case .firedWhileInactive: mark(.firedWhileInactive, .subscription, id)
        case .stillSubscribed: count(event)
        case .subscriptionEnded:
            count(event)
            end(.subscription, id)
        default: break  // neither begins nor ends anything
        }
    }

    /// Ends all open spans at the time of the last event.
    mutating func finish() {
        let subjects = open.keys.sorted { ($0.kind.rawValue, $0.id) < ($1.kind.rawValue, $1.id) }
        for subject in subjects { end(subject.kind, subject.id, isOpen: true) }
    }

    /// The spans that ended, in the order of the timeline.
    var sortedSpans: [TimelineSpan] {
        let ranks = Self.ranks(of: texts.all)
        return spans.sorted { left, right in
            if left.ribPath != right.ribPath { return ranks[left.ribPath] < ranks[right.ribPath] }
            return (left.kind.rawValue, left.start, left.subject, left.end)
                < (right.kind.rawValue, right.start, right.subject, right.end)
        }
    }

    private mutating func begin(_ kind: TimelineSpan.Kind, _ id: UInt64, at holder: UInt64 = 0) {
        let holder = ObjectID(holder == 0 && kind != .subscription ? id : holder)
        open[Subject(kind: kind, id: id)] = Opening(start: now, holder: holder)
    }

    private mutating func mark(
        _ mark: TimelineMark.Kind, _ kind: TimelineSpan.Kind, _ id: UInt64
    ) {
        // Only a subscription's first inactive value counts. A damaged trace may contain a million.
        guard let known = open[Subject(kind: kind, id: id)],
            known.marks.isEmpty || kind != .subscription
        else { return }
        open[Subject(kind: kind, id: id)]?.marks.append(TimelineMark(mark, at: now))
    }

    /// Changes the owner of a subscription after later evidence.
    private mutating func give(_ event: PackedEvent) {
        let subject = Subject(kind: .subscription, id: event.subject)
        guard let known = open[subject]?.subscription, known.attribution != .explicit,
            let attribution = SubscriptionAttribution(rawValue: event.evidence)
        else { return }
        open[subject]?.holder = ObjectID(event.related)
        open[subject]?.subscription?.attribution = attribution
    }

    /// - Parameter event: A `stillSubscribed` or `subscriptionEnded`.
    private mutating func count(_ event: PackedEvent) {
        let subject = Subject(kind: .subscription, id: event.subject)
        guard let opening = open[subject] else { return }
        open[subject]?.subscription?.deliveries = ListedSubscription.Deliveries(
            event.counts, hasFired: !opening.marks.isEmpty, metadata)
        if event.record == .subscriptionEnded {
            open[subject]?.subscription?.end = SubscriptionEnd(rawValue: event.end)
        }
    }

    private mutating func end(_ kind: TimelineSpan.Kind, _ id: UInt64, isOpen: Bool = false) {
        guard let opening = open.removeValue(forKey: Subject(kind: kind, id: id)) else { return }
        let name =
            kind == .subscription
            ? model.subscriptions.records[SubscriptionID(id)].map {
                model.definitions.text($0.chain)
            } ?? "?"
            : model.tree.typeName(of: ObjectID(id))
        let path = opening.holder.isNone ? "(no RIB)" : model.tree.ribPath(of: opening.holder)
        spans.append(
            TimelineSpan(
                kind: kind, subject: id, ribPath: texts.number(of: path),
                name: texts.number(of: name),
                start: opening.start, end: max(now, opening.start), isOpen: isOpen,
                marks: opening.marks, subscription: opening.subscription))
    }

    /// The rank of each path in an order in which every path comes before its children.
    private static func ranks(of paths: [String]) -> [Int] {
        let order = paths.indices.sorted { PlaceOrder.isBefore(paths[$0], paths[$1]) }
        var ranks = [Int](repeating: 0, count: paths.count)
        for (rank, path) in order.enumerated() { ranks[path] = rank }
        return ranks
    }
}

extension SubscriptionSpan {
    /// - Parameter event: A `subscribed`.
    fileprivate init(_ event: PackedEvent) {
        let line = SubscriptionEntry(event)
        self.init(attribution: line.attribution, confinement: line.confinement)
    }
}

/// Stores each repeated text once.
struct TextTable {
    private(set) var all: [String] = []
    private var numbers: [String: Int] = [:]

    /// The index of the text in `all`, where it is added if missing.
    mutating func number(of text: String) -> Int {
        if let number = numbers[text] { return number }
        let number = all.count
        numbers[text] = number
        all.append(text)
        return number
    }
}
