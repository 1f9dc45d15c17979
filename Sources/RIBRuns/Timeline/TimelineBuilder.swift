// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace

/// Builds spans from events, in one pass.
///
/// A span's place in the tree is determined when the span ends. By then, RIBs that were built from
/// the bottom up have their place, and RIBs that are attached elsewhere later still have the old
/// one.
struct TimelineBuilder {
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

        init(kind: TimelineSpan.Kind, id: UInt64) {
            self.kind = kind
            self.id = id
        }

        init(_ subscription: SubscriptionID) {
            self.init(kind: .subscription, id: subscription.rawValue)
        }
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

    /// Reads the next event that is not a definition. Events come in time order.
    ///
    /// - Parameter model: The process after the event.
    mutating func apply(_ timed: TimedEvent, in model: TraceModel) {
        now = metadata.sinceStart(timed.timestamp)
        afterlives.apply(timed.event, at: now, in: model.tree)
        switch timed.event {
        case .objectCreated(let id, .view, _, _): begin(.view, id)
        case .objectDestroyed(let id):
            for kind in [TimelineSpan.Kind.activity, .rib, .worker, .view] {
                end(kind, id, in: model)
            }
        case .launched(let id, _), .attached(let id, _, _):
            end(.rib, id, in: model)
            begin(.rib, id)
        case .detached(let id, _, _): end(.rib, id, in: model)
        case .activated(let id):
            if open[Subject(kind: .activity, id: id.rawValue)] == nil { begin(.activity, id) }
        case .deactivated(let id): end(.activity, id, in: model)
        case .workerStarted(let id, let interactor):
            end(.worker, id, in: model)
            begin(.worker, id, at: interactor)
        case .workerStopped(let id): end(.worker, id, in: model)
        case .viewLeft(let id, _, _): mark(.viewLeft, Subject(kind: .view, id: id.rawValue))
        case .viewAppeared(let id): mark(.viewAppeared, Subject(kind: .view, id: id.rawValue))
        case .subscribed(let id, let owner, _, _, _, let attribution, let confinement):
            open[Subject(id)] = Opening(
                start: now, holder: owner,
                subscription: SubscriptionSpan(attribution: attribution, confinement: confinement))
        case .subscriptionOwned(let id, let owner, _, let attribution):
            // An explicit owner, named by the code, is kept.
            guard let known = open[Subject(id)]?.subscription, known.attribution != .explicit else {
                return
            }
            open[Subject(id)]?.holder = owner
            open[Subject(id)]?.subscription?.attribution = attribution
        case .firedWhileInactive(let id, _, _, _):
            // Only the first one counts. A damaged trace may contain a million.
            if open[Subject(id)]?.marks.isEmpty == true { mark(.firedWhileInactive, Subject(id)) }
        case .stillSubscribed(let id, let counts): count(counts, of: id)
        case .subscriptionEnded(let id, let end, let counts):
            count(counts, of: id)
            open[Subject(id)]?.subscription?.end = end
            self.end(Subject(id), in: model)
        default: break  // neither begins nor ends anything
        }
    }

    /// Ends all open spans at the time of the last event.
    mutating func finish(in model: TraceModel) {
        let subjects = open.keys.sorted { ($0.kind.rawValue, $0.id) < ($1.kind.rawValue, $1.id) }
        for subject in subjects { end(subject, isOpen: true, in: model) }
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

    private mutating func begin(
        _ kind: TimelineSpan.Kind, _ id: ObjectID, at holder: ObjectID = .none
    ) {
        open[Subject(kind: kind, id: id.rawValue)] = Opening(
            start: now, holder: holder.isNone ? id : holder)
    }

    private mutating func mark(_ mark: TimelineMark.Kind, _ subject: Subject) {
        open[subject]?.marks.append(TimelineMark(mark, at: now))
    }

    private mutating func count(_ counts: DeliveryCounts, of id: SubscriptionID) {
        guard let opening = open[Subject(id)] else { return }
        open[Subject(id)]?.subscription?.deliveries = ListedSubscription.Deliveries(
            counts, hasFired: !opening.marks.isEmpty, metadata)
    }

    private mutating func end(_ kind: TimelineSpan.Kind, _ id: ObjectID, in model: TraceModel) {
        end(Subject(kind: kind, id: id.rawValue), in: model)
    }

    private mutating func end(_ subject: Subject, isOpen: Bool = false, in model: TraceModel) {
        guard let opening = open.removeValue(forKey: subject) else { return }
        let (kind, id) = (subject.kind, subject.id)
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
