// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// What the runtime notes of a router, beside what RIBs need: for the recording, and to find
/// mistakes.
struct RouterRecord {
    /// The interactor, if it is of this module's base class.
    let interactor: Interactor?
    /// Weak: the architecture keeps it through builders and children, not through the router.
    weak var component: (any RecordedObject)?
    /// True once the router was part of a tree. A test may hold other routers as long as it likes.
    var wasInTree = false {
        didSet { interactor?.wasInTree = wasInTree }
    }
    var place = RouterPlace()
    /// The link to the router that this one was last attached to.
    var parentLink: ParentLink?
    /// The link from children to this router; made for the first one, or at the launch.
    var ownLink: ParentLink?
    /// At least the number of lists of children that contain the router.
    var listCount = 0
    /// The children that `detachChild` is just detaching.
    var leaving = LeavingChildren()
    /// The RIBs without base classes below the router; nil until the first one is attached.
    var plainChildren: PlainChildren?
    /// What was done to the router and all below it.
    var subtree = SubtreeState()
    /// True from an attach or launch until the `load` that belongs to it.
    var isLoadDue = false
    /// When the router was detached; nil if that was part of its parent's own end.
    var detachedAt: UInt64?
    /// True once the router's `deinit` has begun.
    var isBeingFreed = false
    /// True once one of its parent's own fields was seen to refer to the router.
    var wasHeld = false
    /// True once it was recorded that its parent forgot to detach the router.
    var wasForgotten = false

    init(interactor: Interactor?) { self.interactor = interactor }
}

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

/// What was done to a router and all below it, until a change may have undone it.
struct SubtreeState {
    /// A count of changes, above one bit for the activity. 0 for none.
    private var activity: UInt64 = 0
    private var released: UInt64 = 0

    /// Whether all interactors of the subtree are known to have that activity.
    func areAll(active isActive: Bool) -> Bool {
        activity == Self.stamp(for: isActive)
    }

    /// Whether all parts of the subtree are known to be released.
    var isReleased: Bool { released == TreeChanges.additions }

    /// The stamp to note once all have that activity. Take it before the first one is checked.
    static func stamp(for isActive: Bool) -> UInt64 {
        TreeChanges.count(against: isActive) << 1 | (isActive ? 1 : 0)
    }

    mutating func note(activity stamp: UInt64) { activity = stamp }

    /// - Parameter additions: `TreeChanges.additions` before the first part was released.
    mutating func noteReleased(at additions: UInt64) { released = additions }
}

/// Counts the changes that may undo what was done to a whole subtree, in all trees of the process.
///
/// So a deep tree need not be walked anew from each of its routers: see `SubtreeState`.
enum TreeChanges {
    /// Routers and RIBs that were attached.
    static let arrivals = AtomicCounter(1)
    /// Workers and workflows that were started.
    static let adoptions = AtomicCounter(1)
    static let activations = AtomicCounter(1)
    static let deactivations = AtomicCounter(1)

    /// Changes whenever a subtree may have got an object that is not released.
    static var additions: UInt64 { arrivals.value &+ adoptions.value }

    /// Changes whenever a subtree may no longer be all active, or all inactive.
    fileprivate static func count(against isActive: Bool) -> UInt64 {
        arrivals.value &+ (isActive ? deactivations : activations).value
    }
}

/// A router of a base class of this module, which knows its place.
protocol PlacedRouting: RecordedObject, Routing {
    var place: RouterPlace { get set }

    /// See ``RouterRecord/listCount``.
    var listCount: Int { get }

    var hasChildren: Bool { get }

    /// The router this one was last attached to; it may have detached this one since.
    var lastParent: (any PlacedRouting)? { get }

    /// Whether a router is a child that is not being detached.
    func keeps(_ child: any Routing) -> Bool

    /// See ``RouterRecord/plainChildren``.
    var plainChildren: PlainChildren? { get set }

    /// See ``RouterRecord/wasHeld``.
    var wasHeld: Bool { get set }

    /// See ``RouterRecord/wasForgotten``.
    var wasForgotten: Bool { get set }

    /// True if the router is ending, so that what it detaches now goes with it.
    var isAtItsEnd: Bool { get }

    /// The interactor, if it is of this module's base class.
    var recordedInteractor: Interactor? { get }

    /// Called at each change of the interactor's activity, without a subscription.
    func activityDidChange(to isActive: Bool)

    /// What was done to the router and all below it.
    var subtree: SubtreeState { get }

    /// Notes that the parts of the router and of all below it were released.
    ///
    /// - Parameter additions: `TreeChanges.additions` before the first of them was released.
    func noteSubtreeReleased(at additions: UInt64)

    /// Counts that the router was added to a list of children or removed from one.
    func changeListCount(by change: Int)

    /// Notes that a RIB has taken this one as its child and is about to load it.
    ///
    /// - Parameter parent: The link to its router; nil for a RIB without base classes.
    func willLoad(below parent: ParentLink?)

    /// Notes that the router got a place in the tree.
    ///
    /// - Parameter time: The current time, on the recorder's clock.
    func takePlace(isLaunched: Bool, below plainParent: PlainRIBNode?, at time: UInt64)

    /// Notes that the router was removed from the tree.
    ///
    /// - Parameter time: The current time, on the recorder's clock.
    func leavePlace(at time: UInt64)

    /// Notes that the router was detached.
    ///
    /// - Parameter time: The current time, on the recorder's clock; nil as part of its parent's own
    ///   end.
    func noteDetached(at time: UInt64?)
}

extension PlacedRouting {
    /// False when the router is known to have been taken out of its tree.
    var keepsItsPlace: Bool {
        if let parent = lastParent { return parent.keeps(self) }
        if let parent = place.plainParent { return parent.routers.contains { $0 === self } }
        return true
    }

    /// When the interactor of a router that was just detached became inactive, if the detach did
    /// that.
    ///
    /// - Parameter detach: When the detach was recorded.
    /// - Returns: Nil if its interactor was inactive before, or if the time is unknown.
    func timeOfDeactivation(since detach: UInt64) -> Timestamp? {
        // Observers are called after the event, and may take long.
        guard !LifecycleEvents.areObserved, let time = recordedInteractor?.deactivatedAt,
            time >= detach
        else { return nil }
        return Timestamp(of: time)
    }
}

// Here and not in an extension of the protocol, because changing a part of the record through the
// protocol takes an allocation.
extension Router: PlacedRouting {
    package var wasInTree: Bool {
        get { record.wasInTree }
        set { record.wasInTree = newValue }
    }

    var place: RouterPlace {
        get { record.place }
        set { record.place = newValue }
    }

    var plainChildren: PlainChildren? {
        get { record.plainChildren }
        set { record.plainChildren = newValue }
    }

    var wasHeld: Bool {
        get { record.wasHeld }
        set { record.wasHeld = newValue }
    }

    var wasForgotten: Bool {
        get { record.wasForgotten }
        set { record.wasForgotten = newValue }
    }

    var listCount: Int { record.listCount }

    func changeListCount(by change: Int) { record.listCount += change }

    var hasChildren: Bool { !attached.isEmpty }

    func keeps(_ child: any Routing) -> Bool {
        attached.contains(child) && !record.leaving.contains(child)
    }

    var lastParent: (any PlacedRouting)? { record.parentLink?.parent }

    /// The link to this router from its children.
    var link: ParentLink {
        if let link = record.ownLink { return link }
        let link = ParentLink(self, above: record.parentLink)
        record.ownLink = link
        Recorder.shared.parentMade(self, recordedID)
        return link
    }

    func willLoad(below parent: ParentLink?) {
        record.parentLink = parent
        record.ownLink?.parentAttached(below: parent)
        record.detachedAt = nil
        record.wasForgotten = false
        record.wasHeld = false
        record.interactor?.noteAttached(below: parent)
        record.isLoadDue = true
        record.wasInTree = true
    }

    func takePlace(isLaunched: Bool, below plainParent: PlainRIBNode?, at time: UInt64) {
        record.place = RouterPlace(since: time, isLaunched: isLaunched, plainParent: plainParent)
        // No router above retains it, so the search for what it retains must begin here.
        if isLaunched || plainParent != nil { _ = link }
    }

    func leavePlace(at time: UInt64) { record.place.since = time }

    func noteDetached(at time: UInt64?) {
        record.detachedAt = time
        record.interactor?.record.detachedAt = time
        if let time { record.ownLink?.parentDetached(at: time) }
    }

    var recordedInteractor: Interactor? { record.interactor }

    var isAtItsEnd: Bool { record.isBeingFreed || record.interactor?.isAtItsEnd ?? false }

    var subtree: SubtreeState { record.subtree }

    func noteSubtreeReleased(at additions: UInt64) { record.subtree.noteReleased(at: additions) }
}
