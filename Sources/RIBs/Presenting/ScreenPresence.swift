#if canImport(UIKit) && !os(watchOS)
    import UIKit

    /// Whether views are on the screen.
    enum ScreenPresence {
        /// Call it on the main thread.
        static func isOnScreen(_ view: AnyObject) -> Bool {
            guard let controller = view as? UIViewController else { return false }
            return MainActor.assumeIsolated {
                controller.isViewLoaded && controller.view.window != nil
            }
        }
    }
#else
    /// Whether views are on the screen, as far as they say so.
    enum ScreenPresence {
        private static let shown = ShownViews()

        static func isOnScreen(_ view: AnyObject) -> Bool { shown.contains(view) }

        static func appeared(_ view: AnyObject) { shown.insert(view) }

        static func left(_ view: AnyObject) { shown.remove(view) }
    }
#endif
