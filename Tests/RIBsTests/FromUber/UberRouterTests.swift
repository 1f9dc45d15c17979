// SPDX-License-Identifier: Apache-2.0

import RIBs
import Testing

private protocol GameInteractable: Interactable {
    var router: GameRouting? { get set }
}

private protocol GameRouting: ViewableRouting {
    func routeToScores()
}

private protocol GameViewControllable: ViewControllable {
    func show(_ view: ViewControllable)
}

private final class GameInteractor: Interactor, GameInteractable {
    weak var router: GameRouting?

    override func didBecomeActive() {
        super.didBecomeActive()
        router?.routeToScores()
    }
}

private final class GameView: GameViewControllable {
    var shown: [ViewControllable] = []
    func show(_ view: ViewControllable) { shown.append(view) }
}

private final class ScoresRouter: Router<Interactable> {
    private(set) var loads = 0

    override func didLoad() {
        super.didLoad()
        loads += 1
    }
}

private final class GameRouter: ViewableRouter<GameInteractable, GameViewControllable>,
    GameRouting
{
    let scores = ScoresRouter(interactor: Interactor())

    override init(interactor: GameInteractable, viewController: GameViewControllable) {
        super.init(interactor: interactor, viewController: viewController)
        interactor.router = self
    }

    func routeToScores() { attachChild(scores) }
}

private final class AppRouter: LaunchRouter<Interactable, GameViewControllable> {
    override init(interactor: Interactable, viewController: GameViewControllable) {
        super.init(interactor: interactor, viewController: viewController)
    }
}

/// Routers and views as apps on uber/RIBs-iOS write them.
@Suite struct UberRouterTests {
    private let view = GameView()
    private let interactor = GameInteractor()
    private let router: GameRouter

    init() {
        router = GameRouter(interactor: interactor, viewController: view)
    }

    @Test("RouterLifecycle: didLoad") func routerLifecycle() {
        var heard: [RouterLifecycle] = []
        let subscription = router.lifecycle.sink { heard.append($0) }
        router.load()
        #expect(heard == [.didLoad])
        subscription.cancel()
    }

    @Test("RouterScope: lifecycle") func routerScope() {
        let scope: any RouterScope = router
        let lifecycle: AnyPublisher<RouterLifecycle, Never> = scope.lifecycle
        var loads = 0
        let subscription = lifecycle.sink { _ in loads += 1 }
        router.load()
        #expect(loads == 1)
        subscription.cancel()
    }

    @Test("Routing: interactable, children, load(), attachChild(_:), detachChild(_:)")
    func routing() {
        let routing: any Routing = router
        let child = ScoresRouter(interactor: Interactor())
        routing.load()
        routing.attachChild(child)
        #expect(routing.children.map { ObjectIdentifier($0) } == [ObjectIdentifier(child)])
        #expect(routing.children[0].interactable.isActive)
        routing.detachChild(child)
        #expect(routing.children.isEmpty)
        #expect(routing.interactable === interactor)
    }

    @Test(
        """
        Router: interactor, interactable, children, lifecycle, init(interactor:), load(), \
        didLoad(), attachChild(_:), detachChild(_:)
        """)
    func aRouter() {
        let parent: Router<GameInteractor> = Router(interactor: interactor)
        let child = ScoresRouter(interactor: Interactor())
        var heard = 0
        let subscription = child.lifecycle.sink { _ in heard += 1 }
        parent.load()
        parent.attachChild(child)
        #expect(parent.interactor === parent.interactable)
        #expect(parent.children.count == 1)
        #expect(child.loads == 1)
        #expect(heard == 1)
        parent.detachChild(child)
        #expect(!child.interactable.isActive)
        subscription.cancel()
    }

    @Test("ViewableRouting: viewControllable") func viewableRouting() {
        let routing: any ViewableRouting = router
        view.show(routing.viewControllable)
        #expect(view.shown.first === view)
    }

    @Test(
        "ViewableRouter: viewController, viewControllable, init(interactor:viewController:)"
    )
    func viewableRouter() {
        #expect(router.viewController === view)
        #expect(router.viewControllable === view)
        router.interactable.activate()
        #expect(router.children.first === router.scores)
    }

    #if !canImport(UIKit)
        // `launch(from: window)` is in UberUIKitApp.swift.
        @Test("LaunchRouting: launch(from:)") func launchRouting() {
            let routing: any LaunchRouting = AppRouter(
                interactor: interactor, viewController: view)
            routing.launch()
            #expect(routing.interactable.isActive)
        }

        @Test("LaunchRouter: init(interactor:viewController:), launch(from:)")
        func launchRouter() {
            let root = AppRouter(interactor: interactor, viewController: view)
            root.launch()
            #expect(root.interactor.isActive)
        }

        @Test("ViewControllable: uiviewController") func viewControllable() {
            final class View: ViewControllable {}
            let view: any ViewControllable = View()
            #expect(view is View)
        }
    #endif
}
