// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace
import RIBTrees

/// A process that is followed while it writes its trace: its state, a while of its past, and what a
/// report would judge.
///
/// Memory grows with what is alive and what was found, not with what happened: see
/// `TraceModel.forgetWhatIsOver(besides:)`.
package struct FollowedProcess {
    package let facts: RecordedProcess
    package let metadata: TraceMetadata
    /// How many events were read, without definitions.
    package private(set) var events: UInt64 = 0
    /// The time of the newest event that was read, in nanoseconds on the trace's clock.
    package private(set) var newest: UInt64
    /// How many events were read that may change the findings.
    package private(set) var judgingEvents: UInt64 = 0
    /// How many events were written after later ones had been read.
    package private(set) var lateEvents: UInt64 = 0

    private(set) var model = TraceModel()
    private var living = LivingObjects()
    /// Nil when the past is not kept.
    private var history: TreeHistory?
    private(set) var doubt = OrderDoubt()
    /// Nil when they are not listed.
    var subscriptions: FollowedSubscriptions?
    /// All events up to this time were read before.
    private var time: UInt64 = 0
    private var sizeToForget: Int
    private let leastToForget: Int
    /// The leaked objects that were judged.
    private var judged: Set<ObjectID> = []

    /// - Parameters:
    ///   - mostChanges: How many changes of the tree are kept; 0 for no past.
    ///   - leastToForget: How many objects and subscriptions are in memory before some are
    ///     forgotten.
    ///   - mostEnded: How many ended subscriptions are listed; nil to list no subscriptions.
    package init(
        _ trace: FollowedTrace, mostChanges: Int, leastToForget: Int = 1 << 17,
        mostEnded: Int? = nil
    ) {
        subscriptions = mostEnded.map(FollowedSubscriptions.init)
        self.leastToForget = leastToForget
        sizeToForget = leastToForget
        facts = RecordedProcess(trace: trace.folder, metadata: trace.metadata)
        metadata = trace.metadata
        newest = trace.metadata.startedAt
        history = mostChanges > 0 ? TreeHistory(mostChanges: mostChanges) : nil
    }

    /// Says up to which time all events were read, before more are.
    package mutating func begin(after time: UInt64) { self.time = time }

    package mutating func apply(_ timed: TimedEvent) {
        if timed.event.isDefinition { return model.apply(timed) }
        events &+= 1
        if timed.timestamp < time {
            lateEvents &+= 1
            doubt.note(timed.event, in: model)
        } else {
            newest = max(newest, timed.timestamp)
        }
        if model.mayChangeFindings(timed.event) { judgingEvents &+= 1 }
        model.apply(timed)
        living.apply(timed, in: model.tree)
        history?.apply(timed)
        subscriptions?.apply(timed)
        if model.size >= sizeToForget { forget() }
    }

    private mutating func forget() {
        model.forgetWhatIsOver(besides: subscriptions?.owners ?? [])
        sizeToForget = max(leastToForget, model.size * 2)
    }
}

// MARK: - Names

extension FollowedProcess {
    /// The place of an object in the tree.
    package func ribPath(of id: ObjectID) -> String { model.tree.ribPath(of: id) }

    /// The name of an object's type; nil for an unknown object.
    package func typeName(of id: ObjectID) -> String? {
        model.tree.nodes[id].map { model.definitions.text($0.type) }
    }

    package func kind(of id: ObjectID) -> ObjectKind? { model.tree.nodes[id]?.kind }

    /// The RIB in the tree that an interactor belongs to; nil for an unknown one.
    package func router(of id: ObjectID) -> ObjectID? { model.tree.router(of: id) }

    /// The publishers that a subscription came through; nil for an unknown one.
    package func chain(of id: SubscriptionID) -> String? {
        model.subscriptions.records[id].map { model.definitions.text($0.chain) }
    }

    /// The owner of a subscription; nil for one that has none.
    package func owner(of id: SubscriptionID) -> ObjectID? {
        model.subscriptions.records[id].flatMap { $0.owner.isNone ? nil : $0.owner }
    }

    /// The name of a test; nil for none.
    package func name(of scope: ScopeID) -> String? { model.definitions.name(of: scope) }

    /// When an event was, in nanoseconds since 1970-01-01 UTC.
    package func sinceEpoch(_ timestamp: UInt64) -> Int64 {
        metadata.nanosecondsSince1970(at: timestamp)
    }

    /// The time on the trace's clock of a moment since 1970-01-01 UTC, in nanoseconds.
    package func timestamp(ofEpoch nanoseconds: Int64) -> UInt64 {
        TraceTime.wallTime(nanoseconds).timestamp(in: metadata)
    }

    /// Why the process last settled all that it had; nil when it never did.
    package var lastSettling: SettleReason? { model.leaks.lastSettling }

    /// How many objects and subscriptions are in memory.
    package var size: Int { model.size }
}

// MARK: - Its trees

extension FollowedProcess {
    /// The earliest time for which there is a tree, on the trace's clock.
    package var oldest: UInt64 { max(history?.start ?? newest, metadata.startedAt) }

    /// The RIBs that are alive, with those that are detached and not freed.
    ///
    /// - Parameters:
    ///   - now: The time from which ages count, on the trace's clock.
    ///   - past: The time for which to show the tree; nil for what was read last.
    package func tree(now: UInt64, past: UInt64? = nil) -> TreeSnapshot {
        guard let past, past < newest, let history else {
            return snapshot(of: LiveState(tree: model.tree, living: living), at: now, isEnd: true)
        }
        var state = history.state(at: past)
        state.tree.definitions = model.definitions
        return snapshot(of: state, at: max(past, oldest), isEnd: false)
    }

    private func snapshot(of state: LiveState, at time: UInt64, isEnd: Bool) -> TreeSnapshot {
        let walk = TreeWalk(of: state, at: time)
        return TreeSnapshot(
            process: TreeSnapshot.Process(facts), moment: metadata.sinceStart(time),
            time: metadata.wallTime(at: time), isEnd: isEnd, tree: walk.tree,
            detached: walk.detached)
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
    package mutating func takeJudged(_ trace: FollowedTrace, isOver: Bool) -> JudgedProcess {
        judged = model.leaks.culprits
        let process = AnalyzedProcess(
            trace.folder, trace.metadata, model, discarded: trace.discarded,
            endings: trace.damages, isOver: isOver, isOrdered: lateEvents == 0)
        return JudgedProcess(process, doubt)
    }
}

extension TraceModel {
    /// Whether an event that comes next may change what a report says.
    fileprivate func mayChangeFindings(_ event: TraceEvent) -> Bool {
        switch event {
        case .settled, .firedWhileInactive, .lifecycleViolated, .growthMeasured, .retained: true
        case .objectDestroyed(let id), .attached(let id, _, _):
            leaks.isLeaked(id) || mistakes.hasUndecided
        case .detached: !departures.isEmpty || mistakes.hasUndecided
        case .activated, .workerStarted: !subscriptions.outlived.isEmpty
        case .subscribed(_, _, let ownerIsActive, _, _, _, _): !ownerIsActive
        case .subscriptionEnded(let id, _, _): subscriptions.isFound(id)
        default: false
        }
    }
}

extension SubscriptionModel {
    /// Whether something was found about a subscription, or may be.
    fileprivate func isFound(_ id: SubscriptionID) -> Bool {
        firings[id] != nil || unownedRecords.records[id] != nil || outlived[id] != nil
            || madeWhileInactive[id] != nil
    }
}
