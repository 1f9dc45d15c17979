// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBRecorder
// Exported, because code that makes such a tree uses its values.
@_exported import RIBTrees

/// A walk through living RIBs, on the thread of the tree. It runs code of the host only where the
/// host has its own classes for routers and interactors.
struct LiveTree {
    private struct Entry {
        let rib: LiveRIB
        let parent: Int?
        let depth: Int
        let omitted: Int
        let place: LivePlace
        /// How many subscriptions have not ended; nil where nothing is recorded of them.
        var subscriptions: Int?
        /// The types of the workers at work, oldest first; nil where nothing is recorded of them.
        var workers: [String]?
    }

    private var entries: [Entry] = []

    init(of roots: [LiveRIB]) {
        var descent = TreeDescent<ObjectIdentifier>()
        for root in roots {
            let offset = entries.count
            for step in descent.steps(from: root, key: \.key, children: \.children) {
                let parent = step.parent.map { offset + $0 }
                let above = parent.map { entries[$0].place.path }
                entries.append(
                    Entry(
                        rib: step.item, parent: parent, depth: step.depth, omitted: step.omitted,
                        place: above.map(step.item.place(below:)) ?? step.item.place))
            }
        }
    }

    /// Where a RIB is; nil when it is not there.
    func place(of rib: LiveRIB) -> LivePlace? { entries.first { $0.rib.key == rib.key }?.place }

    func nodes(at now: UInt64) -> [RIBTree.Node] {
        let ids = ids
        return withCountedParts().enumerated().map { index, entry in
            let rib = entry.rib
            return RIBTree.Node(
                id: ids[index], parent: entry.parent.map { ids[$0] }, depth: entry.depth,
                type: rib.typeName, ribPath: entry.place.path,
                standing: entry.parent == nil ? rib.standing : .attached, isActive: rib.isActive,
                age: rib.since.map { now > $0 ? now - $0 : 0 },
                subscriptions: entry.subscriptions, workers: entry.workers, omitted: entry.omitted)
        }
    }

    /// Counts the subscriptions of each RIB, and finds its workers.
    private func withCountedParts() -> [Entry] {
        guard let counts = Recorder.shared.livingSubscriptions() else { return entries }
        var entries = entries
        // A worker that RIBs share belongs to the newest RIB, as in a recording.
        var users: [ObjectID: Int] = [:]
        var working: [ObjectID: Worker] = [:]
        for index in entries.indices where entries[index].rib.recordsItsParts {
            let rib = entries[index].rib
            (entries[index].subscriptions, entries[index].workers) = (0, [])
            rib.forEachPart { id, part in
                if let worker = part as? Worker, worker.isAtWork { working[id] = worker }
                if let user = users[id], entries[user].rib.id > rib.id { return }
                users[id] = index
            }
        }
        for (owner, count) in counts {
            if let user = users[owner] { entries[user].subscriptions? += count }
        }
        for (_, worker) in working.sorted(by: { $0.key < $1.key }) {
            if let user = worker.workplace.flatMap({ users[$0.interactorID] }) {
                entries[user].workers?.append(String(describing: type(of: worker)))
            }
        }
        return entries
    }

    /// The recorded ids, and the numbers after them for RIBs without one.
    private var ids: [UInt64] {
        let recorded = entries.map(\.rib.id)
        var last = recorded.map(\.rawValue).max() ?? 0
        return recorded.map { id in
            if !id.isNone { return id.rawValue }
            last += 1
            return last
        }
    }
}

extension RIBTree {
    /// All trees of this process: what is below each `LaunchRouter` that was launched and each
    /// ``PlainRIB`` that was attached to nothing.
    ///
    /// Call it on the thread that owns the trees. If several threads own trees, call `RIBTree(of:)`
    /// on each of them instead. It works at each `RIBLEAK_LEVEL`, but at `off` nothing is known of
    /// subscriptions, workers and RIBs without base classes.
    public static func snapshot() -> RIBTree {
        RIBTree(of: LiveRoots.shared.living, at: Recorder.now)
    }

    /// The tree below a router, which may be a test double and attached anywhere. Call it on the
    /// thread that owns the tree.
    public init(of router: any Routing) {
        self.init(of: [.router(router)], at: Recorder.now)
    }

    /// The tree below a RIB without base classes, which may be attached anywhere; empty when
    /// nothing is recorded. Call it on the thread that owns the tree.
    public init(of rib: any PlainRIB) {
        let node = PlainRIBNode.existing(of: rib)
        self.init(of: node.map { [.plain($0)] } ?? [], at: Recorder.now)
    }

    init(of roots: [LiveRIB], at now: UInt64, in process: TreeSnapshot.Process? = nil) {
        self.init(LiveTree(of: roots).nodes(at: now), of: process ?? .this)
    }
}

extension TreeSnapshot.Process {
    static var this: Self {
        let process = ProcessInfo.processInfo
        return Self(
            trace: Recorder.shared.traceFolder, processName: process.processName,
            processID: Int(process.processIdentifier), startedAt: nil)
    }
}

/// The roots of the living trees, held weakly.
struct LiveRoots: Sendable {
    static let shared = LiveRoots()

    private let roots = WeakObjects<AnyObject>()

    var count: Int { roots.count }

    /// Those that are alive and still roots, in the order in which they were added.
    var living: [LiveRIB] {
        roots.living.compactMap(LiveRIB.init).filter { $0.standing == .launched }
    }

    /// A root that is launched again keeps its place in the order.
    func add(_ rib: LiveRIB) { if !roots.contains(rib.object) { roots.add(rib.object) } }
}
