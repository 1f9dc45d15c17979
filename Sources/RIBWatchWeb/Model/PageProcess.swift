// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns
import RIBTrace
import RIBTrees
import RIBWatch

/// One process as a page shows it, kept up to date by its events.
struct PageProcess {
    /// How much is kept of what is over.
    struct Limits: Sendable {
        var changes = 3_000
        var spans = 3_000
    }

    private struct Object {
        let type: String
        let kind: ObjectKind
    }

    /// Its number in the page.
    var number: Int
    private let facts: RecordedProcess
    /// When recording began, in nanoseconds since 1970. The first event, where the trace does not
    /// say.
    private var origin: Int64?
    private var tree: PageTree
    private var spans: PageSpans
    private var subscriptions = PageSubscriptions()
    /// Those that are alive.
    private var objects: [UInt64: Object] = [:]
    private var end: ProcessEnd?
    private var missed: UInt64 = 0
    /// The time of the last event, in nanoseconds since recording began.
    private var last: Int64 = 0

    init(_ facts: RecordedProcess, number: Int, limits: Limits = Limits()) {
        self.number = number
        self.facts = facts
        origin = try? TraceTimeline.origin(of: facts.trace)
        tree = PageTree(limit: limits.changes)
        spans = PageSpans(limit: limits.spans)
    }

    var isOver: Bool { end != nil }
    var processID: Int { facts.processID }

    // MARK: - What happens

    mutating func apply(_ event: WatchEvent, _ steps: inout StepList) {
        if origin == nil { origin = event.time }
        let time = sinceStart(event.time)
        last = max(last, time)
        guard let id = event.id else { return }
        switch event.kind {
        case .created: create(id, event, at: time, &steps)
        case .freed: free(id, event, at: time, &steps)
        case .launched, .attached:
            change(event.kind == .launched ? .launched : .attached, id, event, at: time, &steps)
            spans.end(.rib, id, at: time, in: number, &steps)
            begin(.rib, id, event, at: time, &steps)
        case .detached:
            change(.detached, id, event, at: time, &steps)
            spans.end(.rib, id, path: event.ribPath, at: time, in: number, &steps)
        case .activated:
            if let rib = rib(of: event) { change(.activated, rib, event, at: time, &steps) }
            if !spans.isOpen(.activity, id) { begin(.activity, id, event, at: time, &steps) }
        case .deactivated:
            if let rib = rib(of: event) { change(.deactivated, rib, event, at: time, &steps) }
            spans.end(.activity, id, path: event.ribPath, at: time, in: number, &steps)
        case .workerStarted:
            spans.end(.worker, id, at: time, in: number, &steps)
            begin(.worker, id, event, at: time, &steps)
        case .workerStopped:
            spans.end(.worker, id, path: event.ribPath, at: time, in: number, &steps)
        case .viewAppeared, .viewLeft:
            spans.mark(
                event.kind == .viewLeft ? .viewLeft : .viewAppeared, .view, id,
                path: event.ribPath, at: time, in: number, &steps)
        case .subscribed: begin(.subscription, id, event, at: time, &steps)
        case .firedWhileInactive:
            spans.mark(
                .firedWhileInactive, .subscription, id, path: event.ribPath, at: time, in: number,
                &steps)
        case .subscriptionEnded:
            spans.end(.subscription, id, path: event.ribPath, at: time, in: number, &steps)
        case .stillAlive:
            let since = max(0, time - Int64(clamping: event.after ?? 0))
            steps.add("afterlife", "\(number),\(id),\(since)")
        default: break  // changes nothing that is shown
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

    private mutating func create(
        _ id: UInt64, _ event: WatchEvent, at time: Int64, _ steps: inout StepList
    ) {
        guard let kind = event.objectKind else { return }
        objects[id] = Object(type: event.type ?? "?", kind: kind)
        switch kind {
        case .router, .rib: change(.made, id, event, at: time, &steps)
        case .view: begin(.view, id, event, at: time, &steps)
        default: break
        }
    }

    private mutating func free(
        _ id: UInt64, _ event: WatchEvent, at time: Int64, _ steps: inout StepList
    ) {
        let object = objects.removeValue(forKey: id)
        for kind in [TimelineSpan.Kind.activity, .rib, .worker, .view] {
            spans.end(kind, id, path: event.ribPath, at: time, in: number, &steps)
        }
        if object?.kind == .router || object?.kind == .rib {
            change(.freed, id, event, at: time, &steps)
        }
        steps.add("freed", "\(number),\(id),\(time)")
    }

    /// The RIB in the tree whose interactor becomes active or inactive.
    private func rib(of event: WatchEvent) -> UInt64? {
        [event.parent, event.id].compactMap { $0 }.first { tree.knows($0) }
    }

    private mutating func change(
        _ kind: PageTree.Kind, _ rib: UInt64, _ event: WatchEvent, at time: Int64,
        _ steps: inout StepList
    ) {
        tree.add(
            kind, rib, type: objects[rib]?.type ?? event.type,
            parent: kind == .attached ? event.parent : nil, at: time, in: number, &steps)
    }

    private mutating func begin(
        _ kind: TimelineSpan.Kind, _ id: UInt64, _ event: WatchEvent, at time: Int64,
        _ steps: inout StepList
    ) {
        spans.begin(
            kind, id, path: event.ribPath, name: event.type, at: time, in: number, &steps)
    }
}
