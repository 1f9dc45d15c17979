import RIBRecorder
import RIBTrace

/// The interactor of a RIB that shows something.
open class PresentableInteractor<PresenterType>: Interactor {
    /// What shows the interactor's values; held strongly.
    public let presenter: PresenterType

    private let presenterPart: RecordedPart?

    /// Makes an inactive interactor.
    ///
    /// - Parameter presenter: What shows the interactor's values.
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

    deinit {
        LeakDetector.ownerIsFreed(of: presenter as AnyObject, wasInTree ? presenterPart : nil)
    }
}
