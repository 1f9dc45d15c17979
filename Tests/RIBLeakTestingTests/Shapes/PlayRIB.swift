// SPDX-License-Identifier: Apache-2.0

import RIBs

protocol PlayDependency: Dependency {}

final class PlayComponent: Component<any PlayDependency> {
    lazy var bonusBuilder = BonusBuilder(dependency: self)  // place: PlayComponent.bonusBuilder
    var newBonusBuilder: BonusBuilder { BonusBuilder(dependency: self) }
    var interactor: PlayInteractor?
    var ownInteractor: PlayInteractor { shared { makePlayInteractor() } }
    var sharedPart: PlayPart { shared { PlayPart() } }
}

final class PlayPart {
    var component: PlayComponent?  // place: PlayPart.component
    weak var weakComponent: PlayComponent?
}

final class PlayBuilder: Builder<any PlayDependency> {
    func build(
        _ interactor: (PlayComponent) -> PlayInteractor = { _ in makePlayInteractor() }
    ) -> PlayRouter {
        let component = PlayComponent(dependency: dependency)
        let router = makePlay(interactor(component))
        router.component = component
        return router
    }
}

/// The builder of a child of the RIB, which has the RIB's component for its dependency.
final class BonusBuilder: Builder<PlayComponent> {
    func build() -> BonusRouter { BonusRouter(interactor: BonusInteractor()) }
}

final class PlayView: ViewControllable {
    private let log = PlayLog("view")
    var listener: AnyObject?  // place: PlayView.listener
    weak var weakListener: AnyObject?
    var presenter: PlayPresenter?  // place: PlayView.presenter
    weak var weakPresenter: PlayPresenter?
    var onTap: (() -> Void)?
    var subview: PlaySubview?
    weak var weakSubview: PlaySubview?
}

/// A view that is no part of the tree.
final class PlaySubview {
    var superview: PlayView?  // place: PlaySubview.superview
    weak var weakSuperview: PlayView?
}

final class PlayPresenter: Presenter<PlayView> {
    var listener: AnyObject?  // place: PlayPresenter.listener
    weak var weakListener: AnyObject?
    var onChange: (() -> Void)?

    /// Shows a value whenever there is one.
    func observe(_ service: PointService, _ run: LeakShapeRun) {
        if run.follows(1) {
            service.handler = { [weak self] in self?.show() }
        } else {
            run.mark()
            service.handler = { self.show() }
        }
    }

    func show() {}
}

// Safe, as for the interactor: only the main thread uses it.
final class PlayWorker: Worker, @unchecked Sendable {
    var interactor: PlayInteractor?  // place: PlayWorker.interactor
    weak var weakInteractor: PlayInteractor?
    var whenStarted: (PlayWorker) -> Void = { _ in }
    var whenStopped: (PlayWorker) -> Void = { _ in }
    var score = 0

    private let log = PlayLog("worker")

    override func didStart(_ interactorScope: any InteractorScope) {
        log.say("started")
        whenStarted(self)
    }

    override func didStop() {
        log.say("stopped")
        whenStopped(self)
    }

    func work() {}
}

final class PlayWorkflow: Workflow<PlayInteractor> {}

// `@unchecked Sendable` is safe: only the main thread uses it.
final class PlayInteractor: PresentableInteractor<PlayPresenter>, ScoreDelegate, @unchecked Sendable
{
    var whenActive: (PlayInteractor) -> Void = { _ in }
    var whenResigning: () -> Void = {}
    var router: PlayRouter?  // place: PlayInteractor.router
    weak var weakRouter: PlayRouter?
    var worker: PlayWorker?
    var cancellables: Set<AnyCancellable> = []
    var score = 0

    static let handleLine = #line
    lazy var handle: () -> Void = { self.didTap() }
    lazy var weakHandle: () -> Void = { [weak self] in self?.didTap() }

    private let log = PlayLog("interactor")

    override func didBecomeActive() {
        log.say("active")
        whenActive(self)
    }

    override func willResignActive() {
        log.say("inactive")
        whenResigning()
    }

    func startWorker(_ whenStarted: @escaping (PlayWorker) -> Void) {
        let worker = PlayWorker()
        worker.whenStarted = whenStarted
        self.worker = worker
        worker.start(self)
    }

    func didTap() {}
    func didScore(_ score: Int) {}
}

final class PlayRouter: ViewableRouter<PlayInteractor, PlayView> {
    var component: PlayComponent?
    var onFinish: (() -> Void)?
    private let log = PlayLog("router")

    override func didLoad() { log.say("loaded") }

    func finish() {}
}

final class BonusRouter: Router<BonusInteractor> {}

final class BonusInteractor: Interactor {
    var parent: PlayInteractor?
    private let log = PlayLog("bonus")

    override func didBecomeActive() { log.say("active") }
    override func willResignActive() { log.say("inactive") }
}

func makePlayInteractor() -> PlayInteractor {
    PlayInteractor(presenter: PlayPresenter(viewController: PlayView()))
}

/// A RIB as a builder would make it.
func makePlay(_ interactor: PlayInteractor = makePlayInteractor()) -> PlayRouter {
    PlayRouter(interactor: interactor, viewController: interactor.presenter.viewController)
}
