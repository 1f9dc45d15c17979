import RIBRecorder
import RIBTrace

/// A router that owns a view.
open class ViewableRouter<InteractorType, ViewControllerType>: Router<InteractorType>,
    ViewableRouting
{
    /// The view this router owns.
    public let viewController: ViewControllerType
    /// The same view, as this module sees it.
    public let viewControllable: any ViewControllable

    private let viewPart: RecordedPart?

    /// Makes a router that is not yet part of a tree.
    ///
    /// - Parameters:
    ///   - interactor: The interactor to own; it must conform to `Interactable`.
    ///   - viewController: The view to own; it must conform to `ViewControllable`.
    public init(interactor: InteractorType, viewController: ViewControllerType) {
        guard let viewControllable = viewController as? any ViewControllable else {
            // Right to stop here, for the reasons given in `Router.init(interactor:)`.
            fatalError("\(ViewControllerType.self) must conform to ViewControllable to be routed")
        }
        self.viewController = viewController
        self.viewControllable = viewControllable
        viewPart = recordedPart(viewControllable, as: .view)
        super.init(interactor: interactor)
        if let viewPart { Recorder.shared.owned(viewPart.id, by: recordedID) }
    }

    package override func forEachRecordedPart(_ body: (RecordedPart) -> Void) {
        super.forEachRecordedPart(body)
        viewPart.map(body)
    }

    deinit {
        if wasInTree, let viewPart { LeakDetector.instance.expectDeallocation(of: viewPart) }
    }
}
