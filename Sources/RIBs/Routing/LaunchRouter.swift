// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

#if canImport(UIKit) && !os(watchOS)
    import UIKit
#endif

/// The router at the root of an app.
open class LaunchRouter<InteractorType, ViewControllerType>:
    ViewableRouter<InteractorType, ViewControllerType>, LaunchRouting
{
    #if canImport(UIKit) && !os(watchOS)
        /// Shows the root's view in a window, makes the root active, then loads it.
        public final func launch(from window: UIWindow) {
            let root = viewControllable.uiviewController
            // UIKit wants the main thread; on another one its own calls would fail as well.
            MainActor.assumeIsolated {
                window.rootViewController = root
                window.makeKeyAndVisible()
            }
            start()
        }
    #else
        /// Makes the root active, then loads it.
        public final func launch() { start() }
    #endif

    private func start() {
        let isOffThread = OwnerThread.begin(recordedID)
        defer { if isOffThread { OwnerThread.end() } }
        Recorder.shared.launched(recordedID)
        // For a root that is launched again, the second `load` is no mistake.
        record.isLoadDue = true
        wasInTree = true
        takePlace(isLaunched: true, below: nil, at: Recorder.now)
        LiveRoots.shared.add(.router(self))
        LifecycleEvents.report(.launched, of: .router(self))
        interactable(within: .router(self)).activate()
        load()
    }
}

/// The root of a tree of RIBs, whether real or a test double.
#if MainActor
    @preconcurrency @MainActor
#endif
public protocol LaunchRouting: ViewableRouting {
    #if canImport(UIKit) && !os(watchOS)
        /// Shows the root's view and brings the tree to life.
        func launch(from window: UIWindow)
    #else
        /// Brings the tree to life.
        func launch()
    #endif
}
