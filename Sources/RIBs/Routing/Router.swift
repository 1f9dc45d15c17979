// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import RIBTrace

/// A node of the tree of RIBs, which attaches and detaches children and drives its interactor.
///
/// Builders make routers. A router of this class owns no view; see `ViewableRouter`.
#if MainActor
    @preconcurrency @MainActor
#endif
open class Router<InteractorType>: Routing, RecordedRouting, ActivityFollower {
    /// The interactor this router owns.
    public let interactor: InteractorType
    /// The same interactor, as this module sees it.
    public let interactable: any Interactable
    /// The routers attached to this one, oldest first. Change it by attaching and detaching only.
    public final var children: [any Routing] {
        get { attached.routers }
        set { attached = AttachedChildren(foreign: newValue) }
    }

    final var attached = AttachedChildren()
    /// In how many lists of children this router stands.
    final var listCount = 0

    package final let recordedID: ObjectID
    package final var wasInTree = false {
        didSet { recordedInteractor?.wasInTree = wasInTree }
    }
    /// Weak: the architecture keeps it through builders and children, not through the router.
    private weak var component: (any RecordedObject)?
    /// The interactor, if it is of this module's base class.
    private let recordedInteractor: Interactor?
    package final var plainChildren: AnyObject?
    final var place = RouterPlace()
    final var notes = SubtreeNotes()
    /// Made when someone listens, which nearly nobody does.
    final var lifecycleSubject: (any LifecycleSubject)?
    private var isLoaded = false
    /// True from an attach or launch until the `load` that belongs to it.
    final var isLoadDue = false
    private var parentLink: ParentLink?
    /// What children find their way to this router by; made for the first one, or at the launch.
    private var ownLink: ParentLink?
    final var link: ParentLink {
        if let ownLink { return ownLink }
        let link = ParentLink(self, above: parentLink)
        ownLink = link
        Recorder.shared.parentMade(self, recordedID)
        return link
    }
    /// True when the interactor tells this router of its activity without a subscription.
    private var isTold = false
    private var activitySubscription: (any SubscriptionToken)?
    /// The children that a call of `detachChild` is at work on.
    private var leaving = LeavingChildren()
    /// When this router was detached, unless that was a part of its parent's own end.
    private var leftAt: UInt64?
    /// True once its `deinit` has begun.
    private var isGoing = false
    final var wasForgotten = false
    final var wasHeld = false

    /// Makes a router that is not yet part of a tree.
    ///
    /// - Parameter interactor: The interactor to own; it must conform to `Interactable`.
    public init(interactor: InteractorType) {
        // Nearly always of the base class: that is one look at what it is instead of two.
        let recorded = interactor as? Interactor
        guard let interactable = recorded ?? interactor as? any Interactable else {
            // Right to stop here: the type parameter cannot say this requirement, a router without
            // an interactor cannot do anything, and the first run of its builder shows the mistake.
            fatalError("\(InteractorType.self) must conform to Interactable to be routed")
        }
        self.interactor = interactor
        self.interactable = interactable
        recordedInteractor = recorded
        recordedID = Recorder.withShared { $0.objectCreated(.router, type: Self.self) }
        let made = Recorder.withShared { $0.takeComponent(forRouter: Self.self) }
        component = made?.object as? any RecordedObject
        if let made { Recorder.shared.owned(made.id, byNew: recordedID) }
        if let recorded {
            Recorder.withShared { $0.owned(recorded.recordedID, byNew: recordedID) }
        }
        isTold = recordedInteractor?.tell(self) ?? false
    }

    /// Loads the router, once. Only its parent or `launch` calls this.
    public final func load() {
        OwnerThread.check(recordedID)
        guard !isLoaded else {
            if !isLoadDue { Recorder.shared.violated(.loadedTwice, recordedID) }
            isLoadDue = false
            return
        }
        isLoaded = true
        isLoadDue = false
        Recorder.withShared { $0.loaded(recordedID) }
        LifecycleEvents.happened(.loaded, to: .router(self))
        // Attributed to no one: what the router subscribes to here lives as long as the router, and
        // a parent that becomes active just now does not own it.
        Recorder.shared.attributing(to: nil) {
            internalDidLoad()
            didLoad()
        }
    }

    /// Called once, when the router has loaded: the place to attach children that never change.
    ///
    /// The default does nothing.
    open func didLoad() {}

    /// Adds a router to the tree below this one, makes it active, then loads it.
    ///
    /// - Parameter child: The router to add. Adding one that is attached already is a mistake,
    ///   which is recorded; one that is attached here is not added again. Nor is this router itself,
    ///   or one above it: a tree has no rings.
    public final func attachChild(_ child: any Routing) {
        let isOffThread = OwnerThread.begin(recordedID)
        defer { if isOffThread { OwnerThread.end() } }
        // Looked up once: that takes longer than most of what follows.
        let placed = child as? any PlacedRouting
        if let placed, stands(below: placed) {
            Recorder.shared.violated(
                .attachedBelowItself, placed.recordedID, other: recordedID)
            return
        }
        if let placed, placed.listCount > 0 { recordSecondAttach(of: placed) }
        guard !attached.contains(child, placed: placed) else { return }
        attached.append(child, placed: placed)
        TreeChanges.arrivals.increment()
        guard let moment = recordAttach(of: child, placed) else { return }
        ForgottenChildren.noteHeld(by: self)
        // Active before loaded: what `didLoad` attaches must find its parent active.
        // Called right here, since deep trees attach within each other: a frame more is one that the
        // stacks recorded below cannot show.
        if let interactor = placed?.unobservedInteractor {
            interactor.activate(at: moment)
        } else {
            child.interactable(within: .router(self)).activate()
        }
        child.load()
    }

    /// Makes a router inactive, then takes it out of the tree. What it and all below it consist of
    /// should be freed soon, unless it is attached again.
    ///
    /// - Parameter child: The router to take out. One that is not attached here only becomes
    ///   inactive, and the mistake is recorded.
    public final func detachChild(_ child: any Routing) {
        let isOffThread = OwnerThread.begin(recordedID)
        defer { if isOffThread { OwnerThread.end() } }
        let placed = child as? any PlacedRouting
        let index = attached.index(of: child)
        // A `willResignActive` may detach its own router; only the outer call is recorded.
        let isLeaving = leaving.contains(child)
        let isRecorded = index != nil && !isLeaving
        var detach: UInt64?
        if isRecorded {
            leaving.insert(child)
            detach = recordDetach(of: child, placed)
        } else if !isLeaving {
            recordDetach(ofStranger: child)
        }
        child.interactable(within: .router(self)).deactivate()
        attached.remove(child, placed: placed, expectedAt: index)
        if isRecorded {
            leaving.remove(child)
            expectDeallocation(of: child, placed, since: detach)
        }
    }

    /// What the classes of this module do before `didLoad`.
    func internalDidLoad() {
        followActivity()
        lifecycleSubject?.tell(.didLoad)
    }

    package final var lastParent: (any RecordedRouting)? { parentLink?.parent }

    package func willLoad(below parent: ParentLink?) {
        parentLink = parent
        ownLink?.moved(below: parent)
        leftAt = nil
        wasForgotten = false
        wasHeld = false
        recordedInteractor?.stands(below: parent)
        isLoadDue = true
        wasInTree = true
    }

    func noteLeft(at time: UInt64?) {
        leftAt = time
        recordedInteractor?.leftAt = time
        if let time { ownLink?.left(at: time) }
    }

    /// True when what is detached now goes with this router: it is at its own end.
    var isAtItsEnd: Bool { isGoing || recordedInteractor?.isAtItsEnd ?? false }

    var hasRecordedInteractor: Bool { recordedInteractor != nil }

    var unobservedInteractor: Interactor? {
        LifecycleEvents.areObserved ? nil : recordedInteractor
    }

    func momentOfDeactivation(since detach: UInt64) -> Moment? {
        // What an observer is told comes after the event, and may take long.
        guard !LifecycleEvents.areObserved, let time = recordedInteractor?.deactivatedAt,
            time >= detach
        else { return nil }
        return Moment(of: time)
    }

    package func keeps(_ child: any Routing) -> Bool {
        attached.contains(child) && !leaving.contains(child)
    }

    package func forEachRecordedPart(_ body: (RecordedPart) -> Void) {
        body(RecordedPart(reporting: self, recordedID))
        recordedInteractor?.forEachRecordedPart(body)
        component.map { body(RecordedPart($0)) }
    }

    /// Gives the subtree the activity of its interactor, until this router is freed: it may be
    /// attached again.
    private func followActivity() {
        if isTold {
            recordedInteractor?.beginTelling()
            activityDidChange(to: interactable.isActive)
        } else {
            activitySubscription = interactable.hear { [weak self] isActive in
                self?.activityDidChange(to: isActive)
            }
        }
    }

    final func activityDidChange(to isActive: Bool) {
        guard isLoaded else { return }
        if attached.isEmpty, interactable.isActive == isActive { return }
        let stamp = SubtreeNotes.stamp(for: isActive)
        // Of a mock nobody hears when it changes.
        var isKnown = true
        var walk = SubtreeWalk(from: self)
        while let router = walk.next() {
            changeActivity(of: router, to: isActive)
            goOn(&walk, below: router, isActive, &isKnown)
        }
        if isKnown { notes.note(activity: stamp) }
    }

    private func changeActivity(of router: any Routing, to isActive: Bool) {
        if router.interactable.isActive == isActive { return }
        if isActive {
            router.interactable(within: .router(self)).activate()
        } else {
            router.interactable(within: .router(self)).deactivate()
        }
    }

    /// Goes on below a router unless that has done so itself, told by its interactor just now.
    private func goOn(
        _ walk: inout SubtreeWalk, below router: any Routing, _ isActive: Bool,
        _ isKnown: inout Bool
    ) {
        let placed = router as? any PlacedRouting
        if placed?.hasRecordedInteractor != true { isKnown = false }
        if placed?.isSubtree(active: isActive) != true { walk.goBelow(router) }
    }

    deinit { End.come(to: self) }
}

extension Router {
    /// What `deinit` does, out of it: with the trait `MainActor` a `deinit` belongs to no actor, and may not do it itself.
    private enum End {
        static func come(to router: Router) {
            if router.leftAt == nil, router.parentLink == nil { router.recordEndOfRoot() }
            router.isGoing = true
            let isTold = EndWithTree.record(
                router, router.recordedID, leftAt: router.leftAt, below: router.parentLink
            ) {
                router.partsToGo(with: router)
            }
            if isTold { router.recordedInteractor?.leftAt = nil }
            if let ownLink = router.ownLink {
                ownLink.cut()
                Recorder.shared.parentDestroyed(router.recordedID)
            }
            router.recordedInteractor?.tellNoLonger(router)
            router.interactable(within: .router(router)).deactivate()
            for child in router.children { router.detachChild(child) }
            router.lifecycleSubject?.finish()
            router.activitySubscription?.end()
            LeakDetector.ownerIsFreed(
                of: router.interactable,
                router.wasInTree ? router.recordedInteractor.map { RecordedPart($0) } : nil)
            if router.wasInTree { router.component.map { RecordedPart($0).expectDeallocation() } }
            if !router.wasInTree { Recorder.shared.forgetUnattached(router.recordedID) }
            Recorder.withShared { $0.objectDestroyed(router.recordedID) }
        }
    }
}
