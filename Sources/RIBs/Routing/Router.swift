// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// A node of the tree of RIBs, which attaches and detaches children and drives its interactor.
///
/// Builders make routers. A router of this class owns no view; see `ViewableRouter`.
open class Router<InteractorType>: Routing {
    /// The interactor this router owns.
    public let interactor: InteractorType
    /// The same interactor, as this module sees it.
    public let interactable: any Interactable
    /// The routers attached to this one, oldest first. Change it by attaching and detaching only.
    public final var children: [any Routing] {
        get { attached.routers }
        set { _ = attached.replace(by: newValue) }
    }

    final var attached = AttachedChildren()
    final private(set) var isLoaded = false
    /// Made on first use, which is rare.
    fileprivate final var lifecycleSubject: LifecycleSubject?
    /// Follows the activity of an interactor that does not notify this router by itself.
    final var activitySubscription: (any SubscriptionToken)?
    package final let recordedID: ObjectID
    final let record: RouterRecord

    /// Publishes what happens to the router, and completes when the router is freed. Call it on the
    /// thread that owns the tree.
    public final var lifecycle: RIBStream<RouterLifecycle> {
        let subject = lifecycleSubject ?? LifecycleSubject()
        lifecycleSubject = subject
        return subject.stream
    }

    /// Makes a router that is not yet part of a tree. The interactor that it owns must conform to
    /// `Interactable`.
    public init(interactor: InteractorType) {
        // Nearly always of the base class, so that one cast is enough.
        let recorded = interactor as? Interactor
        guard let interactable = recorded ?? interactor as? any Interactable else {
            // Stopping is right: the type parameter cannot express this, a router without an
            // interactor cannot work, and the first run of its builder shows the mistake.
            fatalError("\(InteractorType.self) must conform to Interactable to be routed")
        }
        self.interactor = interactor
        self.interactable = interactable
        record = RouterRecord(interactor: recorded)
        recordedID = Recorder.withShared { $0.objectCreated(.router, type: Self.self) }
        let made = Recorder.withShared { $0.takeComponent(forRouter: Self.self) }
        record.component = made?.object as? any RecordedObject
        if let made { Recorder.shared.owned(made.id, by: recordedID, isNew: true) }
        if let recorded {
            Recorder.withShared { $0.owned(recorded.recordedID, by: recordedID, isNew: true) }
        }
        recorded?.activeness.setFollower(self)
    }

    /// Loads the router, once. Only its parent or `launch` calls this.
    public final func load() {
        OwnerThread.check(recordedID)
        guard !isLoaded else {
            if !record.isLoadDue { Recorder.shared.violated(.loadedTwice, recordedID) }
            record.isLoadDue = false
            return
        }
        isLoaded = true
        record.isLoadDue = false
        Recorder.withShared { $0.loaded(recordedID) }
        LifecycleEvents.report(.loaded, of: .router(self))
        // What the router subscribes to here lives as long as the router, so it has no owner.
        Recorder.shared.attributing(to: nil) {
            internalDidLoad()
            didLoad()
        }
    }

    /// Called once, when the router has loaded: the place to attach children that never change. The
    /// default does nothing.
    open func didLoad() {}

    /// Adds a router to the tree below this one, makes it active, then loads it.
    ///
    /// Adding one that is attached already is a mistake, which is recorded. One that is attached
    /// here is not added again, and neither is this router itself or one above it.
    public final func attachChild(_ child: any Routing) {
        let isOffThread = OwnerThread.begin(recordedID)
        defer { if isOffThread { OwnerThread.end() } }
        let placed = child as? any PlacedRouting
        var time: UInt64?
        guard insert(child, placed, at: &time) else { return }
        // Active before loaded: what `didLoad` attaches must find its parent active.
        if !LifecycleEvents.areObserved, let interactor = placed?.record.interactor {
            interactor.activate(at: time)
        } else {
            child.interactable(within: .router(self)).activate()
        }
        child.load()
    }

    /// Makes a router inactive, then removes it from the tree. It and everything below it should be
    /// freed soon, unless it is attached again. One that is not attached here only becomes
    /// inactive, and the mistake is recorded.
    public final func detachChild(_ child: any Routing) {
        let isOffThread = OwnerThread.begin(recordedID)
        defer { if isOffThread { OwnerThread.end() } }
        let placed = child as? any PlacedRouting
        let detach = beginDetach(of: child, placed)
        child.interactable(within: .router(self)).deactivate()
        attached.remove(child, placed: placed)
        if let detach { endDetach(of: child, placed, detach) }
    }

    /// What the classes of this module do before `didLoad`.
    func internalDidLoad() {
        // The subtree follows until this router is freed: it may be attached again.
        if let interactor = record.interactor, interactor.activeness.follower === self {
            interactor.activeness.beginNotifyingFollower()
            activityDidChange(to: interactable.isActive)
        } else {
            activitySubscription = interactable.observeActivity { [weak self] isActive in
                self?.activityDidChange(to: isActive)
            }
        }
        lifecycleSubject?.notify(.didLoad)
    }

    package func forEachRecordedPart(_ body: (RecordedPart) -> Void) {
        body(RecordedPart(self, recordedID, isReporting: true))
        record.interactor?.forEachRecordedPart(body)
        record.component.map { body(RecordedPart($0)) }
    }

    deinit { tearDown(self) }
}

extension Router {
    func activityDidChange(to isActive: Bool) {
        guard isLoaded else { return }
        if attached.isEmpty, interactable.isActive == isActive { return }
        let stamp = SubtreeState.stamp(for: isActive)
        // A mock does not report its changes.
        var isKnown = true
        var walk = SubtreeWalk(from: self)
        while let router = walk.next() {
            if router.interactable.isActive != isActive {
                let interactable = router.interactable(within: .router(self))
                if isActive { interactable.activate() } else { interactable.deactivate() }
            }
            let placed = router as? any PlacedRouting
            if placed?.record.interactor == nil { isKnown = false }
            // Otherwise the router has gone on itself when its interactor notified it.
            if placed?.record.subtree.areAll(active: isActive) != true { walk.goBelow(router) }
        }
        if isKnown { record.subtree.activity = stamp }
    }

    /// Records what can be seen of a tree only while its root is being freed.
    fileprivate func recordEndOfRoot() {
        if !attached.isEmpty {
            MissingDetaches.record(below: self)
            Recorder.shared.treeEnds(recordedID)
        }
        // Objects that are freed because the whole tree was made inactive are no leaks.
        if record.isAtItsEnd { return }
        let address = ObjectReference.address(of: self)
        Recorder.withShared { $0.recordKeptObjects(ofEndingRootAt: address, recordedID) }
    }

    /// The parts that are freed with this router and should have been freed before.
    fileprivate var partsToGo: [ObjectID] {
        var parts: [ObjectID] = []
        forEachRecordedPartInSubtree(self) { part in
            if part.id != recordedID, Recorder.shared.isExpectedToGo(part.id) {
                parts.append(part.id)
            }
        }
        return parts
    }
}

/// The work of `deinit`, outside as an interactor's.
private func tearDown<InteractorType>(_ router: Router<InteractorType>) {
    if router.record.detachedAt == nil, router.record.parentLink == nil {
        router.recordEndOfRoot()
    }
    router.record.isBeingFreed = true
    let isRecorded = recordFreedWithTree(
        router, router.recordedID, detachedAt: router.record.detachedAt,
        below: router.record.parentLink, parts: { router.partsToGo })
    if isRecorded { router.record.interactor?.record.detachedAt = nil }
    if let ownLink = router.record.ownLink {
        ownLink.cut()
        Recorder.shared.parentDestroyed(router.recordedID)
    }
    router.record.interactor?.activeness.removeFollower(router)
    router.interactable(within: .router(router)).deactivate()
    for child in router.children { router.detachChild(child) }
    router.lifecycleSubject?.finish()
    router.activitySubscription?.end()
    LeakDetector.ownerIsFreed(
        of: router.interactable,
        router.wasInTree ? router.record.interactor.map { RecordedPart($0) } : nil)
    if router.wasInTree {
        router.record.component.map { RecordedPart($0).expectDeallocation() }
    } else {
        Recorder.shared.forgetUnattached(router.recordedID)
    }
    Recorder.withShared { $0.objectDestroyed(router.recordedID) }
}

/// Records an object that was detached but is freed only together with a RIB above it. Call it at
/// the beginning of the object's `deinit`.
///
/// Then no leak is left to see: the router above, which is just being freed, held it until now.
/// `judgeDetachedBelow` finds most such objects before, when the RIB above is detached. This finds
/// those of a root, which nothing detaches, and those that running code held at that moment. In an
/// app, the deadline finds them.
///
/// - Parameters:
///   - detachedAt: Nil if it was not detached, or only as part of its parent's own end.
///   - link: The link to the parent that it was detached from.
///   - parts: The parts that are freed with it and should have been freed before.
/// - Returns: True if it was recorded, and its parts with it.
func recordFreedWithTree(
    _ object: AnyObject, _ id: ObjectID, detachedAt: UInt64?, below link: ParentLink?,
    parts: () -> [ObjectID] = { [] }
) -> Bool {
    // Skipped outside tests, because this costs each RIB something.
    guard let detachedAt, let link, Recorder.withShared({ $0.isInTest }),
        let scope = Recorder.shared.scopeExpectingDeallocation(of: id)
    else { return false }
    // What the clean-up after the body detaches is no leak.
    if let bodyEnd = Recorder.shared.bodyEnd(of: scope), detachedAt > bodyEnd { return false }
    let holders = link.holders(sinceDetachAt: detachedAt)
    guard !holders.isEmpty else { return false }
    return Recorder.shared.freedWithTree(
        [id] + parts(), detachedAt: detachedAt, at: ObjectReference.address(of: object), in: scope,
        heldBy: holders)
}
