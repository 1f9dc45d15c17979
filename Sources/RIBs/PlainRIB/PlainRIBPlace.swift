// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import RIBTrees

/// The place of a RIB without base classes in the tree.
struct PlainRIBPlace {
    /// When it was attached or detached, on the recorder's clock; 0 before.
    var since: UInt64 = 0
    var isRoot = false
    /// The RIB it was attached below, whether that is alive or not.
    var parent: WeakRIB?
    /// Same as ``RouterRecord/parentPath``.
    var parentPath: String?
}

extension PlainRIBNode {
    /// The RIB it was last attached to, while that lives.
    var parentRIB: LiveRIB? { state.withLock { $0.place.parent }?.rib }

    /// Whether a RIB is this one, or is attached somewhere below it.
    func stands(above rib: LiveRIB?) -> Bool {
        var next = rib
        for _ in 0..<Self.deepestTree {
            guard case .plain(let node)? = next else { return false }
            if node === self { return true }
            next = node.state.withLock({ $0.parent }) == nil ? nil : node.parentRIB
        }
        return false
    }

    /// Deeper trees are not searched: they are mistakes themselves.
    private static var deepestTree: Int { 1 << 16 }

    var standing: RIBTree.Node.Standing {
        // Retained until after the lock.
        let parent = parentRIB
        let (place, isAttached) = state.withLock { ($0.place, $0.parent != nil) }
        if place.since == 0 { return .unattached }
        if !isAttached { return .detached }
        if place.isRoot { return .launched }
        return parent == nil && place.parent != nil ? .orphaned : .attached
    }

    /// Notes that it got a place in the tree.
    func takePlace(below parent: LiveRIB?, isRoot: Bool) {
        state.withLock {
            $0.place = PlainRIBPlace(
                since: Recorder.now, isRoot: isRoot, parent: parent.map(WeakRIB.init))
        }
    }

    /// Notes that it was removed from the tree.
    func leavePlace() {
        state.withLock { $0.place.since = Recorder.now }
    }
}

/// The RIBs without base classes that are attached below one RIB, oldest first.
///
/// Weak: a node lives as long as the recorder knows its RIB.
final class PlainChildren: Sendable {
    private struct Child {
        weak var node: PlainRIBNode?
    }

    /// Counts the routers that ever had such RIBs below them. While there are none, walks over
    /// trees need not look for them.
    static let parents = AtomicCounter()

    private let children = Protected<[Child]>([])

    /// Those whose RIB is not known to be freed.
    var living: [PlainRIBNode] { children.withLock { $0 }.compactMap(\.node) }

    // A node that is freed under the lock owns no object of the host, so it does not call back
    // here.

    func add(_ node: PlainRIBNode) {
        children.withLock { children in
            children.removeAll { $0.node == nil || $0.node === node }
            children.append(Child(node: node))
        }
    }

    func remove(_ node: PlainRIBNode) {
        children.withLock { children in
            children.removeAll { $0.node == nil || $0.node === node }
        }
    }
}

extension PlacedRouting {
    /// The RIBs without base classes below this router, made for the first one.
    func plainChildrenOrNew() -> PlainChildren {
        if let known = record.plainChildren { return known }
        let new = PlainChildren()
        record.plainChildren = new
        PlainChildren.parents.increment()
        return new
    }
}
