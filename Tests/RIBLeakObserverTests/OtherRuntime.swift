// SPDX-License-Identifier: Apache-2.0

import RIBLeakObserver

/// The shape of uber's runtime, as far as it is observed.
protocol OtherRouting: AnyObject {
    var core: AnyObject { get }
    func adopt(_ child: any OtherRouting)
    func release(_ child: any OtherRouting)
}

class OtherRouter: OtherRouting {
    let interactor: AnyObject
    private var adopted: [any OtherRouting] = []
    private var isActive = true
    /// Called when the interactor's activity changes.
    var onActivity: [(Bool) -> Void] = []
    /// Called when the router is being freed.
    var onEnd: [() -> Void] = []

    init(_ interactor: AnyObject) { self.interactor = interactor }

    var core: AnyObject { interactor }
    func adopt(_ child: any OtherRouting) { adopted.append(child) }
    func release(_ child: any OtherRouting) {
        (child as? OtherRouter)?.deactivate()
        adopted.removeAll { $0 === child }
    }

    func deactivate() {
        guard isActive else { return }
        willResignActive()
        isActive = false
        for listener in onActivity { listener(false) }
    }

    func willResignActive() {}

    deinit {
        deactivate()
        for child in adopted { release(child) }
        for listener in onEnd { listener() }
    }
}

/// What an app adds.
extension OtherRouter {
    func attach(_ child: any OtherRouting) {
        RIBObserver.attached(
            child, interactor: child.core, view: (child as? GameRouter)?.view, to: self
        ) { [unowned self] isActive, isFreed in
            isActive(true)
            onActivity.append(isActive)
            onEnd.append(isFreed)
        }
        adopt(child)
    }

    func detach(_ child: any OtherRouting) {
        RIBObserver.willDetach(child)
        release(child)
        RIBObserver.detached(child)
    }
}

/// A RIB with other RIBs below it.
final class MenuRouter: OtherRouter {
    var game: GameRouter?
    var past: [GameRouter] = []
    var leavesGameAtItsEnd = false

    init() { super.init(MenuInteractor()) }

    /// Shows a game in place of the one before.
    func show(_ game: GameRouter) {
        self.game = game
        attach(game)
    }

    /// Keeps a game after it is over.
    func visitPastGame() {
        past.append(GameRouter())
        attach(past[0])
        detach(past[0])
    }

    override func willResignActive() {
        if leavesGameAtItsEnd, let game { detach(game) }
    }
}

final class MenuInteractor {}

final class RootRouter: OtherRouter {
    init() {
        super.init(RootInteractor())
        RIBObserver.launched(self, interactor: interactor)
    }
}

final class RootInteractor {}

final class GameRouter: OtherRouter {
    let view = GameView()

    init() { super.init(GameInteractor()) }

    var game: GameInteractor? { interactor as? GameInteractor }
}

final class GameInteractor {
    var onTap: (() -> Void)?

    func tap() {}
}

final class GameView {}

final class ScoreRouter: OtherRouter {
    init() { super.init(ScoreInteractor()) }
}

final class ScoreInteractor {}
