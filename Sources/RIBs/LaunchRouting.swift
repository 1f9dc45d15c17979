#if canImport(UIKit) && !os(watchOS)
    import UIKit
#endif

/// The root of a tree of RIBs, whether real or a test double.
#if MainActor
    @preconcurrency @MainActor
#endif
public protocol LaunchRouting: ViewableRouting {
    #if canImport(UIKit) && !os(watchOS)
        /// Shows the root's view and brings the tree to life.
        ///
        /// - Parameter window: The window that shows the view.
        func launch(from window: UIWindow)
    #else
        /// Brings the tree to life.
        func launch()
    #endif
}
