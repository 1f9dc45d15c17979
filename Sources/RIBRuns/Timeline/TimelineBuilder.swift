// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace

/// Builds spans from events, in one pass.
///
/// A span's place in the tree is determined when the span ends. By then, RIBs that were built from
/// the bottom up have their place, and RIBs that are attached elsewhere later still have the old
/// one.
struct TimelineBuilder {
    /// RIB paths, names of types and chains. Each occurs once.
    private(set) var texts: [String] = []
    private var textNumbers: [String: Int] = [:]
    private(set) var afterlives = AfterlifeBuilder()
    private var spans: [TimelineSpan] = []
    private var open = OpenSpans()
    /// What happened during those that are open.
    private var marks: [OpenSpans.Subject: [TimelineMark]] = [:]
    /// Nanoseconds since recording began, at the last event.
    private var now: UInt64 = 0
    private let metadata: TraceMetadata

    init(_ metadata: TraceMetadata) { self.metadata = metadata }

    /// Reads the next event that is not a definition, with the process after it. Events come in
    /// time order.
    mutating func apply(_ timed: TimedEvent, _ told: RunEvent?, in model: TraceModel) {
        now = metadata.sinceStart(timed.timestamp)
        for (subject, span) in open.apply(timed, told, at: now) { add(subject, span, in: model) }
        guard let told else { return }
        afterlives.apply(told, at: now, in: model.tree)
        guard case .marks(let kind) = told.spanStep, let id = told.id else { return }
        let subject = OpenSpans.Subject(kind, id)
        // Only the first inactive value counts. A damaged trace may contain a million.
        if open.all[subject] != nil, kind != .subscription || marks[subject] == nil {
            marks[subject, default: []].append(TimelineMark(kind: told.kind, time: now))
        }
    }

    /// Ends all open spans at the time of the last event.
    mutating func finish(in model: TraceModel) {
        let rest = open.all.sorted {
            ($0.key.kind.rawValue, $0.key.id) < ($1.key.kind.rawValue, $1.key.id)
        }
        for (subject, span) in rest { add(subject, span, isOpen: true, in: model) }
    }

    /// The spans that ended, in the order of the timeline.
    var sortedSpans: [TimelineSpan] {
        let known = texts.placeRanks
        let ranks = texts.map { known[$0] ?? 0 }
        return spans.sorted { left, right in
            if left.ribPath != right.ribPath { return ranks[left.ribPath] < ranks[right.ribPath] }
            return (left.kind.rawValue, left.start, left.subject, left.end)
                < (right.kind.rawValue, right.start, right.subject, right.end)
        }
    }

    private mutating func add(
        _ subject: OpenSpans.Subject, _ span: OpenSpans.Span, isOpen: Bool = false,
        in model: TraceModel
    ) {
        let name =
            subject.kind == .subscription
            ? model.subscriptions.records[SubscriptionID(subject.id)].map {
                model.definitions.text($0.chain)
            } ?? "?"
            : model.tree.typeName(of: ObjectID(subject.id))
        let path = span.holder.isNone ? "(no RIB)" : model.tree.ribPath(of: span.holder)
        let marks = marks.removeValue(forKey: subject) ?? []
        let subscription = span.subscription.map { entry in
            SubscriptionSpan(
                attribution: entry.attribution, confinement: entry.confinement,
                deliveries: entry.counts.map {
                    ListedSubscription.Deliveries($0, hasFired: !marks.isEmpty, metadata)
                }, end: entry.end)
        }
        spans.append(
            TimelineSpan(
                kind: subject.kind, subject: subject.id, ribPath: number(of: path),
                name: number(of: name),
                start: span.start, end: max(now, span.start), isOpen: isOpen, marks: marks,
                subscription: subscription))
    }

    /// The index of the text in `texts`, where it is added if missing.
    private mutating func number(of text: String) -> Int {
        if let number = textNumbers[text] { return number }
        let number = texts.count
        textNumbers[text] = number
        texts.append(text)
        return number
    }
}

/// The spans of a process that are open at one time of its trace.
///
/// Memory grows with those, not with what happened.
struct OpenSpans {
    typealias Subject = TimelineSpan.Subject

    struct Span {
        let start: UInt64
        /// The object that gives the span its place: the object itself, or its interactor.
        var holder: ObjectID
        var subscription: SubscriptionEntry?
    }

    private(set) var all: [Subject: Span] = [:]

    /// Reads the next event that is not a definition, at its time on the clock of the spans.
    ///
    /// - Returns: The spans that ended.
    mutating func apply(
        _ timed: TimedEvent, _ told: RunEvent?, at now: UInt64
    ) -> [(Subject, Span)] {
        if let id = timed.event.subscription { apply(timed, to: id) }
        guard let step = told?.spanStep, let id = told?.id else { return [] }
        switch step {
        case .begins(let kind):
            let subject = Subject(kind, id)
            if kind == .activity, all[subject] != nil { return [] }
            let old = take([kind], id)
            let entry = kind == .subscription ? SubscriptionEntry(timed) : nil
            all[subject] = Span(
                start: now, holder: entry?.ownerID ?? interactor(of: told) ?? ObjectID(id),
                subscription: entry)
            return old
        case .ends(let kind): return take([kind], id)
        case .endsAll: return take(TimelineSpan.Kind.ofObjects, id)
        case .marks: return []
        }
    }

    private func interactor(of told: RunEvent?) -> ObjectID? {
        guard told?.kind == .workerStarted, let id = told?.other, id != 0 else { return nil }
        return ObjectID(id)
    }

    private mutating func apply(_ timed: TimedEvent, to id: SubscriptionID) {
        let subject = Subject(.subscription, id.rawValue)
        guard var entry = all[subject]?.subscription else { return }
        entry.apply(timed)
        all[subject]?.holder = entry.ownerID
        all[subject]?.subscription = entry
    }

    private mutating func take(_ kinds: [TimelineSpan.Kind], _ id: UInt64) -> [(Subject, Span)] {
        kinds.compactMap { kind in
            let subject = Subject(kind, id)
            return all.removeValue(forKey: subject).map { (subject, $0) }
        }
    }
}
