// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// Turns business values into what a view shows, and what the user does into calls of a listener.
open class Presenter<ViewControllerType>: Presentable, RecordedObject {
    /// The view that this presenter updates.
    public let viewController: ViewControllerType

    package final let recordedID: ObjectID
    package final var wasInTree = false

    /// Makes a presenter of the view to update.
    public init(viewController: ViewControllerType) {
        self.viewController = viewController
        recordedID = Recorder.shared.objectCreated(.presenter, type: Self.self)
    }

    deinit { Recorder.shared.objectDestroyed(recordedID) }
}

/// What an interactor needs of its presenter.
#if MainActor
    @preconcurrency @MainActor
#endif
public protocol Presentable: AnyObject {}
