// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace

/// All changes of the tree of RIBs of one process, from which the tree at any moment can be shown.
package struct TreeChanges: Sendable {
    /// A RIB that has changes.
    package struct RIB: Equatable, Sendable {
        /// The serial id of its router, or of the RIB itself if it has no base classes.
        package let id: UInt64
        package let type: String
    }

    /// In the order of their first changes.
    package private(set) var ribs: [RIB] = []
    /// In the order of time.
    package private(set) var changes: [TreeChange] = []
    /// How many later changes are left out.
    package private(set) var omitted = 0

    private let limit: Int
    private var numbers: [ObjectID: Int] = [:]
    /// The RIB of each active interactor, and each active RIB without base classes.
    private var active: [ObjectID: ObjectID] = [:]

    init(ribs: [RIB] = [], changes: [TreeChange] = [], limit: Int = .max) {
        (self.ribs, self.changes, self.limit) = (ribs, changes, limit)
    }

    /// - Parameter replay: A reading that has changes; of another one, there are none.
    package init(of replay: TraceReplay) { self = replay.changes ?? TreeChanges() }

    /// Reads the next event, with its time since recording began and the tree after it. Events come
    /// in time order.
    mutating func apply(_ event: RunEvent, at now: UInt64, in tree: TreeModel) {
        guard event.kind.changesTree, let id = event.object else { return }
        if event.kind == .activated, active[id] == nil, let rib = tree.router(of: id) {
            active[id] = rib
            add(.activated, rib, at: now, in: tree)
        }
        if event.kind == .deactivated || event.kind == .freed,
            let rib = active.removeValue(forKey: id)
        {
            add(.deactivated, rib, at: now, in: tree)
        }
        // A damaged trace may contain objects without their creation.
        guard event.kind.standing != nil || event.kind == .freed,
            tree.nodes[id]?.kind.isTreeNode == true
        else { return }
        let parent = event.kind == .attached ? event.other : nil
        add(event.kind, id, to: parent.map { ObjectID($0) }, at: now, in: tree)
    }

    private mutating func add(
        _ kind: RunEvent.Kind, _ id: ObjectID, to parent: ObjectID? = nil, at now: UInt64,
        in tree: TreeModel
    ) {
        guard changes.count < limit else {
            omitted += 1
            return
        }
        changes.append(
            TreeChange(
                kind: kind, time: now, rib: number(of: id, in: tree),
                parent: parent.flatMap { tree.nodes[$0] == nil ? nil : number(of: $0, in: tree) }))
    }

    private mutating func number(of id: ObjectID, in tree: TreeModel) -> Int {
        if let number = numbers[id] { return number }
        let number = ribs.count
        numbers[id] = number
        ribs.append(RIB(id: id.rawValue, type: tree.typeName(of: id)))
        return number
    }
}

/// One step of a tree of RIBs from one state to the next.
package struct TreeChange: Equatable, Sendable {
    /// What happened to the RIB: `changesTree` is true of it.
    package let kind: RunEvent.Kind
    /// Nanoseconds since recording began.
    package let time: UInt64
    /// The index of the RIB in the list of RIBs.
    package let rib: Int
    /// For an attach, the index of the new parent in the list. Nil for other changes, and for an
    /// unknown parent.
    package var parent: Int?
}
