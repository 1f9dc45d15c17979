import RIBs

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
