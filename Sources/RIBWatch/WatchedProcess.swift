// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns
import RIBTrace
import RIBTrees

/// A process that is watched while it writes its trace: what happened last, its state, a while of
/// its past, and what a report would judge.
///
/// Memory grows with what is alive and what was found, not with what happened: see
/// `TraceModel.forgetWhatIsOver(besides:)`.
///
/// Belongs to its watcher's thread. What it returns may go to others.
package final class WatchedProcess: EventConsumer {
    /// Its index in `RunWatcher.processes`.
    package let number: Int
    /// Where its trace was found.
    let found: FoundTrace
    package let facts: RecordedProcess
    let trace: FollowedTrace
    private let limits: WatchLimits

    // What was read.

    /// How many events were read, without definitions.
    package private(set) var events: UInt64 = 0
    /// How many events were written after later ones had been read.
    package private(set) var lateEvents: UInt64 = 0
    /// The time of the newest event that was read, in nanoseconds on the trace's clock.
    private var newest: UInt64
    private(set) var model = TraceModel()
    private var living = LivingObjects()
    /// Nil when the past is not kept.
    private var past: TreeHistory?
    private(set) var doubt = OrderDoubt()
    /// Nil when they are not listed.
    var subscriptions: FollowedSubscriptions?
    /// All events up to this time were read before.
    private var time: UInt64 = 0
    private var sizeToForget: Int
    private var listed: [RunEvent] = []
    private var skipped: UInt64 = 0

    // What it is told about, and when.

    /// The newest event's time on the trace's clock, and the watcher's when that was first seen.
    private var clock: (newest: UInt64, at: WatchMoment)?
    /// The watcher's time of the last poll.
    private var lastPoll: WatchMoment?
    private var lastGrowth: WatchMoment?
    private var lastLook: WatchMoment?
    private var hasSaidLate = false
    private var saidDamages = 0
    /// Whether nobody writes its trace any more.
    private var isLast = false
    /// How the process ended, before its findings are known.
    private(set) var ending: ProcessEnd?
    /// How the watching of it ended; nil while it goes on.
    package internal(set) var end: ProcessEnd?

    // What was judged.

    /// What its report would list now, in the order of a report.
    package internal(set) var findings: [Finding] = []
    /// The counts of that report; nil before the first judgement.
    package internal(set) var summary: RunSummary?
    /// What could not be determined, and why.
    package internal(set) var caveats: [Caveat] = []
    var judging = Judging()
    let symbols: FollowedSymbols

    init(
        _ trace: FollowedTrace, number: Int, found: FoundTrace, limits: WatchLimits,
        symbolizer: any Symbolizing
    ) {
        (self.trace, self.number, self.found, self.limits) = (trace, number, found, limits)
        symbols = FollowedSymbols(symbolizer: symbolizer)
        subscriptions = limits.endedSubscriptions.map(FollowedSubscriptions.init)
        sizeToForget = limits.leastToForget
        facts = RecordedProcess(trace: trace.folder, metadata: trace.metadata)
        newest = trace.metadata.startedAt
        past = limits.changes > 0 ? TreeHistory(mostChanges: limits.changes) : nil
    }

    /// The process in words.
    package var name: String { "\(facts.processName) (pid \(facts.processID))" }
    /// How many events the recorder had to drop.
    package var dropped: UInt64 { trace.discarded }
    /// Whether the next poll has something to read at once.
    var isBehind: Bool { ending == nil && trace.isBehind }
    /// How many objects and subscriptions are in memory.
    package var size: Int { model.size }

    /// When its recording began, in nanoseconds since 1970-01-01 UTC.
    package var startedAt: Int64 { sinceEpoch(trace.metadata.startedAt) }

    private func sinceEpoch(_ timestamp: UInt64) -> Int64 {
        trace.metadata.nanosecondsSince1970(at: timestamp)
    }
}

// MARK: - Its trees

extension WatchedProcess {
    /// The times for which `tree(at:)` has a tree, in nanoseconds since 1970-01-01 UTC. The upper
    /// one is that of the last event read.
    package var history: ClosedRange<Int64> {
        let last = sinceEpoch(newest)
        return min(sinceEpoch(oldest), last)...last
    }

    /// The earliest time for which there is a tree, on the trace's clock.
    private var oldest: UInt64 { max(past?.start ?? newest, trace.metadata.startedAt) }

    /// The RIBs that are alive, with those that are detached and not freed.
    ///
    /// - Parameter moment: Nanoseconds since 1970-01-01 UTC, within `history`; an earlier one
    ///   counts as the first. Nil for now.
    /// - Complexity: O(objects in memory + changes kept).
    package func tree(at moment: Int64? = nil) -> TreeSnapshot {
        guard let moment = moment.map({ TraceTime.wallTime($0).timestamp(in: trace.metadata) }),
            moment < newest, let past
        else { return TreeSnapshot(facts, trace.metadata, model.tree, living, at: now) }
        var (tree, living) = past.state(at: moment)
        tree.definitions = model.definitions
        return TreeSnapshot(
            facts, trace.metadata, tree, living, at: max(moment, oldest), isEnd: false)
    }

    /// The present on the trace's clock, which goes on while nothing happens.
    private var now: UInt64 {
        guard ending == nil, let clock, let lastPoll else { return newest }
        return clock.newest &+ lastPoll.since(clock.at)
    }
}

// MARK: - Reading

extension WatchedProcess {
    /// For how long nothing must happen before a process counts as idle, and its end is looked for.
    private static let patience: UInt64 = 250_000_000

    /// Reads what is new: events and notes, in order.
    func poll(now: WatchMoment) -> [WatchChange] {
        guard ending == nil else { return [] }
        lastPoll = now
        // The end is looked for before all is read, so that nothing is written after.
        isLast = isLast || isDue(lastLook, now) && isDue(lastGrowth, now) && hasEnded(now)
        time = trace.time
        do {
            var consumer = self
            let isNew = try trace.read(
                at: now.nanoseconds, isLast: isLast, inParts: limits.listed == nil, into: &consumer)
            if isNew { lastGrowth = now }
        } catch {
            // Otherwise, as with too many open files, the next look may tell.
            if error.code == .notFound || isLast { ending = .removed }
        }
        if newest > clock?.newest ?? 0 { clock = (newest, now) }
        if isLast, !isBehind { ending = ending ?? ownEnd }
        defer { (listed, skipped) = ([], 0) }
        return listed.map(WatchChange.event)
            + (skipped > 0 ? [.skipped(process: number, events: skipped)] : [])
            + subscriptionChanges(isLast: false) + notes
    }

    private func isDue(_ last: WatchMoment?, _ now: WatchMoment) -> Bool {
        last.map { now.since($0) >= Self.patience } ?? true
    }

    private func hasEnded(_ now: WatchMoment) -> Bool {
        lastLook = now
        if let isWritten = trace.isBeingWritten { return !isWritten }
        return trace.metadata.isWriterGone
    }

    /// How it ended, now that all is read. Its last judgement may be in what is damaged.
    private var ownEnd: ProcessEnd {
        if model.leaks.lastSettling == .exit { return .exited }
        return trace.damages.isEmpty ? .killed : .unknown
    }

    private var notes: [WatchChange] {
        var notes: [String] = []
        let damages = trace.damages
        for (stream, ending) in damages.dropFirst(saidDamages) {
            guard let problem = ending.problem else { continue }
            notes.append("\(facts.trace)/\(stream) \(problem): what comes after is not shown")
        }
        saidDamages = damages.count
        if lateEvents > 0, !hasSaidLate {
            hasSaidLate = true
            notes.append(
                "\(name): events came after later ones had been read, as a thread was stopped; "
                    + "findings that depend on their order are left to ribleak report")
        }
        return notes.map { .note(process: number, $0) }
    }

    /// Takes the next event of the trace.
    package func apply(_ timed: TimedEvent) {
        if timed.event.isDefinition { return model.apply(timed) }
        events &+= 1
        if timed.timestamp < time {
            lateEvents &+= 1
            doubt.note(timed.event, in: model)
        } else {
            newest = max(newest, timed.timestamp)
        }
        model.apply(timed)
        living.apply(timed, in: model.tree)
        past?.apply(timed)
        subscriptions?.apply(timed)
        if model.size >= sizeToForget {
            model.forgetWhatIsOver(besides: subscriptions?.owners ?? [])
            sizeToForget = max(limits.leastToForget, model.size * 2)
        }
        if let event = RunEvent(timed.event) { list(event, at: timed.timestamp) }
    }

    private func list(_ event: RunEvent, at timestamp: UInt64) {
        guard listed.count < limits.listed ?? .max else {
            skipped &+= 1
            return
        }
        var event = event
        event.time = sinceEpoch(timestamp)
        event.process = number
        event.test = model.definitions.name(of: event.scope)
        if let id = event.object {
            let node = model.tree.nodes[id]
            event.type = node.map { model.definitions.text($0.type) }
            event.objectKind = node?.kind
            if node != nil { event.ribPath = model.tree.ribPath(of: id) }
            if event.kind == .activated || event.kind == .deactivated {
                event.other = model.tree.router(of: id)?.rawValue
            }
        } else if let id = event.subscription, let record = model.subscriptions.records[id] {
            event.type = model.definitions.text(record.chain)
            if !record.owner.isNone {
                event.other = record.owner.rawValue
                event.ribPath = model.tree.ribPath(of: record.owner)
            }
        }
        listed.append(event)
    }
}
