// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns
import RIBTrees

/// The tree of RIBs of one process: its last changes, and what was there before them.
struct PageTree {
    /// A change is one of a page's script, by the same numbers.
    typealias Kind = TreeChange.Kind

    private struct Change {
        let kind: Kind
        let rib: UInt64
        let parent: UInt64?
        let time: Int64
    }

    private struct RIB {
        var standing = Kind.made
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
        _ kind: Kind, _ rib: UInt64, type: String?, parent: UInt64? = nil, at time: Int64,
        in number: Int, _ steps: inout StepList
    ) {
        if types[rib] == nil {
            types[rib] = type ?? "?"
            steps.add("rib", "\(number),\(rib),\((type ?? "?").json)")
        }
        changes.append(Change(kind: kind, rib: rib, parent: parent, time: time))
        steps.add(
            "change", "\(number),\(kind.rawValue),\(rib),\(parent.map(String.init) ?? "-1"),\(time)"
        )
        if changes.count > limit + limit / 4 { fold() }
    }

    /// Begins anew with what is there, after changes were missed.
    ///
    /// - Parameter now: The time of the tree, in nanoseconds since recording began.
    mutating func replace(by snapshot: TreeSnapshot, at now: Int64) {
        omitted += changes.count
        (before, changes, types) = ([:], [], [:])
        for node in snapshot.tree + snapshot.detached {
            let kind: Kind =
                switch node.standing {
                case .launched: .launched
                case .attached: .attached
                case .unattached: .made
                case .detached, .orphaned: .detached
                }
            types[node.id] = node.type
            before[node.id] = RIB(
                standing: kind, parent: node.parent, isActive: node.isActive,
                since: now - Int64(clamping: node.age ?? 0))
        }
    }

    /// Steps that make the same tree in a page that knows nothing.
    func tell(in number: Int, _ steps: inout StepList) {
        for (id, type) in types.sorted(by: { $0.key < $1.key }) {
            steps.add("rib", "\(number),\(id),\(type.json)")
        }
        for (id, rib) in before.sorted(by: { $0.key < $1.key }) {
            let parent = rib.standing == .attached ? rib.parent.map(String.init) ?? "-1" : "-1"
            steps.add("change", "\(number),\(rib.standing.rawValue),\(id),\(parent),\(rib.since)")
            if rib.isActive {
                steps.add("change", "\(number),\(Kind.activated.rawValue),\(id),-1,\(rib.since)")
            }
        }
        steps.add("base", "\(number),\(omitted)")
        for change in changes {
            steps.add(
                "change",
                "\(number),\(change.kind.rawValue),\(change.rib),\(change.parent.map(String.init) ?? "-1"),\(change.time)"
            )
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
        var rib = ribs[change.rib] ?? RIB(since: change.time)
        switch change.kind {
        case .freed:
            ribs[change.rib] = nil
            return
        case .activated: rib.isActive = true
        case .deactivated: rib.isActive = false
        case .made, .launched, .attached, .detached:
            rib.standing = change.kind
            rib.parent = change.parent
            rib.since = change.time
        }
        ribs[change.rib] = rib
    }
}
