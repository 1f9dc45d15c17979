// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns
import RIBTrees

/// The tree of RIBs of one process: its last changes, and what was there before them.
struct PageTree {
    private struct Change {
        let kind: RunEvent.Kind
        let rib: UInt64
        let parent: UInt64?
        let time: Int64

        /// The facts of its step, after the number of the process.
        var facts: String {
            "\(kind.pageNumber),\(rib),\(parent.map(String.init) ?? "-1"),\(time)"
        }
    }

    private struct RIB {
        /// The change that led to where it stands.
        var move = RunEvent.Kind.created
        var parent: UInt64?
        var isActive = false
        var since: Int64
    }

    private let limit: Int
    /// What was there before `changes`.
    private var before: [UInt64: RIB] = [:]
    private var changes: [Change] = []
    /// How many changes became part of `before`.
    private var omitted = 0
    /// Of all that occur in both.
    private var types: [UInt64: String] = [:]

    /// - Parameter limit: How many changes to keep. A quarter more for a while.
    init(limit: Int) { self.limit = limit }

    /// Whether a RIB is known that is not freed.
    func knows(_ rib: UInt64) -> Bool { types[rib] != nil }

    mutating func add(
        _ kind: RunEvent.Kind, _ rib: UInt64, type: String?, parent: UInt64? = nil, at time: Int64,
        _ steps: inout StepList
    ) {
        if types[rib] == nil {
            types[rib] = type ?? "?"
            steps.add("rib", "\(rib),\((type ?? "?").json)")
        }
        let change = Change(kind: kind, rib: rib, parent: parent, time: time)
        changes.append(change)
        steps.add("change", "\(change.facts)")
        if changes.count > limit + limit / 4 { fold() }
    }

    /// Begins anew with what is there, after changes were missed.
    ///
    /// - Parameter now: The time of the tree, in nanoseconds since recording began.
    mutating func replace(by snapshot: TreeSnapshot, at now: Int64) {
        omitted += changes.count
        (before, changes, types) = ([:], [], [:])
        for node in snapshot.tree + snapshot.detached {
            types[node.id] = node.type
            before[node.id] = RIB(
                move: node.standing.move, parent: node.parent, isActive: node.isActive,
                since: now - Int64(clamping: node.age ?? 0))
        }
    }

    /// Steps that make the same tree in a page that knows nothing.
    func tell(_ steps: inout StepList) {
        for (id, type) in types.sorted(by: { $0.key < $1.key }) {
            steps.add("rib", "\(id),\(type.json)")
        }
        for (id, rib) in before.sorted(by: { $0.key < $1.key }) {
            let parent = rib.move == .attached ? rib.parent : nil
            let move = Change(kind: rib.move, rib: id, parent: parent, time: rib.since)
            steps.add("change", "\(move.facts)")
            if rib.isActive {
                let start = Change(kind: .activated, rib: id, parent: nil, time: rib.since)
                steps.add("change", "\(start.facts)")
            }
        }
        steps.add("base", "\(omitted)")
        for change in changes {
            steps.add("change", "\(change.facts)")
        }
    }

    /// Makes the oldest changes part of what was there before.
    private mutating func fold() {
        let old = changes.prefix(changes.count - limit)
        for change in old { Self.apply(change, to: &before) }
        omitted += old.count
        changes = Array(changes.dropFirst(old.count))
        let used = Set(before.keys).union(changes.map(\.rib))
        types = types.filter { used.contains($0.key) }
    }

    private static func apply(_ change: Change, to ribs: inout [UInt64: RIB]) {
        if change.kind == .freed {
            ribs[change.rib] = nil
            return
        }
        var rib = ribs[change.rib] ?? RIB(since: change.time)
        if change.kind.standing != nil {
            (rib.move, rib.parent, rib.since) = (change.kind, change.parent, change.time)
        } else {
            rib.isActive = change.kind == .activated
        }
        ribs[change.rib] = rib
    }
}

extension RIBTree.Node.Standing {
    /// The change that leads there. An orphan is shown as detached.
    fileprivate var move: RunEvent.Kind {
        RunEvent.Kind.allCases.first { $0.standing == self } ?? .detached
    }
}
