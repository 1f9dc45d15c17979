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
        let replay = try TraceReplay(reading: trace, until: moment)
        let (process, metadata) = (replay.process, replay.metadata)
        let state = LiveState(tree: replay.model.tree, living: replay.living ?? LivingObjects())
        let walk = TreeWalk(of: state, at: replay.now)
        self.init(
            process: Process(process), moment: metadata.sinceStart(replay.now),
            time: metadata.wallTime(at: replay.now), isEnd: replay.isEnd, tree: walk.tree,
            detached: walk.detached, gaps: replay.gaps)
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

/// The objects that are alive in a recorded process at one time of its trace, and their places.
///
/// Like the models, it trusts no trace. On top of the tree, memory grows with the live objects.
struct LiveState {
    var tree = TreeModel()
    var living = LivingObjects()

    /// Reads the next event. Events come in time order.
    mutating func apply(_ timed: TimedEvent) {
        tree.apply(timed)
        living.apply(timed, in: tree)
    }
}

/// What is alive at one time, beside its places in the tree.
struct LivingObjects {
    /// When each RIB that is not freed was last created, launched, attached or detached.
    private(set) var lastMoves: [ObjectID: UInt64] = [:]
    /// Which interactors are active, which workers run, and which subscriptions have not ended.
    private(set) var spans = OpenSpans()

    /// Reads the next event. Events come in time order.
    ///
    /// - Parameter tree: The tree after the event.
    mutating func apply(_ timed: TimedEvent, in tree: TreeModel) {
        let told = RunEvent(timed.event)
        let isOfFreed = told?.object.map(tree.isFreed) ?? false
        // An event that is read late begins nothing of what is freed by now.
        if isOfFreed, case .begins? = told?.spanStep { return }
        _ = spans.apply(timed, told, at: timed.timestamp)
        guard let told, let object = told.object else { return }
        if told.kind == .freed { lastMoves[object] = nil }
        if told.kind.standing != nil, !isOfFreed, tree.nodes[object]?.kind.isTreeNode == true {
            lastMoves[object] = timed.timestamp
        }
    }
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
        for (subject, span) in living.spans.all.sorted(by: { $0.key.id < $1.key.id }) {
            guard let rib = rib(of: span.holder) else { continue }
            switch subject.kind {
            case .activity: active.insert(rib)
            case .subscription: subscriptions[rib, default: 0] += 1
            case .worker: workers[rib, default: []].append(tree.typeName(of: ObjectID(subject.id)))
            case .rib, .view: break
            }
        }
    }
}
