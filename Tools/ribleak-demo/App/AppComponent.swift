import RIBs

/// What lives as long as the app.
final class AppComponent: Component<EmptyDependency>, RootDependency {
    let mistakes: Set<Mistake>
    let webService: WebServicing
    let clock: Clock
    let invitationService = InvitationService()
    let subscriptionBag = SubscriptionBag()

    init(mistakes: Set<Mistake>, webService: WebServicing, clock: Clock) {
        self.mistakes = mistakes
        self.webService = webService
        self.clock = clock
        super.init(dependency: EmptyComponent())
    }
}
