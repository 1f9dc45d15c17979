// SPDX-License-Identifier: Apache-2.0

import RIBs

protocol PlayDependency: Dependency {}

final class PlayComponent: Component<any PlayDependency> {
    var interactor: PlayInteractor?
    var sharedPart: PlayPart { shared { PlayPart() } }
}

final class PlayPart {
    var component: PlayComponent?
    weak var weakComponent: PlayComponent?
}

final class PlayBuilder: Builder<any PlayDependency> {
    func build() -> PlayRouter {
        let component = PlayComponent(dependency: dependency)
        let router = makePlay()
        router.component = component
        return router
    }
}

/// The builder of a child of the RIB, which has the RIB's component for its dependency.
final class BonusBuilder: Builder<PlayComponent> {}

final class PlayView: ViewControllable {
    var listener: AnyObject?
    weak var weakListener: AnyObject?
    var presenter: PlayPresenter?
    weak var weakPresenter: PlayPresenter?
    var onTap: (() -> Void)?
    var subview: PlaySubview?
}

/// A view that is no part of the tree.
final class PlaySubview {
    var superview: PlayView?
    weak var weakSuperview: PlayView?
}

final class PlayPresenter: Presenter<PlayView> {
    var listener: AnyObject?
    weak var weakListener: AnyObject?
    var onChange: (() -> Void)?

    /// Shows a value whenever there is one.
    func observe(_ service: PointService, _ run: LeakShapeRun) {
        if run.isMended {
            service.handler = { [weak self] in self?.show() }
        } else {
            run.mark()
            service.handler = { self.show() }
        }
    }

    func show() {}
}

final class PlayWorker: Worker {
    var interactor: PlayInteractor?
    weak var weakInteractor: PlayInteractor?
}

final class PlayWorkflow: Workflow<PlayInteractor> {}

final class PlayInteractor: PresentableInteractor<PlayPresenter>, ScoreDelegate {
    var whenActive: (PlayInteractor) -> Void = { _ in }
    var whenResigning: () -> Void = {}
    var router: PlayRouter?
    weak var weakRouter: PlayRouter?
    var worker: PlayWorker?
    var cancellables: Set<AnyCancellable> = []
    var score = 0

    static let handleLine = #line
    lazy var handle: () -> Void = { self.didTap() }
    lazy var weakHandle: () -> Void = { [weak self] in self?.didTap() }

    override func didBecomeActive() { whenActive(self) }
    override func willResignActive() { whenResigning() }

    func didTap() {}
    func didScore(_ score: Int) {}
}

final class PlayRouter: ViewableRouter<PlayInteractor, PlayView> {
    var component: PlayComponent?
    var onFinish: (() -> Void)?

    func finish() {}
}

final class BonusRouter: Router<BonusInteractor> {}

final class BonusInteractor: Interactor {
    var parent: PlayInteractor?
}

func makePlayInteractor() -> PlayInteractor {
    PlayInteractor(presenter: PlayPresenter(viewController: PlayView()))
}

/// A RIB as a builder would make it.
func makePlay(_ interactor: PlayInteractor = makePlayInteractor()) -> PlayRouter {
    PlayRouter(interactor: interactor, viewController: interactor.presenter.viewController)
}
