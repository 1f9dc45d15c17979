// SPDX-License-Identifier: Apache-2.0

import RIBs

// A RIB with a worker and a component. A test chooses how its builder makes it.

protocol GameDependency: Dependency {
    var sharedWorker: GameWorker { get }
}

final class ShellComponent: EmptyComponent, GameDependency {
    /// One for all RIBs.
    lazy var sharedWorker = GameWorker()
}

final class GameComponent: Component<any GameDependency> {
    var ownWorker: GameWorker { shared { GameWorker() } }
}

final class GameWorker: Worker {
    var whenStarted: (GameWorker) -> Void = { _ in }
    var token: AnyCancellable?

    override func didStart(_ interactorScope: any InteractorScope) {
        whenStarted(self)
    }

    /// Subscribes without an end at the stop.
    @inline(never)
    func observe(_ stream: PassthroughSubject<Int, Never>, in bag: inout Set<AnyCancellable>) {
        stream.sink { _ in }.store(in: &bag)
    }

    func observeWhileStarted(_ stream: PassthroughSubject<Int, Never>) {
        stream.sink { _ in }.cancelOnStop(self)
    }
}

final class GameInteractor: Interactor {
    var worker: GameWorker?
    var whenActive: (GameInteractor) -> Void = { _ in }

    override func didBecomeActive() {
        whenActive(self)
        worker?.start(self)
    }

    func makeWorker() {
        worker = GameWorker()
    }
}

final class GameRouter: Router<GameInteractor> {
    /// What a router holds of its component: the builders of its children.
    private let component: GameComponent

    init(interactor: GameInteractor, component: GameComponent) {
        self.component = component
        super.init(interactor: interactor)
    }
}

final class GameBuilder: Builder<any GameDependency> {
    /// For a builder that makes its component once.
    private lazy var keptComponent = GameComponent(dependency: dependency)

    func build(worker: (GameComponent) -> GameWorker?) -> GameRouter {
        router(of: GameComponent(dependency: dependency), worker: worker)
    }

    func buildWithKeptComponent(worker: (GameComponent) -> GameWorker?) -> GameRouter {
        router(of: keptComponent, worker: worker)
    }

    func buildCapturing(_ capture: (AnyObject) -> Void) -> GameRouter {
        let component = GameComponent(dependency: dependency)
        capture(component)
        return router(of: component) { _ in nil }
    }

    func buildReusing(_ kept: inout GameComponent?) -> GameRouter {
        let component = kept ?? GameComponent(dependency: dependency)
        kept = component
        return router(of: component) { _ in nil }
    }

    private func router(
        of component: GameComponent, worker: (GameComponent) -> GameWorker?
    ) -> GameRouter {
        let interactor = GameInteractor()
        interactor.worker = worker(component)
        return GameRouter(interactor: interactor, component: component)
    }
}

/// The same RIB by a builder that has a component for each.
enum Componentized {
    final class GameBuilder: SimpleComponentizedBuilder<GameComponent, GameRouter> {
        private let capture: (AnyObject) -> Void

        init(dependency: any GameDependency, capture: @escaping (AnyObject) -> Void) {
            self.capture = capture
            super.init { GameComponent(dependency: dependency) }
        }

        override func build(with component: GameComponent) -> GameRouter {
            capture(component)
            return GameRouter(interactor: GameInteractor(), component: component)
        }
    }
}
