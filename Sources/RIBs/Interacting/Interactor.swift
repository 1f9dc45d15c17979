// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// The business logic of one RIB, which works only while its router is attached.
open class Interactor: Interactable, RecordedObject {
    final let activity: Activity
    final let activeness = ActivityStream()
    /// The subscriptions that end at the next deactivation; nil while inactive.
    final var confined: SubscriptionBag?
    private var isDeactivating = false
    package final let recordedID: ObjectID
    /// What the runtime notes beside that.
    final var record = InteractorRecord()

    /// Whether the interactor may work now.
    public final var isActive: Bool { activeness.value }

    /// Publishes `isActive`: the current value first, then each change, and completion when the
    /// interactor is freed. Subscribers are notified in the order in which they subscribed, as in
    /// uber's RIBs.
    public final var isActiveStream: RIBStream<Bool> { activeness.stream }

    /// Makes an inactive interactor.
    public init() {
        recordedID = Recorder.withShared { $0.objectCreated(.interactor, type: Self.self) }
        activity = Activity(owner: recordedID)
    }

    /// Makes the interactor active: `isActive` changes, the stream publishes it, then
    /// `didBecomeActive` is called. Only the router calls this.
    public final func activate() { activate(at: nil) }

    /// Makes the interactor active, at a time on the recorder's clock if the caller has read it.
    final func activate(at time: UInt64?) {
        guard !isActive else { return }
        OwnerThread.check(recordedID)
        let isObserved = LifecycleEvents.areObserved
        if isObserved, !announceActivation() { return }
        confined = SubscriptionBag()
        recordDeactivation()
        // Observers may take long, so the time is read again after them.
        Recorder.withShared { $0.activated(activity, of: self, at: isObserved ? nil : time) }
        LifecycleEvents.report(.activated, of: self, at: livePlace)
        SubtreeState.activations.increment()
        activeness.send(true)
        Recorder.shared.attributing(to: activity) { didBecomeActive() }
    }

    /// Called when the interactor has become active: the place to subscribe and to set up state.
    /// The default does nothing.
    open func didBecomeActive() {}

    /// Makes the interactor inactive: `willResignActive` is called, the subscriptions of
    /// `cancelOnDeactivate` end, then `isActive` changes and the stream publishes it. Only the
    /// router calls this.
    public final func deactivate() {
        // The second condition ends the recursion of one that detaches its own router.
        guard isActive, !isDeactivating else { return }
        OwnerThread.check(recordedID)
        isDeactivating = true
        LifecycleEvents.report(.willResignActive, of: self, at: livePlace)
        willResignActive()
        confined?.end()
        confined = nil
        isDeactivating = false
        record.hasUnrecordedDeactivation = true
        // Right before the change: what was noted until here found this one active.
        SubtreeState.deactivations.increment()
        activeness.send(false)
        // Recorded only now, because a value that the deactivation itself delivers is no mistake.
        recordDeactivation()
    }

    /// Called when the interactor is about to become inactive: the place to clean up. The default
    /// does nothing.
    open func willResignActive() {}

    /// Records a deactivation once, before a new activation at the latest. A subscriber of
    /// `isActiveStream` may attach the router again at once.
    private func recordDeactivation() {
        guard record.hasUnrecordedDeactivation else { return }
        record.hasUnrecordedDeactivation = false
        Recorder.withShared { recorder in
            recorder.deactivated(activity) { [self] + (activeness.follower.map { [$0] } ?? []) }
        }
        LifecycleEvents.report(.deactivated, of: self, at: livePlace)
    }

    /// Reports that it is about to become active. False if an observer did that, or removed its
    /// RIB.
    private func announceActivation() -> Bool {
        let router = activeness.follower
        let wasThere = router?.keepsItsPlace ?? false
        LifecycleEvents.report(.willBecomeActive, of: self, at: livePlace)
        return !isActive && (!wasThere || router?.keepsItsPlace != false)
    }

    /// True while and after it becomes inactive.
    final var isAtItsEnd: Bool { isDeactivating || activity.deactivatedAt != nil }

    package final var wasInTree: Bool {
        get { record.wasInTree }
        set { record.wasInTree = newValue }
    }

    package func forEachRecordedPart(_ body: (RecordedPart) -> Void) {
        body(RecordedPart(self, recordedID, isReporting: true))
        activity.forEachRecordedPart(body)
    }

    deinit { tearDown(self) }
}

/// The work of `deinit`, which with the trait `MainActor` belongs to no actor and may not do it.
private func tearDown(_ interactor: Interactor) {
    _ = recordFreedWithTree(
        interactor, interactor.recordedID, detachedAt: interactor.record.detachedAt,
        below: interactor.record.parentLink)
    if interactor.isActive, interactor.wasInTree {
        Recorder.shared.violated(.freedWhileActive, interactor.recordedID)
    }
    interactor.deactivate()
    interactor.activeness.finish()
    if interactor.wasInTree {
        interactor.activity.forEachRecordedPart { $0.expectDeallocation() }
    }
    Recorder.withShared {
        $0.ownerEnds(interactor.activity, at: ObjectReference.address(of: interactor))
        $0.objectDestroyed(interactor.recordedID)
    }
}

/// What the runtime notes of an interactor, beside what RIBs need.
struct InteractorRecord {
    var wasInTree = false
    /// The link to the parent that its RIB is or was attached to.
    var parentLink: ParentLink?
    /// When its RIB was detached; nil if that was part of its parent's own end.
    var detachedAt: UInt64?
    /// As its router last reported it to an observer. One that is being freed cannot be asked.
    var lastPlace: LivePlace?
    var hasUnrecordedDeactivation = false
}

/// The time during which an interactor may work.
#if MainActor
    @preconcurrency @MainActor
#endif
public protocol InteractorScope: AnyObject {
    /// Whether the interactor may work now.
    var isActive: Bool { get }

    /// Publishes `isActive`: the current value first, then each change, and completion at its end.
    var isActiveStream: RIBStream<Bool> { get }
}

/// What a router needs of its interactor.
///
/// A test double that conforms to this can stand in for an interactor; it needs no base class.
#if MainActor
    @preconcurrency @MainActor
#endif
public protocol Interactable: InteractorScope {
    /// Makes the interactor active. Only its router calls this.
    func activate()

    /// Makes the interactor inactive. Only its router calls this.
    func deactivate()
}

/// An interactor as its workers see it, unretained, because an interactor holds its workers.
final class WeakInteractorScope: InteractorScope {
    private(set) weak var source: (any InteractorScope)?

    init(_ source: any InteractorScope) { self.source = source }

    var isActive: Bool { source?.isActive ?? false }

    var isActiveStream: RIBStream<Bool> { source?.isActiveStream ?? .just(false) }

    /// Even behind the scope that another worker got. Nil for a test double, or once freed.
    var interactor: Interactor? {
        var scope = source
        while let weak = scope as? WeakInteractorScope { scope = weak.source }
        return scope as? Interactor
    }

    var interactorID: ObjectID { interactor?.recordedID ?? .none }
}

/// The interactor of a RIB that shows something.
open class PresentableInteractor<PresenterType>: Interactor {
    /// What shows the interactor's values; held strongly.
    public let presenter: PresenterType

    fileprivate let presenterPart: RecordedPart?

    /// Makes an inactive interactor.
    public init(presenter: PresenterType) {
        self.presenter = presenter
        presenterPart = recordedPart(presenter, as: .presenter)
        super.init()
        if let presenterPart { Recorder.shared.owned(presenterPart.id, by: recordedID) }
    }

    package override func forEachRecordedPart(_ body: (RecordedPart) -> Void) {
        super.forEachRecordedPart(body)
        presenterPart.map(body)
    }

    deinit { releasePresenter(of: self) }
}

/// The work of `deinit`, outside as above.
private func releasePresenter<PresenterType>(
    of interactor: PresentableInteractor<PresenterType>
) {
    LeakDetector.ownerIsFreed(
        of: interactor.presenter as AnyObject,
        interactor.wasInTree ? interactor.presenterPart : nil)
}
