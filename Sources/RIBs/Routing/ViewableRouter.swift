// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

#if canImport(UIKit) && !os(watchOS)
    import UIKit
#endif

/// A router that owns a view.
open class ViewableRouter<InteractorType, ViewControllerType>: Router<InteractorType>,
    ViewableRouting
{
    /// The view this router owns.
    public let viewController: ViewControllerType
    /// The same view, as this module sees it.
    public let viewControllable: any ViewControllable

    fileprivate let viewPart: RecordedPart?
    /// Makes a test's detector expect the view to disappear while the interactor is inactive.
    fileprivate var presence: (any SubscriptionToken)?

    /// Makes a router that is not yet part of a tree. The interactor and the view that it owns must
    /// conform to `Interactable` and `ViewControllable`.
    public init(interactor: InteractorType, viewController: ViewControllerType) {
        guard let viewControllable = viewController as? any ViewControllable else {
            // Stopping is right, as for a router without an interactor.
            fatalError("\(ViewControllerType.self) must conform to ViewControllable to be routed")
        }
        self.viewController = viewController
        self.viewControllable = viewControllable
        viewPart = recordedPart(viewControllable, as: .view)
        super.init(interactor: interactor)
        #if canImport(UIKit) && canImport(ObjectiveC) && !os(watchOS)
            if viewPart != nil { UIKitScreens.follow() }
        #endif
        if let viewPart { Recorder.shared.owned(viewPart.id, by: recordedID) }
    }

    package override func forEachRecordedPart(_ body: (RecordedPart) -> Void) {
        super.forEachRecordedPart(body)
        viewPart.map(body)
    }

    override func internalDidLoad() {
        // As uber's does. Not for this module's detector: other parts may show that view.
        if let detector = LeakDetector.double {
            let view = shownView
            var expectation: (any LeakDetectionHandle)?
            presence = interactable.observeActivity { isActive in
                expectation?.cancel()
                expectation =
                    isActive ? nil : detector.expectViewControllerDisappear(viewController: view)
            }
        }
        super.internalDidLoad()
    }

    fileprivate var shownView: ShownView {
        #if canImport(UIKit) && !os(watchOS)
            viewControllable.uiviewController
        #else
            viewControllable
        #endif
    }

    deinit { tearDown(self) }
}

/// The work of `deinit`, which with the trait `MainActor` belongs to no actor and may not do it.
private func tearDown<InteractorType, ViewControllerType>(
    _ router: ViewableRouter<InteractorType, ViewControllerType>
) {
    router.presence?.end()
    LeakDetector.ownerIsFreed(
        of: router.shownView, router.wasInTree ? router.viewPart : nil,
        inTime: LeakDefaultExpectationTime.viewDisappear)
}

/// A router that owns a view, whether real or a test double.
#if MainActor
    @preconcurrency @MainActor
#endif
public protocol ViewableRouting: Routing {
    /// The view this router owns.
    var viewControllable: any ViewControllable { get }
}
