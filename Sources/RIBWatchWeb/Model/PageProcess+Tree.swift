// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns
import RIBTrees

/// The tree of RIBs: its last changes, and what was there before them.
extension PageProcess {
    struct Change {
        let kind: RunEvent.Kind
        let rib: UInt64
        let parent: UInt64?
        let time: Int64

        /// The facts of its step, after the number of the process.
        var facts: String { "\(kind.pageNumber),\(rib),\(parent.map(String.init) ?? "-1"),\(time)" }
    }

    struct RIB {
        /// The change that led to where it stands.
        var move: Change
        var isActive = false
    }

    /// Takes each event of the process. `steps` tells the pages that are open; a page that opens
    /// later is told by `tellTree`.
    mutating func changeTree(_ event: RunEvent, at time: Int64) {
        guard event.kind.changesTree, let rib = rib(of: event) else { return }
        if types[rib] == nil {
            let type = event.type ?? "?"
            types[rib] = type
            steps.add("rib", "\(rib),\(type.json)")
        }
        let parent = event.kind == .attached ? event.other : nil
        let change = Change(kind: event.kind, rib: rib, parent: parent, time: time)
        changes.append(change)
        steps.add("change", change.facts)
        // Folding goes through all that is kept, so it waits until there is a quarter too much.
        if changes.count > Self.most + Self.most / 4 { foldChanges() }
    }

    /// The RIB in the tree that an event changes.
    private func rib(of event: RunEvent) -> UInt64? {
        if event.kind == .created, event.objectKind?.isTreeNode != true { return nil }
        if event.kind.standing != nil { return event.id }
        // It is freed, or its interactor becomes active or inactive.
        return [event.other, event.id].compactMap { $0 }.first { types[$0] != nil }
    }

    /// Begins anew with what is there, after changes were missed. Adds no steps, as open pages get
    /// the whole state after it.
    mutating func replaceTree(by snapshot: TreeSnapshot, at now: Int64) {
        omittedChanges += changes.count
        (before, changes, types) = ([:], [], [:])
        for node in snapshot.tree + snapshot.detached {
            types[node.id] = node.type
            let move = node.standing.move
            before[node.id] = RIB(
                move: Change(
                    kind: move, rib: node.id, parent: move == .attached ? node.parent : nil,
                    time: now - Int64(clamping: node.age ?? 0)),
                isActive: node.isActive)
        }
    }

    /// Steps that make the same tree in a page that knows nothing.
    func tellTree() {
        for (id, type) in types.sorted(by: { $0.key < $1.key }) {
            steps.add("rib", "\(id),\(type.json)")
        }
        for (id, rib) in before.sorted(by: { $0.key < $1.key }) {
            steps.add("change", rib.move.facts)
            if rib.isActive {
                let start = Change(kind: .activated, rib: id, parent: nil, time: rib.move.time)
                steps.add("change", start.facts)
            }
        }
        steps.add("base", "\(omittedChanges)")
        for change in changes { steps.add("change", change.facts) }
    }

    /// Makes the oldest changes part of what was there before.
    private mutating func foldChanges() {
        let old = changes.prefix(changes.count - Self.most)
        for change in old {
            if change.kind == .freed {
                before[change.rib] = nil
                continue
            }
            let made = Change(kind: .created, rib: change.rib, parent: nil, time: change.time)
            var rib = before[change.rib] ?? RIB(move: made)
            if change.kind.standing != nil {
                rib.move = change
            } else {
                rib.isActive = change.kind == .activated
            }
            before[change.rib] = rib
        }
        omittedChanges += old.count
        changes = Array(changes.dropFirst(old.count))
        let used = Set(before.keys).union(changes.map(\.rib))
        types = types.filter { used.contains($0.key) }
    }
}

extension RIBTree.Node.Standing {
    /// The change that leads there. An orphan is shown as detached.
    fileprivate var move: RunEvent.Kind {
        RunEvent.Kind.allCases.first { $0.standing == self } ?? .detached
    }
}
