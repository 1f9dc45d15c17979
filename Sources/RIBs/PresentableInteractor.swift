import RIBRecorder
import RIBTrace

/// The interactor of a RIB that shows something.
open class PresentableInteractor<PresenterType>: Interactor {
    /// What shows the interactor's values; held strongly.
    public let presenter: PresenterType

    private let presenterID: ObjectID

    /// Makes an inactive interactor.
    ///
    /// - Parameter presenter: What shows the interactor's values.
    public init(presenter: PresenterType) {
        self.presenter = presenter
        presenterID = recordedPart(presenter, as: .presenter)?.id ?? .none
        super.init()
        if !presenterID.isNone { Recorder.shared.owned(presenterID, by: recordedID) }
    }

    package override func forEachRecordedPart(_ body: (AnyObject, ObjectID) -> Void) {
        super.forEachRecordedPart(body)
        if !presenterID.isNone { body(presenter as AnyObject, presenterID) }
    }

    deinit {
        if wasInTree, !presenterID.isNone {
            LeakDetector.instance.expectDeallocation(ofPart: presenter as AnyObject, presenterID)
        }
    }
}
