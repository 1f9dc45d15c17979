// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && !os(watchOS)
    import RIBs
    import UIKit

    /// A view controller as apps on uber/RIBs-iOS write them.
    final class RootViewController: UIViewController, ViewControllable {
        func show(_ view: any ViewControllable) -> UIViewController {
            view.uiviewController
        }
    }

    /// A root as apps on uber/RIBs-iOS launch it.
    final class UIKitRootRouter: LaunchRouter<any Interactable, any ViewControllable> {
        override init(interactor: any Interactable, viewController: any ViewControllable) {
            super.init(interactor: interactor, viewController: viewController)
        }
    }

    /// What an app delegate does.
    @MainActor
    final class UIKitApp {
        private var launchRouter: (any LaunchRouting)?
        private let window: UIWindow

        init(window: UIWindow) {
            self.window = window
        }

        func didFinishLaunching() {
            let view = RootViewController()
            let router = UIKitRootRouter(interactor: Interactor(), viewController: view)
            launchRouter = router
            router.launch(from: window)
            launchRouter?.launch(from: window)
        }

        func dismiss(_ view: UIViewController) -> any LeakDetectionHandle {
            LeakDetector.instance.expectViewControllerDisappear(viewController: view)
            return LeakDetector.instance.expectViewControllerDisappear(
                viewController: view, inTime: LeakDefaultExpectationTime.viewDisappear)
        }
    }
#endif

#if canImport(SwiftUI)
    import RIBs
    import SwiftUI

    /// A view of SwiftUI as a RIB shows it.
    struct HomeView: View {}

    /// The view controller of a RIB with a view of SwiftUI.
    final class HomeViewController: HostingViewController<HomeView> {
        init() { super.init(rootView: HomeView()) }

        required init?(coder: NSCoder) { super.init(coder: coder) }

        func show(in root: RootViewController) -> UIViewController { root.show(self) }
    }
#endif
