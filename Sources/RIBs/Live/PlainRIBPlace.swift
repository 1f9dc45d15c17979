// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import RIBTrees

/// Where a RIB without base classes stands.
struct PlainRIBPlace {
    /// When it was attached or detached, on the recorder's clock; 0 before.
    var since: UInt64 = 0
    var isRoot = false
    /// True when it stands below a RIB, whether that lives or not.
    var hasParent = false
    weak var parentNode: PlainRIBNode?
    weak var parentRouter: (any PlacedRouting)?
    /// As ``RouterPlace/parentPath``.
    var parentPath: String?
}

extension PlainRIBNode {
    /// The RIB it was last attached to, while that lives.
    var parentRIB: LiveRIB? {
        let (node, router) = state.withLock { ($0.place.parentNode, $0.place.parentRouter) }
        return node.map(LiveRIB.plain) ?? router.map(LiveRIB.router)
    }

    /// True for this RIB itself, and for one that is attached below it.
    func stands(above rib: LiveRIB?) -> Bool {
        var next = rib
        for _ in 0..<Self.deepestTree {
            guard case .plain(let node)? = next else { return false }
            if node === self { return true }
            next = node.state.withLock({ $0.parent }) == nil ? nil : node.parentRIB
        }
        return false
    }

    /// Deeper trees are not climbed: they are mistakes themselves.
    private static var deepestTree: Int { 1 << 16 }

    var standing: RIBTree.Node.Standing {
        // Held until it is out of the lock.
        let parent = parentRIB
        let (place, isAttached) = state.withLock { ($0.place, $0.parent != nil) }
        if place.since == 0 { return .unattached }
        if !isAttached { return .detached }
        if place.isRoot { return .launched }
        return parent == nil && place.hasParent ? .orphaned : .attached
    }

    /// Notes that it begins to stand at a place.
    func takePlace(below parent: LiveRIB?, isRoot: Bool) {
        state.withLock { state in
            state.place = PlainRIBPlace(
                since: Recorder.now, isRoot: isRoot, hasParent: parent != nil)
            switch parent {
            case .plain(let node): state.place.parentNode = node
            case .router(let router): state.place.parentRouter = router as? any PlacedRouting
            case nil: break
            }
        }
    }

    /// Notes that it was taken out.
    func leavePlace() {
        state.withLock { $0.place.since = Recorder.now }
    }
}

/// An interactor, or a double of one, whose activations are reported to observers of ``LifecycleEvents``.
///
/// It stands in for the interactor only while somebody observes.
final class ObservedInteractable: Interactable {
    private let router: any Routing
    let interactable: any Interactable
    private let ancestor: LiveRIB

    fileprivate init(of router: any Routing, within ancestor: LiveRIB) {
        self.router = router
        interactable = router.interactable
        self.ancestor = ancestor
    }

    var isActive: Bool { interactable.isActive }

    func activate() {
        change(.activated) { $0.activate() }
        // An observer may have taken the RIB out before it was active.
        if interactable.isActive, !isStillThere { deactivate() }
    }

    func deactivate() {
        change(.deactivated) { $0.deactivate() }
    }

    private var isStillThere: Bool {
        if let placed = router as? any PlacedRouting { return placed.keepsItsPlace }
        return LiveTree(of: [ancestor]).place(of: .router(router)) != nil
    }

    private func change(_ kind: LifecycleEvent.Kind, _ body: (any Interactable) -> Void) {
        let place = LiveRIB.router(router).place(within: ancestor)
        if let interactor = interactable as? Interactor {
            // It tells itself, but its router may be just being freed.
            interactor.lastPlace = place
            return body(interactor)
        }
        let wasActive = interactable.isActive
        body(interactable)
        if interactable.isActive != wasActive {
            LifecycleEvents.happened(kind, to: interactable, at: place)
        }
    }
}

extension Routing {
    /// What to activate and deactivate: the interactor itself, unless somebody observes. So stacks
    /// that are recorded below have no frame more.
    ///
    /// - Parameter ancestor: The RIB that this one is somewhere below, or this one.
    func interactable(within ancestor: @autoclosure () -> LiveRIB) -> any Interactable {
        guard LifecycleEvents.areObserved else { return interactable }
        return ObservedInteractable(of: self, within: ancestor())
    }
}
