// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// A view controller, as far as its appearing and leaving matter.
@MainActor
protocol ScreenController: AnyObject {
    /// The container that it is in.
    var screenContainer: (any ScreenController)? { get }
    /// The view controllers in it, and the one that it presents.
    var screenContents: [any ScreenController] { get }
    /// True while it is being dismissed, with everything in it.
    var isScreenBeingDismissed: Bool { get }
    /// True for a stack of screens, from which the user goes back.
    var isScreenStack: Bool { get }
}

/// Detects which views left the screen for good: those that were popped from a stack, and those
/// that were dismissed, each with everything in it.
///
/// Other containers, such as tabs, may show a removed view again, so a removal from them does not
/// count. A view that is shown again had not left.
@MainActor
final class ScreenMoves {
    private let goingBack = WeakObjects<AnyObject>()
    private let gone = WeakObjects<AnyObject>()

    func willMove(_ controller: any ScreenController, toContainer: Bool) {
        let isGoingBack = !toContainer && controller.screenContainer?.isScreenStack == true
        if isGoingBack { goingBack.add(controller) } else { goingBack.remove(controller) }
    }

    func didMove(_ controller: any ScreenController, toContainer: Bool) {
        guard goingBack.contains(controller) else { return }
        goingBack.remove(controller)
        if !toContainer { forEachView(in: controller, leave) }
    }

    func didDisappear(_ controller: any ScreenController) {
        let containers = sequence(first: controller, next: \.screenContainer)
        if let dismissed = Array(containers).last(where: \.isScreenBeingDismissed) {
            forEachView(in: dismissed, leave)
        }
    }

    func didAppear(_ controller: any ScreenController) {
        forEachView(in: controller) { view in
            guard gone.contains(view) else { return }
            gone.remove(view)
            view.viewDidShow()
        }
    }

    private func leave(_ view: any ViewControllable) {
        guard !gone.contains(view) else { return }
        gone.add(view)
        view.viewDidLeave()
    }

    private func forEachView(
        in controller: any ScreenController, _ body: (any ViewControllable) -> Void
    ) {
        if let view = controller as? any ViewControllable { body(view) }
        for content in controller.screenContents { forEachView(in: content, body) }
    }
}

#if canImport(UIKit) && !os(watchOS)
    import UIKit
#endif

/// Whether views are on the screen; without UIKit, as far as they report it.
enum ScreenPresence {
    #if canImport(UIKit) && !os(watchOS)
        /// Call it on the main thread.
        static func isOnScreen(_ view: AnyObject) -> Bool {
            guard let controller = view as? UIViewController else { return false }
            return MainActor.assumeIsolated {
                controller.isViewLoaded && controller.view.window != nil
            }
        }
    #else
        static let shown = WeakObjects<AnyObject>()

        static func isOnScreen(_ view: AnyObject) -> Bool { shown.contains(view) }
    #endif
}

extension ViewControllable {
    /// Records that this view was dismissed or popped for good.
    /// Call it where the user can do that alone, as by swiping back. So a router that stays
    /// attached without its view is found. UIKit's view controllers need no call: those that are
    /// popped from a navigation controller, or dismissed, are noticed.
    public func viewDidLeave() {
        OwnerThread.check(Recorder.shared.identify(self, as: .view))
        Recorder.shared.viewLeft(self)
        #if !canImport(UIKit) || os(watchOS)
            ScreenPresence.shown.remove(self)
        #endif
    }

    /// Records that this view is on the screen, for the first time or again.
    public func viewDidShow() {
        OwnerThread.check(Recorder.shared.identify(self, as: .view))
        Recorder.shared.viewAppeared(self)
        #if !canImport(UIKit) || os(watchOS)
            ScreenPresence.shown.add(self)
        #endif
    }
}

#if canImport(UIKit) && canImport(ObjectiveC) && !os(watchOS)
    import CRIBShims
    import UIKit

    extension UIViewController: ScreenController {
        var screenContainer: (any ScreenController)? { parent }

        var screenContents: [any ScreenController] {
            // UIKit also returns what the container presents.
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

        /// Starts once. Call it on the main thread, where view controllers are made.
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
            // An app that calls it on another thread by mistake must not stop here.
            guard let address, MainQueue.isMainThread else { return }
            let controller = Unmanaged<UIViewController>.fromOpaque(address).takeUnretainedValue()
            MainActor.assumeIsolated { body(controller) }
        }
    }
#endif
