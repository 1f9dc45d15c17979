// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns
import RIBTrace
import RIBTrees

/// A process that is watched, as far as its trace was read.
///
/// Belongs to its watcher's thread. What it returns may go to others.
package final class WatchedProcess {
    /// Its index in `RunWatcher.processes`.
    package let number: Int
    /// Where its trace was found.
    let found: FoundTrace
    /// How the watching of it ended; nil while it goes on.
    package private(set) var end: ProcessEnd?
    /// What its report would list now, in the order of a report.
    package private(set) var findings: [Finding] = []
    /// The counts of that report; nil before the first judgement.
    package private(set) var summary: RunSummary?
    /// What could not be determined, and why.
    package private(set) var caveats: [Caveat] = []

    private var process: FollowedProcess
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
    private var ending: ProcessEnd?
    /// What is judged now.
    private var isJudging = false
    private var nextJudgement: WatchMoment?
    /// How many events were seen that may change findings.
    private var judgingEvents: UInt64 = 0
    /// Whether stacks of subscriptions are looked up now.
    private var isLookingUp = false
    private var nextLookUp: WatchMoment?
    /// When the first and the last of them came that was not judged.
    private var unjudged: (first: WatchMoment, last: WatchMoment)?

    init(
        _ trace: FollowedTrace, number: Int, found: FoundTrace, limits: WatchLimits,
        symbolizer: any Symbolizing
    ) {
        self.number = number
        self.found = found
        process = FollowedProcess(
            trace, number: number, mostListed: limits.listed, mostChanges: limits.changes,
            leastToForget: limits.leastToForget, mostEnded: limits.endedSubscriptions,
            symbolizer: symbolizer)
    }

    package var facts: RecordedProcess { process.facts }
    /// How many events were read.
    package var events: UInt64 { process.events }
    /// How many events the recorder had to drop.
    package var dropped: UInt64 { process.trace.discarded }
    /// How many events were written after later ones had been read.
    package var lateEvents: UInt64 { process.lateEvents }
    /// Whether the next poll has something to read at once.
    var isBehind: Bool { ending == nil && process.trace.isBehind }
    /// How many objects and subscriptions are in memory.
    package var size: Int { process.size }

    /// When its recording began, in nanoseconds since 1970-01-01 UTC.
    package var startedAt: Int64 { process.sinceEpoch(process.trace.metadata.startedAt) }

    /// The times for which `tree(at:)` has a tree, in nanoseconds since 1970-01-01 UTC. The upper
    /// one is that of the last event read.
    package var history: ClosedRange<Int64> {
        let (oldest, newest) = (process.oldest, process.newest)
        let last = process.sinceEpoch(newest)
        return min(process.sinceEpoch(oldest), last)...last
    }

    /// The RIBs that are alive, with those that are detached and not freed.
    ///
    /// - Parameter moment: Nanoseconds since 1970-01-01 UTC, within `history`; an earlier one
    ///   counts as the first. Nil for now.
    /// - Complexity: O(objects in memory + changes kept).
    package func tree(at moment: Int64? = nil) -> TreeSnapshot {
        process.tree(now: now, past: moment)
    }

    /// The present on the trace's clock, which goes on while nothing happens.
    private var now: UInt64 {
        guard ending == nil, let clock, let lastPoll else { return process.newest }
        return clock.newest &+ lastPoll.since(clock.at)
    }
}

// MARK: - Reading

extension WatchedProcess {
    /// For how long nothing must happen before a process counts as idle, and its end is looked for.
    private static let patience: UInt64 = 250_000_000

    /// Reads what is new.
    ///
    /// - Returns: The events and notes, in order.
    func poll(now: WatchMoment) -> [WatchChange] {
        guard ending == nil else { return [] }
        lastPoll = now
        // The end is looked for before all is read, so that nothing is written after.
        isLast = isLast || isDue(lastLook, now) && isDue(lastGrowth, now) && hasEnded(now)
        do {
            if try process.read(at: now.nanoseconds, isLast: isLast) { lastGrowth = now }
        } catch {
            // Otherwise, as with too many open files, the next look may tell.
            if error.code == .notFound || isLast { finish(.removed) }
        }
        if process.newest > clock?.newest ?? 0 { clock = (process.newest, now) }
        if isLast, !isBehind { finish(ownEnd) }
        let (events, skipped) = process.takeEvents()
        return events.map(WatchChange.event)
            + (skipped > 0 ? [.skipped(process: number, events: skipped)] : [])
            + subscriptions(isLast: false) + notes
    }

    private func subscriptions(isLast: Bool) -> [WatchChange] {
        let update = process.takeSubscriptions(isLast: isLast)
        return update.map { [.subscriptions(process: number, $0)] } ?? []
    }

    private func isDue(_ last: WatchMoment?, _ now: WatchMoment) -> Bool {
        last.map { now.since($0) >= Self.patience } ?? true
    }

    private func hasEnded(_ now: WatchMoment) -> Bool {
        lastLook = now
        if let isWritten = process.trace.isBeingWritten { return !isWritten }
        return process.trace.metadata.isWriterGone
    }

    private func finish(_ end: ProcessEnd) {
        ending = ending ?? end
    }

    /// How it ended, now that all is read. Its last judgement may be in what is damaged.
    private var ownEnd: ProcessEnd {
        if process.lastSettling == .exit { return .exited }
        return process.trace.damages.isEmpty ? .killed : .unknown
    }

    private var notes: [WatchChange] {
        var notes: [String] = []
        let damages = process.trace.damages
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

    /// The process in words.
    package var name: String { "\(facts.processName) (pid \(facts.processID))" }
}

// MARK: - Judging

extension WatchedProcess {
    /// Of the time of a judgement, how often it passes before the next one.
    private static let judgingRest: UInt64 = 10

    /// How long nothing must come that changes findings: a judgement takes several events.
    private static let judgingPause: UInt64 = 100_000_000
    /// How long it may come without a pause.
    private static let longestDelay: UInt64 = 1_000_000_000
    /// How long the recorder may search for what keeps an object alive. Without that, it is another
    /// finding.
    private static let longestSearch: UInt64 = 3_000_000_000

    /// What to judge and look up now, in this order.
    func takeTasks(now: WatchMoment) -> [JudgingTask] {
        noteToJudge(now)
        let isFinal = ending != nil && end == nil
        guard !isJudging, isFinal || !isBehind && isDueToJudge(now) else {
            return takeLookUp(now, isFinal: false)
        }
        isJudging = true
        unjudged = nil
        let judged = process.takeJudged(isOver: ending != nil)
        let judgement = task { .judged(judged(), isFinal: isFinal) }
        let lookUp = takeLookUp(now, isFinal: isFinal)
        // Findings do not wait for the list of subscriptions, but nothing comes after the last
        // ones.
        return isFinal ? lookUp + [judgement] : [judgement] + lookUp
    }

    private func takeLookUp(_ now: WatchMoment, isFinal: Bool) -> [JudgingTask] {
        let isDue = !isLookingUp && !isBehind && nextLookUp.map { $0 <= now } ?? true
        guard isFinal || isDue, let stacks = process.takeStacks() else { return [] }
        isLookingUp = true
        return [task { .found(stacks()) }]
    }

    private func task(_ work: @escaping @Sendable () -> JudgingResult.Outcome) -> JudgingTask {
        { [number] in
            let start = WatchMoment.now
            let outcome = work()
            return JudgingResult(
                number: number, outcome: outcome, duration: WatchMoment.now.since(start))
        }
    }

    private func noteToJudge(_ now: WatchMoment) {
        let seen = process.judgingEvents
        if seen != judgingEvents { unjudged = (unjudged?.first ?? now, now) }
        judgingEvents = seen
    }

    private func isDueToJudge(_ now: WatchMoment) -> Bool {
        guard let unjudged, end == nil, nextJudgement.map({ $0 <= now }) ?? true else {
            return false
        }
        let waited = now.since(unjudged.first)
        if waited < Self.longestSearch, process.awaitsPaths { return false }
        return now.since(unjudged.last) >= Self.judgingPause || waited >= Self.longestDelay
    }

    /// Takes over what was judged or looked up.
    func note(_ result: JudgingResult, now: WatchMoment) -> [WatchChange] {
        let next = WatchMoment(
            nanoseconds: now.nanoseconds &+ result.duration &* Self.judgingRest)
        switch result.outcome {
        case .judged(let report, let isFinal):
            (isJudging, nextJudgement) = (false, next)
            return take(report) + (isFinal ? takeEnd() : [])
        case .found(let origins):
            (isLookingUp, nextLookUp) = (false, next)
            process.note(origins)
            return ending == nil ? subscriptions(isLast: false) : []
        }
    }

    private func take(_ report: RunReport?) -> [WatchChange] {
        guard let report else { return [] }
        let isOther = report.findings != findings
        (findings, summary, caveats) = (report.findings, report.summary, report.caveats)
        return isOther ? [.findings(process: number, findings)] : []
    }

    private func takeEnd() -> [WatchChange] {
        guard let ending else { return [] }
        end = ending
        return subscriptions(isLast: true) + [.processEnded(number, ending)]
    }
}
