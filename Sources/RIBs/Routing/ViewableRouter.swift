// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// A router that owns a view.
open class ViewableRouter<InteractorType, ViewControllerType>: Router<InteractorType>,
    ViewableRouting
{
    /// The view this router owns.
    public let viewController: ViewControllerType
    /// The same view, as this module sees it.
    public let viewControllable: any ViewControllable

    fileprivate let viewPart: RecordedPart?
    /// Makes a test's detector expect the view to disappear.
    fileprivate var presence: (any SubscriptionToken)?

    /// Makes a router that is not yet part of a tree. The interactor and the view that it owns must
    /// conform to `Interactable` and `ViewControllable`.
    public init(interactor: InteractorType, viewController: ViewControllerType) {
        guard let viewControllable = viewController as? any ViewControllable else {
            // Stopping is right: the type parameter cannot express this requirement, a router of
            // this class without a view cannot do anything, and the first run of its builder shows
            // the mistake.
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
        if let double = LeakDetector.double { presence = viewPresence(as: double) }
        super.internalDidLoad()
    }

    /// Makes a test's detector expect the view to disappear while the interactor is inactive, as
    /// uber's router does. This module's own detector is not used, because another part of the app
    /// may show that view.
    private func viewPresence(as detector: LeakDetector) -> any SubscriptionToken {
        let view = shownView
        var expectation: (any LeakDetectionHandle)?
        return interactable.observeActivity { isActive in
            expectation?.cancel()
            expectation =
                isActive ? nil : detector.expectViewControllerDisappear(viewController: view)
        }
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

/// The work of `deinit`. It is outside because, with the trait `MainActor`, a `deinit` belongs to
/// no actor and may not do it.
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
