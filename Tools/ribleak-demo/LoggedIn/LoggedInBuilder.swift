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
