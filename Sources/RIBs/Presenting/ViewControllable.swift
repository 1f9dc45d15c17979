#if canImport(UIKit) && !os(watchOS)
    import UIKit

    /// What a router needs of a view.
    #if MainActor
        @preconcurrency @MainActor
    #endif
    public protocol ViewControllable: AnyObject {
        /// The view controller to put on the screen.
        var uiviewController: UIViewController { get }
    }

    extension ViewControllable where Self: UIViewController {
        /// This view controller itself.
        public var uiviewController: UIViewController { self }
    }
#else
    /// What a router needs of a view: without UIKit, any class can be one.
    #if MainActor
        @preconcurrency @MainActor
    #endif
    public protocol ViewControllable: AnyObject {}
#endif
