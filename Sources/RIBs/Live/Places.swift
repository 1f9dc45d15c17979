// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import RIBTrees

/// The place of a router in the tree, besides its parent.
struct RouterPlace {
    /// When it was launched, attached or detached, on the recorder's clock; 0 before.
    var since: UInt64 = 0
    var isLaunched = false
    /// The RIB without base classes that it was last attached to.
    weak var plainParent: PlainRIBNode?
    /// The path of its last parent, as it was reported to an observer. A parent that is being freed
    /// can no longer be asked.
    var parentPath: String?
}

/// A router of a base class of this module, which knows its place.
protocol PlacedRouting: RecordedRouting, Routing {
    var place: RouterPlace { get set }

    /// At least the number of lists of children that contain the router.
    var listCount: Int { get }

    var hasChildren: Bool { get }

    /// True once one of its parent's own fields was seen to refer to it.
    var wasHeld: Bool { get set }

    /// True once it was recorded that its parent forgot to detach it.
    var wasForgotten: Bool { get set }

    /// True if the router is ending, so that what it detaches now goes with it.
    var isAtItsEnd: Bool { get }

    /// Notes that the router was detached.
    ///
    /// - Parameter time: The current time, on the recorder's clock; nil as part of its parent's own
    ///   end.
    func noteDetached(at time: UInt64?)

    /// Counts that the router was added to a list of children or removed from one.
    func changeListCount(by change: Int)

    /// Notes that the router got a place in the tree.
    ///
    /// - Parameter time: The current time, on the recorder's clock.
    func takePlace(isLaunched: Bool, below plainParent: PlainRIBNode?, at time: UInt64)

    /// Notes that the router was removed from the tree.
    ///
    /// - Parameter time: The current time, on the recorder's clock.
    func leavePlace(at time: UInt64)

    /// True when the interactor is of this module's base class.
    var hasRecordedInteractor: Bool { get }

    /// Whether this router's interactor and all below it are known to have that activity.
    func isSubtree(active isActive: Bool) -> Bool

    /// Whether this router's parts and all below it are known to be released.
    var isSubtreeReleased: Bool { get }

    /// Notes that they were released.
    ///
    /// - Parameter additions: `TreeChanges.additions` before the first of them was released.
    func noteSubtreeReleased(at additions: UInt64)

    /// The interactor of this module's base class, unless something observes it.
    var unobservedInteractor: Interactor? { get }

    /// When the interactor of a router that was just detached became inactive, if the detach did
    /// that.
    ///
    /// - Parameter detach: When the detach was recorded.
    /// - Returns: Nil if its interactor was inactive before, or if the time is unknown.
    func timeOfDeactivation(since detach: UInt64) -> Timestamp?
}

extension Router: RecordedRouting {
    /// The link to this router from its children.
    var link: ParentLink {
        if let ownLink { return ownLink }
        let link = ParentLink(self, above: parentLink)
        ownLink = link
        Recorder.shared.parentMade(self, recordedID)
        return link
    }

    package var lastParent: (any RecordedRouting)? { parentLink?.parent }

    package func willLoad(below parent: ParentLink?) {
        parentLink = parent
        ownLink?.parentAttached(below: parent)
        detachedAt = nil
        wasForgotten = false
        wasHeld = false
        recordedInteractor?.noteAttached(below: parent)
        isLoadDue = true
        wasInTree = true
    }

    package func keeps(_ child: any Routing) -> Bool {
        attached.contains(child) && !leaving.contains(child)
    }
}

extension Router: PlacedRouting {
    // Here and not in an extension of the protocol, because changing a part of `place` through the
    // protocol takes an allocation.
    func takePlace(isLaunched: Bool, below plainParent: PlainRIBNode?, at time: UInt64) {
        place = RouterPlace(since: time, isLaunched: isLaunched, plainParent: plainParent)
        // No router above retains it, so the search for what it retains must begin here.
        if isLaunched || plainParent != nil { _ = link }
    }

    func leavePlace(at time: UInt64) { place.since = time }

    func noteDetached(at time: UInt64?) {
        detachedAt = time
        recordedInteractor?.detachedAt = time
        if let time { ownLink?.parentDetached(at: time) }
    }

    /// True if the router is ending, so that what it detaches now goes with it.
    var isAtItsEnd: Bool { isBeingFreed || recordedInteractor?.isAtItsEnd ?? false }

    var hasRecordedInteractor: Bool { recordedInteractor != nil }

    var unobservedInteractor: Interactor? {
        LifecycleEvents.areObserved ? nil : recordedInteractor
    }

    func timeOfDeactivation(since detach: UInt64) -> Timestamp? {
        // Observers are called after the event, and may take long.
        guard !LifecycleEvents.areObserved, let time = recordedInteractor?.deactivatedAt,
            time >= detach
        else { return nil }
        return Timestamp(of: time)
    }

    var hasChildren: Bool { !attached.isEmpty }

    func changeListCount(by change: Int) { listCount += change }

    func isSubtree(active isActive: Bool) -> Bool { notes.areAll(active: isActive) }

    var isSubtreeReleased: Bool { notes.isReleased }

    func noteSubtreeReleased(at additions: UInt64) { notes.noteReleased(at: additions) }
}

extension PlacedRouting {
    /// False when the router is known to have been taken out of its tree.
    var keepsItsPlace: Bool {
        if let parent = lastParent { return parent.keeps(self) }
        if let parent = place.plainParent { return parent.routers.contains { $0 === self } }
        return true
    }
}

/// The place of a RIB without base classes in the tree.
struct PlainRIBPlace {
    /// When it was attached or detached, on the recorder's clock; 0 before.
    var since: UInt64 = 0
    var isRoot = false
    /// True when it was attached below a RIB, whether that is alive or not.
    var hasParent = false
    weak var parentNode: PlainRIBNode?
    weak var parentRouter: (any PlacedRouting)?
    /// Same as ``RouterPlace/parentPath``.
    var parentPath: String?
}

extension PlainRIBNode {
    /// The RIB it was last attached to, while that lives.
    var parentRIB: LiveRIB? {
        let (node, router) = state.withLock { ($0.place.parentNode, $0.place.parentRouter) }
        return node.map(LiveRIB.plain) ?? router.map(LiveRIB.router)
    }

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
        return parent == nil && place.hasParent ? .orphaned : .attached
    }

    /// Notes that it got a place in the tree.
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

    /// Notes that it was removed from the tree.
    func leavePlace() {
        state.withLock { $0.place.since = Recorder.now }
    }
}
