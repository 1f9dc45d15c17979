import RIBs

protocol LoggedInDependency: MistakeDependency {
    /// Where LoggedIn shows its children's views, since it has none of its own.
    var loggedInViewController: LoggedInViewControllable { get }
    var invitationService: InvitationService { get }
    var subscriptionBag: SubscriptionBag { get }
}

protocol LoggedInBuildable: Buildable {
    func build(withListener listener: LoggedInListener, user: User) -> LoggedInRouting
}

final class LoggedInBuilder: Builder<LoggedInDependency>, LoggedInBuildable {
    func build(withListener listener: LoggedInListener, user: User) -> LoggedInRouting {
        let component = LoggedInComponent(dependency: dependency, user: user)
        let interactor = LoggedInInteractor(
            scoreStream: component.mutableScoreStream, mistakes: component.mistakes)
        interactor.listener = listener
        return LoggedInRouter(
            interactor: interactor, viewController: component.loggedInViewController,
            offGameBuilder: OffGameBuilder(dependency: component),
            ticTacToeBuilder: TicTacToeBuilder(dependency: component),
            scoresBuilder: ScoresBuilder(dependency: component),
            mistakes: component.mistakes)
    }
}
