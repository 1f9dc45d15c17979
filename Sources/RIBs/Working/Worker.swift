// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// The base class of workers: logic that runs while an interactor is active.
open class Worker: Working, RecordedObject {
    package final let recordedID: ObjectID
    package final var wasInTree = false
    final let activity: Activity
    final let startedness = ActivityStream()
    /// The subscriptions that end with the work; nil while there is none.
    final var confined: SubscriptionBag?
    fileprivate var binding: (any SubscriptionToken)?
    /// The interactor that the work was last begun for.
    private(set) final var workplace: WeakInteractorScope?

    /// Whether the work has begun and not ended.
    final var isAtWork: Bool { confined != nil }

    /// Whether the worker was started and not stopped; it may still wait for its interactor.
    public final var isStarted: Bool { startedness.value }

    /// Publishes `isStarted`: the current value first, then each change, and completion when the
    /// worker is freed.
    public final var isStartedStream: RIBStream<Bool> { startedness.stream }

    /// Makes a worker that is not started.
    public init() {
        recordedID = Recorder.shared.objectCreated(.worker, type: Self.self)
        activity = Activity(owner: recordedID)
    }

    /// Starts the worker: now if the interactor is active, otherwise as soon as it becomes active.
    ///
    /// The work pauses while the interactor is inactive and resumes with it, until `stop`. A worker
    /// that is started already is not affected. The interactor is held weakly.
    public final func start(_ interactorScope: any InteractorScope) {
        guard !isStarted else { return }
        startedness.send(true)
        let scope = WeakInteractorScope(interactorScope)
        if let interactor = scope.interactor {
            // The RIB has a new part, so walks over trees may skip it no longer.
            SubtreeState.adoptions.increment()
            Recorder.shared.adopted(self, recordedID, by: interactor.activity)
        }
        binding?.end()
        binding = nil
        // Attributed to no owner, because it lives as long as the worker, whoever starts that.
        let binding = Recorder.shared.outOfLedger {
            scope.observeActivity { [weak self] isActive in
                if isActive { self?.beginWork(in: scope) } else { self?.endWork() }
            }
        }
        // `didStart` may have bound the worker to another interactor.
        if self.binding == nil { self.binding = binding } else { binding.end() }
    }

    /// Called when the work begins: the worker is started and its interactor active. The scope does
    /// not keep the interactor alive. The default does nothing.
    open func didStart(_ interactorScope: any InteractorScope) {}

    /// Stops the worker at once.
    public final func stop() {
        guard isStarted else { return }
        startedness.send(false)
        endWork()
    }

    /// Called when the work has ended, after the subscriptions of `cancelOnStop`. The default does
    /// nothing.
    open func didStop() {}

    private func beginWork(in scope: WeakInteractorScope) {
        // A test double may report twice that it is active. The work goes on then.
        guard isStarted, confined == nil else { return }
        confined = SubscriptionBag()
        workplace = scope
        Recorder.shared.workerStarted(activity, of: self, by: scope.interactorID)
        LifecycleEvents.report(.workerStarted, of: self, at: livePlace)
        Recorder.shared.attributing(to: activity) { didStart(scope) }
    }

    private func endWork() {
        guard let ended = confined else { return }
        // Cleared before the subscriptions end, because one of them may stop the worker again.
        confined = nil
        ended.end()
        didStop()
        // Only now: what the end itself delivers is no mistake. It may have begun again.
        if confined == nil {
            Recorder.shared.workerStopped(activity, of: self)
            LifecycleEvents.report(.workerStopped, of: self, at: livePlace)
        }
    }

    package func forEachRecordedPart(_ body: (RecordedPart) -> Void) {
        body(RecordedPart(self))
        activity.forEachRecordedPart(body)
    }

    deinit { tearDown(self) }
}

/// The work of `deinit`, which with the trait `MainActor` belongs to no actor and may not do it.
private func tearDown(_ worker: Worker) {
    worker.stop()
    worker.binding?.end()
    worker.startedness.finish()
    Recorder.shared.ownerEnds(worker.activity, at: ObjectReference.address(of: worker))
    Recorder.shared.objectDestroyed(worker.recordedID)
}

/// Logic that runs while an interactor is active, and may serve several of them in turn.
///
/// A test double that conforms to this can stand in for a worker; it needs no base class.
#if MainActor
    @preconcurrency @MainActor
#endif
public protocol Working: AnyObject {
    /// Starts the worker: now if the interactor is active, otherwise as soon as it becomes active.
    func start(_ interactorScope: any InteractorScope)

    /// Stops the worker at once.
    func stop()

    /// Whether the worker was started and not stopped; it may still wait for its interactor.
    var isStarted: Bool { get }

    /// Publishes `isStarted`: the current value first, then each change, and completion at its end.
    var isStartedStream: RIBStream<Bool> { get }
}
