// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

#if canImport(UIKit) && !os(watchOS)
    import UIKit

    /// A view as a ``LeakDetector`` expects it to leave the screen.
    public typealias ShownView = UIViewController

    extension ViewControllable where Self: UIViewController {
        /// This view controller itself.
        public var uiviewController: UIViewController { self }
    }
#else
    /// A view as a ``LeakDetector`` expects it to leave the screen.
    public typealias ShownView = any ViewControllable
#endif

/// What a router needs of a view: without UIKit, any class can be one.
#if MainActor
    @preconcurrency @MainActor
#endif
public protocol ViewControllable: AnyObject {
    #if canImport(UIKit) && !os(watchOS)
        /// The view controller to put on the screen.
        var uiviewController: UIViewController { get }
    #endif
}

#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS)
    import SwiftUI

    /// A view of SwiftUI as the view of a RIB.
    ///
    /// A RIB's own view controller is a subclass, which passes the presenter's values on as SwiftUI
    /// state: its `init` makes a model, gives it to the root view, and sets the model's closure
    /// that tells the listener what the user does. It belongs to the main thread, as SwiftUI does.
    open class HostingViewController<Content: View>: UIHostingController<Content>, ViewControllable
    {}
#elseif canImport(SwiftUI) && canImport(AppKit)
    import SwiftUI

    /// A view of SwiftUI as the view of a RIB; a RIB's own view controller is a subclass. It
    /// belongs to the main thread, as SwiftUI does.
    open class HostingViewController<Content: View>: NSHostingController<Content>, ViewControllable
    {}
#endif

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
