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

    /// Reads a trace to its end.
    ///
    /// - Parameters:
    ///   - trace: The trace's folder.
    ///   - limit: How many changes to keep, from the first on.
    /// - Throws: `TraceError` when the trace cannot be read at all.
    /// - Complexity: O(events).
    package init(reading trace: String, limit: Int) throws(TraceError) {
        var reader = try TraceReader(folder: trace)
        var builder = TreeChangeBuilder(reader.metadata, limit: limit)
        reader.readAll(into: &builder)
        self.init(ribs: builder.ribs, changes: builder.changes, omitted: builder.omitted)
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
struct TreeChangeBuilder: EventConsumer {
    private(set) var ribs: [TreeChanges.RIB] = []
    private(set) var changes: [TreeChange] = []
    /// How many changes came after the limit was reached.
    private(set) var omitted = 0
    private var tree = TreeModel()
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

    /// Reads the next event. Events come in time order.
    mutating func apply(_ timed: TimedEvent) {
        tree.apply(timed)
        now = metadata.sinceStart(timed.timestamp)
        switch timed.event {
        case .objectCreated(let id, _, _, _): if isTreeNode(id) { add(.made, id) }
        case .objectDestroyed(let id):
            deactivate(id)
            if isTreeNode(id) { add(.freed, id) }
        case .launched(let id, _): add(.launched, id)
        case .attached(let id, let parent, _): add(.attached, id, to: parent)
        case .detached(let id, _, _): add(.detached, id)
        case .activated(let id): activate(id)
        case .deactivated(let id): deactivate(id)
        default: break  // does not change the tree
        }
    }

    private func isTreeNode(_ id: ObjectID) -> Bool { tree.nodes[id]?.kind.isTreeNode == true }

    private mutating func activate(_ id: ObjectID) {
        guard active[id] == nil, let rib = tree.router(of: id) else { return }
        active[id] = rib
        add(.activated, rib)
    }

    private mutating func deactivate(_ id: ObjectID) {
        guard let rib = active.removeValue(forKey: id) else { return }
        add(.deactivated, rib)
    }

    private mutating func add(_ kind: TreeChange.Kind, _ id: ObjectID, to parent: ObjectID = .none)
    {
        // A damaged trace may contain objects without their creation.
        guard tree.nodes[id] != nil else { return }
        guard changes.count < limit else {
            omitted += 1
            return
        }
        changes.append(
            TreeChange(
                kind, of: number(of: id), at: now,
                to: tree.nodes[parent] == nil ? nil : number(of: parent)))
    }

    private mutating func number(of id: ObjectID) -> Int {
        if let number = numbers[id] { return number }
        let number = ribs.count
        numbers[id] = number
        ribs.append(TreeChanges.RIB(id: id.rawValue, type: tree.typeName(of: id)))
        return number
    }
}
