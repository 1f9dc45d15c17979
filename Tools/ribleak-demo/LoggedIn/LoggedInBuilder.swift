// SPDX-License-Identifier: Apache-2.0

import RIBs

protocol LoggedInDependency: MistakeDependency {
    /// Where LoggedIn shows its children's views, since it has none of its own.
    var loggedInViewController: LoggedInViewControllable { get }
    var invitationService: InvitationService { get }
    var clock: Clock { get }
    var subscriptionBag: SubscriptionBag { get }
}

protocol LoggedInBuildable: Buildable {
    func build(
        withListener listener: LoggedInListener, user: User
    ) -> (router: LoggedInRouting, actionableItem: LoggedInActionableItem)
}

final class LoggedInBuilder: Builder<LoggedInDependency>, LoggedInBuildable {
    func build(
        withListener listener: LoggedInListener, user: User
    ) -> (router: LoggedInRouting, actionableItem: LoggedInActionableItem) {
        let component = LoggedInComponent(dependency: dependency, user: user)
        let interactor = LoggedInInteractor(
            scoreStream: component.mutableScoreStream,
            invitationService: component.invitationService,
            subscriptionBag: component.subscriptionBag, mistakes: component.mistakes)
        interactor.listener = listener
        let router = LoggedInRouter(
            interactor: interactor, viewController: component.loggedInViewController,
            offGameBuilder: OffGameBuilder(dependency: component),
            ticTacToeBuilder: TicTacToeBuilder(dependency: component),
            scoresBuilder: ScoresBuilder(dependency: component),
            mistakes: component.mistakes)
        return (router, interactor)
    }
}

final class LoggedInComponent: Component<LoggedInDependency>, OffGameDependency,
    TicTacToeDependency, ScoresDependency
{
    let playerNames: PlayerNames

    init(dependency: LoggedInDependency, user: User) {
        playerNames = PlayerNames(crosses: user.name, noughts: "Guest")
        super.init(dependency: dependency)
    }

    var mistakes: Set<Mistake> { dependency.mistakes }
    var invitationService: InvitationService { dependency.invitationService }
    var clock: Clock { dependency.clock }
    var subscriptionBag: SubscriptionBag { dependency.subscriptionBag }
    var loggedInViewController: LoggedInViewControllable { dependency.loggedInViewController }

    var scoreStream: ScoreStream { mutableScoreStream }
    var mutableScoreStream: MutableScoreStream { shared { ScoreStreamImpl() } }
}
