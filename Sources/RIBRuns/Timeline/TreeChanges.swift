// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace

/// All changes of the tree of RIBs of one process, from which the tree at any moment can be shown.
package struct TreeChanges: Equatable, Sendable {
    /// A RIB that has changes.
    package struct RIB: Equatable, Sendable {
        /// The serial id of its router, or of the RIB itself if it has no base classes.
        package let id: UInt64
        package let type: String

        package init(id: UInt64, type: String) {
            self.id = id
            self.type = type
        }
    }

    /// In the order of their first changes.
    package let ribs: [RIB]
    /// In the order of time.
    package let changes: [TreeChange]
    /// How many later changes are left out.
    package let omitted: Int

    package init(ribs: [RIB], changes: [TreeChange], omitted: Int = 0) {
        self.ribs = ribs
        self.changes = changes
        self.omitted = omitted
    }

    /// - Parameter replay: A reading that has changes; of another one, there are none.
    package init(of replay: TraceReplay) {
        self.init(
            ribs: replay.changes?.ribs ?? [], changes: replay.changes?.changes ?? [],
            omitted: replay.changes?.omitted ?? 0)
    }
}

/// One step of a tree of RIBs from one state to the next.
package struct TreeChange: Equatable, Sendable {
    /// What happened to the RIB.
    package enum Kind: UInt8, Sendable {
        case made
        case launched
        case attached
        case detached
        case activated
        case deactivated
        case freed
    }

    package let kind: Kind
    /// Nanoseconds since recording began.
    package let time: UInt64
    /// The index of the RIB in the list of RIBs.
    package let rib: Int
    /// For an attach, the index of the new parent in the list. Nil for other changes, and for an
    /// unknown parent.
    package let parent: Int?

    package init(_ kind: Kind, of rib: Int, at time: UInt64, to parent: Int? = nil) {
        self.kind = kind
        self.rib = rib
        self.time = time
        self.parent = parent
    }
}

/// Builds changes from events, in one pass.
struct TreeChangeBuilder {
    private(set) var ribs: [TreeChanges.RIB] = []
    private(set) var changes: [TreeChange] = []
    /// How many changes came after the limit was reached.
    private(set) var omitted = 0
    private var numbers: [ObjectID: Int] = [:]
    /// The RIB of each active interactor, and each active RIB without base classes.
    private var active: [ObjectID: ObjectID] = [:]
    private var now: UInt64 = 0
    private let metadata: TraceMetadata
    private let limit: Int

    /// - Parameter limit: How many changes to keep.
    init(_ metadata: TraceMetadata, limit: Int) {
        self.metadata = metadata
        self.limit = limit
    }

    /// Reads the next event that is not a definition. Events come in time order.
    ///
    /// - Parameter tree: The tree after the event.
    mutating func apply(_ timed: TimedEvent, in tree: TreeModel) {
        now = metadata.sinceStart(timed.timestamp)
        switch timed.event {
        case .objectCreated(let id, let kind, _, _): if kind.isTreeNode { add(.made, id, in: tree) }
        case .objectDestroyed(let id):
            deactivate(id, in: tree)
            if tree.nodes[id]?.kind.isTreeNode == true { add(.freed, id, in: tree) }
        case .launched(let id, _): add(.launched, id, in: tree)
        case .attached(let id, let parent, _): add(.attached, id, to: parent, in: tree)
        case .detached(let id, _, _): add(.detached, id, in: tree)
        case .activated(let id): activate(id, in: tree)
        case .deactivated(let id): deactivate(id, in: tree)
        default: break  // does not change the tree
        }
    }

    private mutating func activate(_ id: ObjectID, in tree: TreeModel) {
        guard active[id] == nil, let rib = tree.router(of: id) else { return }
        active[id] = rib
        add(.activated, rib, in: tree)
    }

    private mutating func deactivate(_ id: ObjectID, in tree: TreeModel) {
        guard let rib = active.removeValue(forKey: id) else { return }
        add(.deactivated, rib, in: tree)
    }

    private mutating func add(
        _ kind: TreeChange.Kind, _ id: ObjectID, to parent: ObjectID = .none, in tree: TreeModel
    ) {
        // A damaged trace may contain objects without their creation.
        guard tree.nodes[id] != nil else { return }
        guard changes.count < limit else {
            omitted += 1
            return
        }
        changes.append(
            TreeChange(
                kind, of: number(of: id, in: tree), at: now,
                to: tree.nodes[parent] == nil ? nil : number(of: parent, in: tree)))
    }

    private mutating func number(of id: ObjectID, in tree: TreeModel) -> Int {
        if let number = numbers[id] { return number }
        let number = ribs.count
        numbers[id] = number
        ribs.append(TreeChanges.RIB(id: id.rawValue, type: tree.typeName(of: id)))
        return number
    }
}
