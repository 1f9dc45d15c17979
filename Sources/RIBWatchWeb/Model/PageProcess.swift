// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBReport
import RIBRuns
import RIBTrees
import RIBWatch

/// One process as a page shows it, kept up to date by its events.
struct PageProcess {
    /// How many changes and spans are kept of what is over.
    private static let most = 3_000

    private let facts: RecordedProcess
    /// When recording began, in nanoseconds since 1970. The first event, where the trace does not
    /// say.
    private var origin: Int64?
    private var tree: PageTree
    private var spans: PageSpans
    /// The subscriptions that its watcher lists, and how many it lists no longer.
    private var subscriptions: [UInt64: ListedSubscription] = [:]
    private var omittedSubscriptions = 0
    private var end: ProcessEnd?
    private var missed: UInt64 = 0
    /// The time of the last event, in nanoseconds since recording began.
    private var last: Int64 = 0

    init(_ facts: RecordedProcess) {
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
            steps.add("afterlife", "\(id),\(since)")
        }
        if event.kind == .freed {
            changeTree(event, at: time, &steps)
            steps.add("freed", "\(id),\(time)")
        }
    }

    /// Takes what became known about subscriptions.
    mutating func list(_ update: SubscriptionUpdate, _ steps: inout StepList) {
        if omittedSubscriptions != update.omitted {
            omittedSubscriptions = update.omitted
            for id in update.gone { subscriptions[id] = nil }
            let ids = update.gone.map(String.init).joined(separator: ",")
            steps.add("gone", "\(update.omitted),[\(ids)]")
        }
        for row in update.listed where subscriptions[row.id] != row {
            subscriptions[row.id] = row
            steps.add("row", LivePage.subscription(row))
        }
    }

    /// Begins anew with what is there, after more happened than was listed.
    mutating func skip(_ events: UInt64, now tree: TreeSnapshot, _ steps: inout StepList) {
        missed += events
        if let moment = tree.moment { last = max(last, Int64(clamping: moment)) }
        self.tree.replace(by: tree, at: last)
        spans.endAll(at: last, &steps)
        for node in tree.tree where node.standing != .unattached {
            spans.begin(
                .rib, node.id, path: node.ribPath, name: node.type,
                at: last - Int64(clamping: node.age ?? 0), &steps)
        }
    }

    mutating func end(_ end: ProcessEnd, _ steps: inout StepList) {
        self.end = end
        steps.add("end", end.rawValue.json)
    }

    // MARK: - What a page has to know

    /// The time, which goes on while nothing happens.
    ///
    /// - Parameter now: Nanoseconds since 1970.
    func tellTime(_ now: Int64, _ steps: inout StepList) {
        let time = end == nil ? max(last, sinceStart(now)) : last
        steps.add("now", "\(time)")
    }

    /// Steps that make the same process in a page that knows nothing.
    func tell(_ now: Int64, _ steps: inout StepList) {
        tellBeginning(&steps)
        tree.tell(&steps)
        spans.tell(&steps)
        for (_, row) in subscriptions.sorted(by: { $0.key < $1.key }) {
            steps.add("row", LivePage.subscription(row))
        }
        steps.add("left", "\(spans.omitted),\(omittedSubscriptions)")
        if missed > 0 { steps.add("missed", "\(missed)") }
        if let end { steps.add("end", end.rawValue.json) }
        tellTime(now, &steps)
    }

    func tellBeginning(_ steps: inout StepList) {
        let name = facts.processName.json
        steps.add(
            "process",
            "{\"name\":\(name),\"pid\":\(facts.processID),\"start\":\(facts.startedAt.json)}"
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
            at: time, &steps)
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
            spans.begin(kind, id, path: path, name: event.type, at: time, &steps)
        case .marks(let kind):
            spans.mark(event.kind, kind, id, path: path, at: time, &steps)
        case .ends(let kind): spans.end(kind, id, path: path, at: time, &steps)
        case .endsAll:
            for kind in TimelineSpan.Kind.ofObjects {
                spans.end(kind, id, path: path, at: time, &steps)
            }
        case nil: break
        }
    }
}
