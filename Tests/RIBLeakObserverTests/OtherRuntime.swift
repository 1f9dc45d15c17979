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

    init(_ interactor: AnyObject) { self.interactor = interactor }

    var core: AnyObject { interactor }
    func adopt(_ child: any OtherRouting) { adopted.append(child) }
    func release(_ child: any OtherRouting) { adopted.removeAll { $0 === child } }
}

/// What an app adds.
extension OtherRouter {
    func attach(_ child: any OtherRouting) {
        RIBObserver.attached(
            child, interactor: child.core, view: (child as? GameRouter)?.view, to: self)
        adopt(child)
    }

    func detach(_ child: any OtherRouting) {
        release(child)
        RIBObserver.detached(child)
    }
}

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
