// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// What the runtime notes of a router, to record it and to find mistakes.
final class RouterRecord {
    /// The interactor, if it is of this module's base class.
    let interactor: Interactor?
    /// Weak: the architecture keeps it through builders and children, not through the router.
    weak var component: (any RecordedObject)?
    /// True once the router was part of a tree. A test may hold other routers as long as it likes.
    var wasInTree = false {
        didSet { interactor?.wasInTree = wasInTree }
    }

    /// When the router was launched, attached or detached, on the recorder's clock; 0 before.
    var since: UInt64 = 0
    /// When the router was detached; nil if that was part of its parent's own end.
    var detachedAt: UInt64?
    /// Whether the router was launched as the root of its tree.
    fileprivate(set) var isLaunched = false
    /// To the router that this one was last attached to.
    private(set) var parentLink: ParentLink?
    /// The RIB without base classes that the router was last attached to.
    fileprivate(set) weak var plainParent: PlainRIBNode?
    /// As it was reported to an observer. A parent that is being freed can no longer be asked.
    var parentPath: String?

    /// The link from children to this router; made for the first one, or at the launch.
    fileprivate(set) var ownLink: ParentLink?
    /// The number of lists of children that contain the router.
    var listCount = 0
    /// The children that `detachChild` is just detaching.
    var leaving: [ObjectIdentifier] = []
    /// The RIBs without base classes below the router; nil until the first one is attached.
    private(set) var plainChildren: WeakObjects<PlainRIBNode>?
    /// Counts the routers that ever had some. While none has, walks need not look for them.
    static let plainParents = AtomicCounter()
    var subtree = SubtreeState()

    /// True from an attach or launch until the `load` that belongs to it. Any other `load` after
    /// the first is a mistake.
    var isLoadDue = false
    var isBeingFreed = false
    /// True once one of its parent's own fields was seen to refer to the router.
    var wasHeld = false
    /// True once it was recorded that its parent forgot to detach the router.
    var wasForgotten = false

    init(interactor: Interactor?) { self.interactor = interactor }

    /// The router this one was last attached to; it may have detached this one since.
    var lastParent: (any PlacedRouting)? { parentLink?.parent }

    /// Whether what it detaches now goes with it.
    var isAtItsEnd: Bool { isBeingFreed || interactor?.isAtItsEnd ?? false }

    /// Notes that a RIB is about to load the router; with no link if that has no base classes.
    func willLoad(below parent: ParentLink?) {
        parentLink = parent
        ownLink?.parentAttached(below: parent)
        detachedAt = nil
        wasForgotten = false
        wasHeld = false
        interactor?.record.parentLink = parent
        interactor?.record.detachedAt = nil
        isLoadDue = true
        wasInTree = true
    }

    /// `plainChildren`, made for the first one.
    func plainChildrenOrNew() -> WeakObjects<PlainRIBNode> {
        if let plainChildren { return plainChildren }
        let new = WeakObjects<PlainRIBNode>()
        plainChildren = new
        Self.plainParents.increment()
        return new
    }

    /// Notes that the router was detached; at no time if that is part of its parent's own end.
    func noteDetached(at time: UInt64?) {
        detachedAt = time
        interactor?.record.detachedAt = time
        if let time { ownLink?.parentDetached(at: time) }
    }
}

/// What was done to a router and all below it, until a change in any tree may have undone it. So a
/// deep tree need not be walked anew from each of its routers.
struct SubtreeState {
    /// Routers and RIBs that were attached.
    static let arrivals = AtomicCounter(1)
    /// Workers and workflows that were started.
    static let adoptions = AtomicCounter(1)
    static let activations = AtomicCounter(1)
    static let deactivations = AtomicCounter(1)

    /// Changes whenever a subtree may have got an object that is not released.
    static var additions: UInt64 { arrivals.value &+ adoptions.value }

    /// The `stamp` from before all interactors of the subtree were found to have that activity.
    var activity: UInt64 = 0
    /// The `additions` from before the first part of the subtree was released.
    var released: UInt64 = 0

    /// Whether all interactors of the subtree are known to have that activity.
    func areAll(active isActive: Bool) -> Bool { activity == Self.stamp(for: isActive) }

    /// Whether all parts of the subtree are known to be released.
    var isReleased: Bool { released == Self.additions }

    /// Changes whenever a subtree may no longer be all active, or all inactive.
    static func stamp(for isActive: Bool) -> UInt64 {
        let changes = arrivals.value &+ (isActive ? deactivations : activations).value
        return changes << 1 | (isActive ? 1 : 0)
    }
}

/// A router of a base class of this module, which has a record.
protocol PlacedRouting: RecordedObject, Routing {
    var record: RouterRecord { get }

    /// Whether a router is a child that is not being detached.
    func keeps(_ child: any Routing) -> Bool

    /// Called at each change of the interactor's activity, without a subscription.
    func activityDidChange(to isActive: Bool)
}

extension Router: PlacedRouting {
    package var wasInTree: Bool {
        get { record.wasInTree }
        set { record.wasInTree = newValue }
    }

    func keeps(_ child: any Routing) -> Bool {
        attached.contains(child) && !record.leaving.contains(ObjectIdentifier(child))
    }
}

extension PlacedRouting {
    /// False when the router is known to have been taken out of its tree.
    var keepsItsPlace: Bool {
        if let parent = record.lastParent { return parent.keeps(self) }
        if let parent = record.plainParent { return parent.routers.contains(self) }
        return true
    }

    /// The link to this router from its children.
    var link: ParentLink {
        if let link = record.ownLink { return link }
        let link = ParentLink(self, above: record.parentLink)
        record.ownLink = link
        Recorder.shared.parentMade(self, recordedID)
        return link
    }

    /// Notes that the router got a place in the tree.
    func takePlace(isLaunched: Bool, below plainParent: PlainRIBNode?, at time: UInt64) {
        record.since = time
        record.isLaunched = isLaunched
        record.plainParent = plainParent
        record.parentPath = nil
        // No router above retains it, so the search for what it retains must begin here.
        if isLaunched || plainParent != nil { _ = link }
    }

    /// When the detach made the interactor inactive, if it did and that is known. It spares
    /// `detachChild` another look at the clock.
    func timeOfDeactivation(since detach: UInt64) -> UInt64? {
        // Observers are called after the event, and may take long.
        guard !LifecycleEvents.areObserved, let time = record.interactor?.activity.deactivatedAt,
            time >= detach
        else { return nil }
        return time
    }
}
