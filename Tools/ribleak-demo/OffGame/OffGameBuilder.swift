// SPDX-License-Identifier: Apache-2.0

import RIBs

protocol OffGameDependency: MistakeDependency {
    var playerNames: PlayerNames { get }
    var scoreStream: ScoreStream { get }
    var invitationService: InvitationService { get }
    var subscriptionBag: SubscriptionBag { get }
}

protocol OffGameBuildable: Buildable {
    func build(withListener listener: OffGameListener) -> OffGameRouting
}

final class OffGameBuilder: Builder<OffGameDependency>, OffGameBuildable {
    func build(withListener listener: OffGameListener) -> OffGameRouting {
        let viewController = OffGameViewController(playerNames: dependency.playerNames)
        let interactor = OffGameInteractor(
            presenter: viewController, scoreStream: dependency.scoreStream,
            invitationService: dependency.invitationService,
            subscriptionBag: dependency.subscriptionBag, mistakes: dependency.mistakes)
        interactor.listener = listener
        return OffGameRouter(interactor: interactor, viewController: viewController)
    }
}
