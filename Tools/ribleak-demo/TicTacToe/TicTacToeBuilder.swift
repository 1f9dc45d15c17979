// SPDX-License-Identifier: Apache-2.0

import RIBs

protocol TicTacToeDependency: MistakeDependency {
    var playerNames: PlayerNames { get }
    var clock: Clock { get }
    var subscriptionBag: SubscriptionBag { get }
}

protocol TicTacToeBuildable: Buildable {
    func build(withListener listener: TicTacToeListener) -> TicTacToeRouting
}

final class TicTacToeBuilder: Builder<TicTacToeDependency>, TicTacToeBuildable {
    func build(withListener listener: TicTacToeListener) -> TicTacToeRouting {
        let viewController = TicTacToeViewController(playerNames: dependency.playerNames)
        let clock = GameClock(
            clock: dependency.clock, subscriptionBag: dependency.subscriptionBag,
            mistakes: dependency.mistakes)
        let interactor = TicTacToeInteractor(
            presenter: viewController, clock: clock, mistakes: dependency.mistakes)
        interactor.listener = listener
        return TicTacToeRouter(interactor: interactor, viewController: viewController)
    }
}
