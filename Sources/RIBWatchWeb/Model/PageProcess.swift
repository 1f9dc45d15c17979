// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBReport
import RIBRuns
import RIBTrees
import RIBWatch

/// One process as a page shows it, kept up to date by its events: all that is alive, and the last
/// changes and spans of what is over.
struct PageProcess {
    /// How many changes and spans are kept of what is over. A quarter more for a while.
    static let most = 3_000

    /// Its index in the watcher.
    let index: Int
    private let facts: RecordedProcess
    /// When recording began, in nanoseconds since 1970. The first event, where the trace does not
    /// say.
    private var origin: Int64?
    /// Nil before any are known.
    var findings: [Finding]?
    /// What tells a page of the changes.
    var steps: StepList
    /// The subscriptions that its watcher lists, and how many it lists no longer.
    private var subscriptions: [UInt64: ListedSubscription] = [:]
    private var omittedSubscriptions = 0
    private var end: ProcessEnd?
    private var missed: UInt64 = 0
    /// The time of the last event, in nanoseconds since recording began.
    private var last: Int64 = 0

    // The tree of RIBs.

    /// What was there before `changes`.
    var before: [UInt64: RIB] = [:]
    var changes: [Change] = []
    /// How many changes became part of `before`.
    var omittedChanges = 0
    /// Of all that occur in both.
    var types: [UInt64: String] = [:]

    // What lived when.

    var spans: [Int: Span] = [:]
    var open: [Subject: Int] = [:]
    /// Those that ended, in that order.
    var ended: [Int] = []
    var lastSpan = 0
    /// How many are no longer kept.
    var omittedSpans = 0

    init(_ index: Int, _ facts: RecordedProcess, _ steps: StepList) {
        (self.index, self.facts, self.steps) = (index, facts, steps)
        origin = try? TraceTimeline.origin(of: facts.trace)
    }

    var isOver: Bool { end != nil }
    var processID: Int { facts.processID }

    // MARK: - What happens

    mutating func apply(_ event: RunEvent) {
        if origin == nil { origin = event.time }
        let time = sinceStart(event.time)
        last = max(last, time)
        guard let id = event.id else { return }
        if event.kind != .freed { changeTree(event, at: time) }
        changeSpans(of: id, event, at: time)
        if event.kind == .stillAlive {
            let since = max(0, time - Int64(clamping: event.after ?? 0))
            steps.add("afterlife", "\(id),\(since)")
        }
        if event.kind == .freed {
            changeTree(event, at: time)
            steps.add("freed", "\(id),\(time)")
        }
    }

    /// Takes what became known about subscriptions.
    mutating func list(_ update: SubscriptionUpdate) {
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
    mutating func skip(_ events: UInt64, now tree: TreeSnapshot) {
        missed += events
        if let moment = tree.moment { last = max(last, Int64(clamping: moment)) }
        replaceTree(by: tree, at: last)
        endAllSpans(at: last)
        for node in tree.tree where node.standing != .unattached {
            let start = last - Int64(clamping: node.age ?? 0)
            beginSpan(Subject(.rib, node.id), path: node.ribPath, name: node.type, at: start)
        }
    }

    mutating func end(_ end: ProcessEnd) {
        self.end = end
        steps.add("end", end.rawValue.json)
    }

    // MARK: - What a page has to know

    /// The time, which goes on while nothing happens: `now` is in nanoseconds since 1970.
    func tellTime(_ now: Int64) {
        let time = end == nil ? max(last, sinceStart(now)) : last
        steps.add("now", "\(time)")
    }

    /// Steps that make the same process in a page that knows nothing.
    func tell(_ now: Int64) {
        tellBeginning()
        tellTree()
        tellSpans()
        for (_, row) in subscriptions.sorted(by: { $0.key < $1.key }) {
            steps.add("row", LivePage.subscription(row))
        }
        steps.add("left", "\(omittedSpans),\(omittedSubscriptions)")
        if missed > 0 { steps.add("missed", "\(missed)") }
        if let end { steps.add("end", end.rawValue.json) }
        tellTime(now)
    }

    func tellBeginning() {
        let (name, start) = (facts.processName.json, facts.startedAt.json)
        steps.add(
            "process", "{\"name\":\(name),\"pid\":\(facts.processID),\"start\":\(start)}")
    }

    private func sinceStart(_ time: Int64) -> Int64 { max(0, time - (origin ?? time)) }
}
