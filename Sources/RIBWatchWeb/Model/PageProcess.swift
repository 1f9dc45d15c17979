// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns
import RIBTrees
import RIBWatch

/// One process as a page shows it, kept up to date by its events.
struct PageProcess {
    /// How many changes and spans are kept of what is over.
    private static let most = 3_000

    /// Its number in the page.
    var number: Int
    private let facts: RecordedProcess
    /// When recording began, in nanoseconds since 1970. The first event, where the trace does not
    /// say.
    private var origin: Int64?
    private var tree: PageTree
    private var spans: PageSpans
    private var subscriptions = PageSubscriptions()
    private var end: ProcessEnd?
    private var missed: UInt64 = 0
    /// The time of the last event, in nanoseconds since recording began.
    private var last: Int64 = 0

    init(_ facts: RecordedProcess, number: Int) {
        self.number = number
        self.facts = facts
        origin = try? TraceTimeline.origin(of: facts.trace)
        tree = PageTree(limit: Self.most)
        spans = PageSpans(limit: Self.most)
    }

    var isOver: Bool { end != nil }
    var processID: Int { facts.processID }

    // MARK: - What happens

    mutating func apply(_ event: RunEvent, _ steps: inout StepList) {
        if origin == nil { origin = event.time }
        let time = sinceStart(event.time)
        last = max(last, time)
        guard let id = event.id else { return }
        if event.kind != .freed { changeTree(event, at: time, &steps) }
        changeSpans(of: id, event, at: time, &steps)
        if event.kind == .stillAlive {
            let since = max(0, time - Int64(clamping: event.after ?? 0))
            steps.add("afterlife", "\(number),\(id),\(since)")
        }
        if event.kind == .freed {
            changeTree(event, at: time, &steps)
            steps.add("freed", "\(number),\(id),\(time)")
        }
    }

    mutating func list(_ update: SubscriptionUpdate, _ steps: inout StepList) {
        subscriptions.apply(update, in: number, &steps)
    }

    /// Begins anew with what is there, after more happened than was listed.
    mutating func skip(_ events: UInt64, now tree: TreeSnapshot, _ steps: inout StepList) {
        missed += events
        if let moment = tree.moment { last = max(last, Int64(clamping: moment)) }
        self.tree.replace(by: tree, at: last)
        spans.endAll(at: last, in: number, &steps)
        for node in tree.tree where node.standing != .unattached {
            spans.begin(
                .rib, node.id, path: node.ribPath, name: node.type,
                at: last - Int64(clamping: node.age ?? 0), in: number, &steps)
        }
    }

    mutating func end(_ end: ProcessEnd, _ steps: inout StepList) {
        self.end = end
        steps.add("end", "\(number),\(end.rawValue.json)")
    }

    // MARK: - What a page has to know

    /// The time, which goes on while nothing happens.
    ///
    /// - Parameter now: Nanoseconds since 1970.
    func tellTime(_ now: Int64, _ steps: inout StepList) {
        let time = end == nil ? max(last, sinceStart(now)) : last
        steps.add("now", "\(number),\(time)")
    }

    /// Steps that make the same process in a page that knows nothing.
    func tell(_ now: Int64, _ steps: inout StepList) {
        tellBeginning(&steps)
        tree.tell(in: number, &steps)
        spans.tell(in: number, &steps)
        subscriptions.tell(in: number, &steps)
        steps.add("left", "\(number),\(spans.omitted),\(subscriptions.omitted)")
        if missed > 0 { steps.add("missed", "\(number),\(missed)") }
        if let end { steps.add("end", "\(number),\(end.rawValue.json)") }
        tellTime(now, &steps)
    }

    func tellBeginning(_ steps: inout StepList) {
        let name = facts.processName.json
        steps.add(
            "process",
            "\(number),{\"name\":\(name),\"pid\":\(facts.processID),\"start\":\(facts.startedAt.json)}"
        )
    }

    // MARK: - Parts

    private func sinceStart(_ time: Int64) -> Int64 { max(0, time - (origin ?? time)) }

    private mutating func changeTree(
        _ event: RunEvent, at time: Int64, _ steps: inout StepList
    ) {
        guard event.kind.changesTree, let rib = rib(of: event) else { return }
        tree.add(
            event.kind, rib, type: event.type, parent: event.kind == .attached ? event.other : nil,
            at: time, in: number, &steps)
    }

    /// The RIB in the tree that an event changes.
    private func rib(of event: RunEvent) -> UInt64? {
        if event.kind == .created, event.objectKind?.isTreeNode != true { return nil }
        if event.kind.standing != nil { return event.id }
        // It is freed, or its interactor becomes active or inactive.
        return [event.other, event.id].compactMap { $0 }.first { tree.knows($0) }
    }

    private mutating func changeSpans(
        of id: UInt64, _ event: RunEvent, at time: Int64, _ steps: inout StepList
    ) {
        let path = event.ribPath
        switch event.spanStep {
        case .begins(let kind):
            spans.begin(kind, id, path: path, name: event.type, at: time, in: number, &steps)
        case .marks(let kind):
            spans.mark(event.kind, kind, id, path: path, at: time, in: number, &steps)
        case .ends(let kind): spans.end(kind, id, path: path, at: time, in: number, &steps)
        case .endsAll:
            for kind in TimelineSpan.Kind.ofObjects {
                spans.end(kind, id, path: path, at: time, in: number, &steps)
            }
        case nil: break
        }
    }
}
