#if canImport(UIKit) && canImport(ObjectiveC) && !os(watchOS)
    import CRIBShims
    import RIBRecorder
    import UIKit

    extension UIViewController: ScreenController {
        var screenContainer: (any ScreenController)? { parent }

        var screenContents: [any ScreenController] {
            // UIKit also says what its container presents.
            let presented = presentedViewController.flatMap {
                $0.presentingViewController === self ? $0 : nil
            }
            return children + (presented.map { [$0] } ?? [])
        }

        var isScreenBeingDismissed: Bool { isBeingDismissed }

        var isScreenStack: Bool { self is UINavigationController }
    }

    /// Notices the views that leave the screen, without a call by the app.
    @MainActor
    enum UIKitScreens {
        private static let moves = ScreenMoves()

        /// Begins, once; a view controller belongs to the main thread, and so does who makes one.
        nonisolated static func follow() { _ = isFollowing }

        nonisolated private static let isFollowing: Bool = {
            let events = ribleak_view_events(
                did_appear: { controller in tell(controller) { moves.didAppear($0) } },
                did_disappear: { controller in tell(controller) { moves.didDisappear($0) } },
                will_move: { controller, toContainer in
                    tell(controller) { moves.willMove($0, toContainer: toContainer == 1) }
                },
                did_move: { controller, toContainer in
                    tell(controller) { moves.didMove($0, toContainer: toContainer == 1) }
                })
            return ribleak_view_events_follow(events) == 1
        }()

        /// Calls a function with the view controller that UIKit just called, on its main thread.
        nonisolated private static func tell(
            _ address: UnsafeMutableRawPointer?, _ body: @MainActor (UIViewController) -> Void
        ) {
            // An app may call its view controllers elsewhere by mistake, which is not for us to stop.
            guard let address, MainThread.isCurrent else { return }
            let controller = Unmanaged<UIViewController>.fromOpaque(address).takeUnretainedValue()
            MainActor.assumeIsolated { body(controller) }
        }
    }
#endif
