// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace
import RIBTrees

/// A process that is followed while it writes its trace: what happened last, its state, a while of
/// its past, and what a report would judge.
///
/// Memory grows with what is alive and what was found, not with what happened: see
/// `TraceModel.forgetWhatIsOver(besides:)`.
package struct FollowedProcess: EventConsumer {
    package let facts: RecordedProcess
    package let trace: FollowedTrace
    /// How many events were read, without definitions.
    package private(set) var events: UInt64 = 0
    /// The time of the newest event that was read, in nanoseconds on the trace's clock.
    package private(set) var newest: UInt64
    /// How many events were read that may change the findings.
    package var judgingEvents: UInt64 { model.judgingEvents }
    /// How many events were written after later ones had been read.
    package private(set) var lateEvents: UInt64 = 0

    private(set) var model = TraceModel()
    private var living = LivingObjects()
    /// Nil when the past is not kept.
    private var history: TreeHistory?
    private var doubt = OrderDoubt()
    /// Nil when they are not listed.
    var subscriptions: FollowedSubscriptions?
    let symbols: FollowedSymbols
    /// All events up to this time were read before.
    private var time: UInt64 = 0
    private var sizeToForget: Int
    private let leastToForget: Int
    /// The leaked objects that were judged.
    private var judged: Set<ObjectID> = []

    /// The number of this process among those that are followed.
    private let number: Int
    /// Nil for all, which are read in parts then.
    private let mostListed: Int?
    private var listed: [RunEvent] = []
    private var skipped: UInt64 = 0

    /// - Parameters:
    ///   - number: That of this process among those that are followed.
    ///   - mostListed: How many events are listed before they are taken; nil to list all.
    ///   - mostChanges: How many changes of the tree are kept; 0 for no past.
    ///   - leastToForget: How many objects and subscriptions are in memory before some are
    ///     forgotten.
    ///   - mostEnded: How many ended subscriptions are listed; nil to list no subscriptions.
    ///   - symbolizer: Finds functions and lines.
    package init(
        _ trace: FollowedTrace, number: Int, mostListed: Int?, mostChanges: Int,
        leastToForget: Int, mostEnded: Int?, symbolizer: any Symbolizing
    ) {
        self.trace = trace
        symbols = FollowedSymbols(symbolizer: symbolizer)
        (self.number, self.mostListed) = (number, mostListed)
        subscriptions = mostEnded.map(FollowedSubscriptions.init)
        self.leastToForget = leastToForget
        sizeToForget = leastToForget
        facts = RecordedProcess(trace: trace.folder, metadata: trace.metadata)
        newest = trace.metadata.startedAt
        history = mostChanges > 0 ? TreeHistory(mostChanges: mostChanges) : nil
    }

    var metadata: TraceMetadata { trace.metadata }

    /// Why the process last settled all that it had; nil when it never did.
    package var lastSettling: SettleReason? { model.leaks.lastSettling }

    /// How many objects and subscriptions are in memory.
    package var size: Int { model.size }

    /// When an event was, in nanoseconds since 1970-01-01 UTC.
    package func sinceEpoch(_ timestamp: UInt64) -> Int64 {
        metadata.nanosecondsSince1970(at: timestamp)
    }
}

// MARK: - Its events

extension FollowedProcess {
    /// Reads what is new in the trace.
    ///
    /// - Parameters:
    ///   - now: Nanoseconds on any clock that is the same in each call.
    ///   - isLast: True for all that there is, because nobody writes any more.
    /// - Returns: Whether anything is new, or will be once it is certain.
    /// - Throws: `TraceError` when the folder cannot be read, as when it was removed.
    package mutating func read(at now: UInt64, isLast: Bool) throws(TraceError) -> Bool {
        time = trace.time
        return try trace.read(
            at: now, isLast: isLast, inParts: mostListed == nil, into: &self)
    }

    /// Takes what happened since the last call, and how many events there were besides.
    package mutating func takeEvents() -> (listed: [RunEvent], skipped: UInt64) {
        defer { (listed, skipped) = ([], 0) }
        return (listed, skipped)
    }

    /// Takes the next event of the trace.
    package mutating func apply(_ timed: TimedEvent) {
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
        history?.apply(timed)
        subscriptions?.apply(timed)
        if model.size >= sizeToForget { forget() }
        if let event = RunEvent(timed.event) { list(event, at: timed.timestamp) }
    }

    private mutating func forget() {
        model.forgetWhatIsOver(besides: subscriptions?.owners ?? [])
        sizeToForget = max(leastToForget, model.size * 2)
    }

    private mutating func list(_ event: RunEvent, at timestamp: UInt64) {
        guard mostListed.map({ listed.count < $0 }) ?? true else {
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

// MARK: - Its trees

extension FollowedProcess {
    /// The earliest time for which there is a tree, on the trace's clock.
    package var oldest: UInt64 { max(history?.start ?? newest, metadata.startedAt) }

    /// The RIBs that are alive, with those that are detached and not freed.
    ///
    /// - Parameters:
    ///   - now: The time from which ages count, on the trace's clock.
    ///   - past: The time for which to show the tree, in nanoseconds since 1970-01-01 UTC; nil for
    ///     what was read last.
    package func tree(now: UInt64, past: Int64? = nil) -> TreeSnapshot {
        guard let past = past.map({ TraceTime.wallTime($0).timestamp(in: metadata) }),
            past < newest, let history
        else {
            return TreeSnapshot(
                facts, metadata, TreeWalk(of: model.tree, living, at: now), isEnd: true)
        }
        var (tree, living) = history.state(at: past)
        tree.definitions = model.definitions
        return TreeSnapshot(
            facts, metadata, TreeWalk(of: tree, living, at: max(past, oldest)), isEnd: false)
    }
}

// MARK: - Its findings

extension FollowedProcess {
    /// Whether a search for what keeps a newly leaked object alive may still be under way.
    package var awaitsPaths: Bool {
        metadata.level == .full
            && model.leaks.culprits.contains {
                !judged.contains($0) && model.retentions[$0] == nil && !model.tree.isFreed($0)
            }
    }

    /// Takes what a report would judge now, for another thread.
    ///
    /// - Parameter isOver: Whether the process ended.
    /// - Returns: What makes the report; nil of it when nothing can be said.
    package mutating func takeJudged(isOver: Bool) -> @Sendable () -> RunReport? {
        judged = model.leaks.culprits
        let process = AnalyzedProcess(
            trace.folder, metadata, model, discarded: trace.discarded, endings: trace.damages,
            isOver: isOver, isOrdered: lateEvents == 0)
        let judged = JudgedProcess(process: process, doubt: doubt)
        return { [symbols] in judged.report(with: symbols) }
    }
}
