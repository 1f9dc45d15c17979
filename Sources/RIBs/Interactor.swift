import RIBRecorder
import RIBTrace

/// The business logic of one RIB, which works only while its router is attached.
open class Interactor: Interactable, RecordedObject {
    package final let recordedID: ObjectID
    private let activity: Activity
    private let activeness = CurrentValueSubject<Bool, Never>(false)
    /// What ends at the next deactivation; nil while inactive.
    final var confined: CancellableBag?
    private var isDeactivating = false
    /// Whether the recorder still takes this interactor for active, though it no longer is.
    private var owesDeactivation = false

    public final var isActive: Bool { activeness.value }

    public final var isActiveStream: AnyPublisher<Bool, Never> {
        activeness.removeDuplicates().eraseToAnyPublisher()
    }

    /// Makes an inactive interactor.
    public init() {
        recordedID = Recorder.shared.objectCreated(.interactor, type: Self.self)
        activity = Activity(owner: recordedID)
    }

    public final func activate() {
        guard !isActive else { return }
        confined = CancellableBag()
        recordDeactivation()
        Recorder.shared.activated(activity)
        activeness.send(true)
        Recorder.shared.attributing(to: activity) { didBecomeActive() }
    }

    /// Called when the interactor has become active: the place to subscribe and to set up state.
    ///
    /// The default does nothing.
    open func didBecomeActive() {}

    public final func deactivate() {
        // The second condition ends the recursion of a `willResignActive` that detaches its own
        // router.
        guard isActive, !isDeactivating else { return }
        isDeactivating = true
        willResignActive()
        confined?.cancel()
        confined = nil
        isDeactivating = false
        owesDeactivation = true
        activeness.send(false)
        // Only now: a value that the deactivation itself delivers is no misfire.
        recordDeactivation()
    }

    /// Called when the interactor is about to become inactive: the place to clean up.
    ///
    /// The default does nothing.
    open func willResignActive() {}

    /// Tells the recorder of a deactivation once, before a new activation at the latest: a
    /// subscriber of `isActiveStream` may attach the router again at once.
    private func recordDeactivation() {
        guard owesDeactivation else { return }
        owesDeactivation = false
        Recorder.shared.deactivated(activity)
    }

    package func forEachRecordedPart(_ body: (AnyObject, ObjectID) -> Void) {
        body(self, recordedID)
    }

    deinit {
        deactivate()
        activeness.send(completion: .finished)
        Recorder.shared.objectDestroyed(recordedID)
    }
}
