import RIBs

final class RootComponent: Component<RootDependency>, LoggedOutDependency, LoggedInDependency {
    private let rootViewController: RootViewController

    init(dependency: RootDependency, rootViewController: RootViewController) {
        self.rootViewController = rootViewController
        super.init(dependency: dependency)
    }

    var mistakes: Set<Mistake> { dependency.mistakes }
    var webService: WebServicing { dependency.webService }
    var clock: Clock { dependency.clock }
    var invitationService: InvitationService { dependency.invitationService }
    var subscriptionBag: SubscriptionBag { dependency.subscriptionBag }
    var loggedInViewController: LoggedInViewControllable { rootViewController }
}
