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
        self.init(
            replay.process, replay.metadata, replay.model.tree, replay.living ?? LivingObjects(),
            at: replay.now, isEnd: replay.isEnd, gaps: replay.gaps)
    }

    /// - Parameters:
    ///   - now: The moment, in nanoseconds on the trace's clock.
    ///   - isEnd: Whether no event came later.
    ///   - gaps: What the trace may miss.
    package init(
        _ process: RecordedProcess, _ metadata: TraceMetadata, _ tree: TreeModel,
        _ living: LivingObjects, at now: UInt64, isEnd: Bool = true, gaps: String? = nil
    ) {
        let walk = TreeWalk(of: tree, living, at: now)
        self.init(
            process: Process(process), moment: metadata.sinceStart(now),
            time: metadata.wallTime(at: now), isEnd: isEnd, tree: walk.roots,
            detached: walk.detached, gaps: gaps)
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
private struct TreeWalk {
    private(set) var roots: [RIBTree.Node] = []
    private(set) var detached: [RIBTree.Node] = []

    private let tree: TreeModel
    private let now: UInt64
    /// When each live RIB was last created, launched, attached or detached.
    private let lastMoves: [ObjectID: UInt64]
    private var children: [ObjectID: [ObjectID]] = [:]
    private var active: Set<ObjectID> = []
    private var subscriptions: [ObjectID: Int] = [:]
    /// The types of running workers, oldest worker first.
    private var workers: [ObjectID: [String]] = [:]
    private var descent = TreeDescent<ObjectID>()

    init(of tree: TreeModel, _ living: LivingObjects, at now: UInt64) {
        (self.tree, self.now) = (tree, now)
        let lastMoves = living.lastMoves
        self.lastMoves = lastMoves
        addParts(living.spans)
        let all = lastMoves.keys.sorted()
        for id in all {
            if let parent = parent(of: id) { children[parent, default: []].append(id) }
        }
        children = children.mapValues { siblings in
            siblings.sorted { (lastMoves[$0] ?? 0, $0) < (lastMoves[$1] ?? 0, $1) }
        }
        for id in all where parent(of: id) == nil {
            let nodes = subtree(of: id)
            if standing(of: id).isInTree { roots += nodes } else { detached += nodes }
        }
        // The remaining RIBs are attached in a circle.
        for id in all { roots += subtree(of: id) }
    }

    /// The parent of a RIB, if it is alive.
    private func parent(of id: ObjectID) -> ObjectID? {
        guard let parent = tree.nodes[id]?.parent, lastMoves[parent] != nil else { return nil }
        return parent
    }

    /// The running workers and live subscriptions of each live RIB.
    private mutating func addParts(_ spans: OpenSpans) {
        var known: [ObjectID: ObjectID?] = [:]
        for (subject, span) in spans.all.sorted(by: { $0.key.id < $1.key.id }) {
            let rib = known[span.holder] ?? tree.router(of: span.holder)
            known[span.holder] = rib
            guard let rib else { continue }
            switch subject.kind {
            case .activity: active.insert(rib)
            case .subscription: subscriptions[rib, default: 0] += 1
            case .worker: workers[rib, default: []].append(tree.typeName(of: ObjectID(subject.id)))
            case .rib, .view: break
            }
        }
    }

    private mutating func subtree(of root: ObjectID) -> [RIBTree.Node] {
        let children = children
        let steps = descent.steps(from: root, key: { $0 }, children: { children[$0] ?? [] })
        return steps.map { step in
            let since = lastMoves[step.item] ?? now
            return RIBTree.Node(
                id: step.item.rawValue, parent: step.parent.map { steps[$0].item.rawValue },
                depth: step.depth, type: tree.typeName(of: step.item),
                ribPath: tree.ribPath(of: step.item), standing: standing(of: step.item),
                isActive: active.contains(step.item), age: now > since ? now - since : 0,
                subscriptions: subscriptions[step.item] ?? 0,
                workers: workers[step.item] ?? [], omitted: step.omitted)
        }
    }

    private func standing(of id: ObjectID) -> RIBTree.Node.Standing {
        guard let node = tree.nodes[id] else { return .unattached }
        if node.isDetached { return .detached }
        if !node.parent.isNone {
            // An unknown parent does not count as freed.
            return tree.nodes[node.parent]?.isDestroyed == true ? .orphaned : .attached
        }
        return node.isLaunched ? .launched : .unattached
    }
}

extension [String] {
    /// The rank of each path in an order in which every path comes before its children.
    /// Lists of subscriptions and timelines are sorted by it.
    var placeRanks: [String: Int] {
        let slash = UInt8(ascii: "/")
        let order = sorted { left, right in
            left.utf8.lexicographicallyPrecedes(right.utf8) { left, right in
                // The slash is the least, so that no other path is between one and its children.
                (left == slash ? 0 : left) < (right == slash ? 0 : right)
            }
        }
        return Dictionary(zip(order, order.indices)) { first, _ in first }
    }
}

/// What is alive at one time of a trace, beside its places in the tree.
///
/// Like the models, it trusts no trace. Memory grows with the live objects.
package struct LivingObjects {
    /// When each RIB that is not freed was last created, launched, attached or detached.
    private(set) var lastMoves: [ObjectID: UInt64] = [:]
    /// Which interactors are active, which workers run, and which subscriptions have not ended.
    private(set) var spans = OpenSpans()

    package init() {}

    /// Reads the next event, with the tree after it. Events come in time order.
    package mutating func apply(_ timed: TimedEvent, in tree: TreeModel) {
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
