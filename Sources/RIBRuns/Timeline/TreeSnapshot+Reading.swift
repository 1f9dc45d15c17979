// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace
import RIBTrees

extension TreeSnapshot {
    /// Reads a trace up to a moment.
    ///
    /// - Parameters:
    ///   - trace: The trace's folder.
    ///   - moment: The moment. A later one than the last event means the last event.
    /// - Throws: `TraceError` when the trace cannot be read at all.
    /// - Complexity: O(events).
    package init(reading trace: String, at moment: TraceTime) throws(TraceError) {
        var reader = try TraceReader(folder: trace)
        let metadata = reader.metadata
        var past = PastEvents(
            of: LiveState(), until: moment.timestamp(in: metadata), from: metadata.startedAt)
        reader.readAll(into: &past)
        let (state, now, isEnd) = (past.state, past.now, past.isEnd)
        let walk = TreeWalk(of: state, at: now)
        self.init(
            process: Process(RecordedProcess(trace: trace, metadata: metadata)),
            moment: metadata.sinceStart(now),
            time: metadata.wallTime(at: now), isEnd: isEnd, tree: walk.tree,
            detached: walk.detached,
            gaps: ReadingGaps.line(of: reader, dropped: state.dropped))
    }
}

extension TreeSnapshot.Process {
    package init(_ process: RecordedProcess) {
        self.init(
            trace: process.trace, processName: process.processName, processID: process.processID,
            startedAt: process.startedAt)
    }
}

/// Lists the live RIBs of a process, each below its parent.
struct TreeWalk {
    private(set) var tree: [RIBTree.Node] = []
    private(set) var detached: [RIBTree.Node] = []

    private let state: LiveState
    private let now: UInt64
    private let children: [ObjectID: [ObjectID]]
    private let parts: LivingParts
    private var descent = TreeDescent<ObjectID>()

    /// - Parameter now: The moment, in nanoseconds on the trace's clock.
    init(of state: LiveState, at now: UInt64) {
        self.state = state
        self.now = now
        parts = LivingParts(of: state)
        let living = state.living.lastMoves.keys.sorted()
        children = Self.children(of: living, in: state)
        for id in living where Self.parent(of: id, in: state) == nil {
            let nodes = subtree(of: id)
            if standing(of: id).isInTree { tree += nodes } else { detached += nodes }
        }
        // The remaining RIBs are attached in a circle.
        for id in living { tree += subtree(of: id) }
    }

    /// The parent of a RIB, if it is alive.
    private static func parent(of id: ObjectID, in state: LiveState) -> ObjectID? {
        guard let parent = state.tree.nodes[id]?.parent, state.living.lastMoves[parent] != nil
        else {
            return nil
        }
        return parent
    }

    private static func children(
        of living: [ObjectID], in state: LiveState
    ) -> [ObjectID: [ObjectID]] {
        var children: [ObjectID: [ObjectID]] = [:]
        for id in living {
            if let parent = parent(of: id, in: state) { children[parent, default: []].append(id) }
        }
        return children.mapValues { siblings in
            siblings.sorted {
                (state.living.lastMoves[$0] ?? 0, $0) < (state.living.lastMoves[$1] ?? 0, $1)
            }
        }
    }

    private mutating func subtree(of root: ObjectID) -> [RIBTree.Node] {
        let steps = descent.steps(from: root, key: { $0 }, children: { children[$0] ?? [] })
        return steps.map { step in
            let since = state.living.lastMoves[step.item] ?? now
            return RIBTree.Node(
                id: step.item.rawValue, parent: step.parent.map { steps[$0].item.rawValue },
                depth: step.depth, type: state.tree.typeName(of: step.item),
                ribPath: state.tree.ribPath(of: step.item), standing: standing(of: step.item),
                isActive: parts.active.contains(step.item), age: now > since ? now - since : 0,
                subscriptions: parts.subscriptions[step.item] ?? 0,
                workers: parts.workers[step.item] ?? [], omitted: step.omitted)
        }
    }

    private func standing(of id: ObjectID) -> RIBTree.Node.Standing {
        guard let node = state.tree.nodes[id] else { return .unattached }
        if node.isDetached { return .detached }
        if !node.parent.isNone {
            // An unknown parent does not count as freed.
            return state.tree.nodes[node.parent]?.isDestroyed == true ? .orphaned : .attached
        }
        return node.isLaunched ? .launched : .unattached
    }
}

/// Sorts places in a tree.
enum PlaceOrder {
    /// The rank of each path in an order in which every path comes before its children.
    static func ranks(of paths: [String]) -> [String: Int] {
        let order = paths.sorted(by: isBefore)
        return Dictionary(zip(order, order.indices)) { first, _ in first }
    }

    /// Whether the left path comes first.
    static func isBefore(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8) { left, right in
            (left == slash ? 0 : left) < (right == slash ? 0 : right)
        }
    }

    private static let slash = UInt8(ascii: "/")
}

/// The running workers and live subscriptions of each live RIB.
struct LivingParts {
    private(set) var active: Set<ObjectID> = []
    private(set) var subscriptions: [ObjectID: Int] = [:]
    /// The types of running workers, oldest worker first.
    private(set) var workers: [ObjectID: [String]] = [:]

    init(of state: LiveState) {
        let (tree, living) = (state.tree, state.living)
        var known: [ObjectID: ObjectID?] = [:]
        func rib(of part: ObjectID) -> ObjectID? {
            if let rib = known[part] { return rib }
            let rib = tree.router(of: part)
            known[part] = rib
            return rib
        }
        active = Set(living.active.compactMap(rib))
        for owner in living.subscriptionOwners.values {
            if let rib = rib(of: owner) { subscriptions[rib, default: 0] += 1 }
        }
        for (worker, interactor) in living.workerInteractors.sorted(by: { $0.key < $1.key }) {
            if let rib = rib(of: interactor) {
                workers[rib, default: []].append(tree.typeName(of: worker))
            }
        }
    }
}

/// Applies events to a state up to a moment, and ignores later ones.
struct PastEvents: EventConsumer {
    private(set) var state: LiveState
    /// The moment, or the time of the last event if nothing came later.
    private(set) var now: UInt64
    /// Whether no event came later.
    private(set) var isEnd = true
    private let start: UInt64
    private let limit: UInt64

    /// - Parameters:
    ///   - limit: The moment, in nanoseconds on the recording machine's monotonic clock.
    ///   - start: When recording began.
    init(of state: LiveState, until limit: UInt64, from start: UInt64) {
        self.state = state
        self.limit = limit
        self.start = start
        now = start
    }

    mutating func apply(_ timed: TimedEvent) {
        if timed.event.isDefinition {
            state.apply(timed)
        } else if timed.timestamp <= limit {
            now = timed.timestamp
            state.apply(timed)
        } else if isEnd {
            now = max(limit, start)
            isEnd = false
        }
    }
}
