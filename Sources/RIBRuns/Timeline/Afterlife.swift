// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace

/// The time for which an object was there although it should have been gone, as far as a recording
/// says so.
///
/// It does not mean that the object leaked: it may have been freed a moment later, or have had a
/// reason to stay. The findings judge.
package struct Afterlife: Equatable, Sendable {
    /// When it was detached, deactivated or stopped, or its view left: nanoseconds since recording
    /// began.
    package let start: UInt64
    /// When it was freed or detached; nil if it was there when the recording ended.
    package internal(set) var end: UInt64?
}

/// Notes when objects left, and for how long those stayed that were found alive after it.
///
/// Memory grows with the objects that left.
struct AfterlifeBuilder {
    /// By the ids of the objects.
    private(set) var all: [UInt64: Afterlife] = [:]
    /// When each object last left.
    private var departures: [ObjectID: UInt64] = [:]

    /// Reads the next event, with its time since recording began and the tree after it. Events come
    /// in time order.
    mutating func apply(_ event: RunEvent, at now: UInt64, in tree: TreeModel) {
        guard let id = event.object else { return }
        switch event.spanStep {
        case .begins:
            departures[id] = nil
            withdraw(id)
        case .ends(let kind):
            if kind == .rib { end(id, at: now) }
            departures[id] = now
        case .endsAll: end(id, at: now)
        case .marks where event.kind.isDeparture:
            departures[id] = now
            // A router whose view left is still attached, so it is not found alive by a settling.
            for owner in tree.owners(of: id) where all[owner.rawValue] == nil {
                all[owner.rawValue] = Afterlife(start: now)
            }
        case .marks:
            departures[id] = nil
            for object in [id] + tree.owners(of: id) { withdraw(object) }
        // A view that left before its router was detached has begun one that ended then.
        case nil where event.kind == .stillAlive && !isOpen(id):
            all[id.rawValue] = Afterlife(
                start: departure(of: id, in: tree) ?? now - min(now, event.after ?? 0))
        case nil: break
        }
    }

    private func isOpen(_ id: ObjectID) -> Bool { all[id.rawValue].map { $0.end == nil } ?? false }

    /// Forgets that the object stayed: it is in use again.
    private mutating func withdraw(_ id: ObjectID) {
        if isOpen(id) { all[id.rawValue] = nil }
    }

    private mutating func end(_ id: ObjectID, at now: UInt64) {
        if isOpen(id) { all[id.rawValue]?.end = now }
    }

    /// When the object left, or the nearest owner or RIB above it that did.
    private func departure(of id: ObjectID, in tree: TreeModel) -> UInt64? {
        var next = id
        for _ in 0..<Self.mostSteps {
            if let time = departures[next] { return time }
            guard let node = tree.nodes[next] else { return nil }
            let above = node.kind.isTreeNode ? node.parent : node.firstOwner
            guard !above.isNone else { return nil }
            next = above
        }
        return nil
    }

    /// No real flow is deeper.
    private static let mostSteps = 256
}
