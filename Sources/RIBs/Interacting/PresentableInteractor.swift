// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// The interactor of a RIB that shows something.
#if MainActor
    @preconcurrency @MainActor
#endif
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

    deinit { Teardown.run(on: self) }
}

extension PresentableInteractor {
    /// The work of `deinit`. It is outside because, with the trait `MainActor`, a `deinit` belongs
    /// to no actor and may not do it.
    private enum Teardown {
        static func run(on interactor: PresentableInteractor) {
            LeakDetector.ownerIsFreed(
                of: interactor.presenter as AnyObject,
                interactor.wasInTree ? interactor.presenterPart : nil)
        }
    }
}
