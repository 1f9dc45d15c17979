// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// What shows of a view controller's coming and going.
@MainActor
protocol ScreenController: AnyObject {
    /// What it stands in.
    var screenContainer: (any ScreenController)? { get }
    /// What stands in it, and what it presents.
    var screenContents: [any ScreenController] { get }
    /// True while it goes, with all that it presented it over.
    var isScreenBeingDismissed: Bool { get }
    /// True for a stack of screens, from which the user goes back.
    var isScreenStack: Bool { get }
}

/// Finds out which views left the screen for good: those that went back from a stack, and those that were
/// dismissed, each with all that it contained.
///
/// What other containers take out they may put in again, such as tabs: that says nothing. What is shown again was
/// not gone.
@MainActor
final class ScreenMoves {
    private let goingBack = ShownViews()
    private let gone = ShownViews()

    func willMove(_ controller: any ScreenController, toContainer: Bool) {
        let isGoingBack = !toContainer && controller.screenContainer?.isScreenStack == true
        if isGoingBack { goingBack.insert(controller) } else { goingBack.remove(controller) }
    }

    func didMove(_ controller: any ScreenController, toContainer: Bool) {
        guard goingBack.contains(controller) else { return }
        goingBack.remove(controller)
        if !toContainer { forEachView(in: controller, leave) }
    }

    func didDisappear(_ controller: any ScreenController) {
        var dismissed: (any ScreenController)?
        var next: (any ScreenController)? = controller
        while let container = next {
            if container.isScreenBeingDismissed { dismissed = container }
            next = container.screenContainer
        }
        if let dismissed { forEachView(in: dismissed, leave) }
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
        gone.insert(view)
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

extension ViewControllable {
    /// Records that this view was dismissed or popped for good.
    ///
    /// Call it where the user can do that alone, as by swiping back, so that a router that stays
    /// attached without its view is found. View controllers of UIKit need no call: what went back from a navigation
    /// controller, or was dismissed, has left.
    public func viewDidLeave() {
        OwnerThread.check { Recorder.shared.identify(self, as: .view) }
        Recorder.shared.viewLeft(self)
        #if !canImport(UIKit) || os(watchOS)
            ScreenPresence.left(self)
        #endif
    }

    /// Records that this view is on the screen, for the first time or again.
    public func viewDidShow() {
        OwnerThread.check { Recorder.shared.identify(self, as: .view) }
        Recorder.shared.viewAppeared(self)
        #if !canImport(UIKit) || os(watchOS)
            ScreenPresence.appeared(self)
        #endif
    }
}
