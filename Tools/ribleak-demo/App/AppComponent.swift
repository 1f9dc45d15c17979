import RIBs

/// What lives as long as the app.
final class AppComponent: Component<EmptyDependency>, RootDependency {
    let mistakes: Set<Mistake>
    let webService: WebServicing
    let invitationService = InvitationService()
    let subscriptionBag = SubscriptionBag()

    init(mistakes: Set<Mistake>, webService: WebServicing) {
        self.mistakes = mistakes
        self.webService = webService
        super.init(dependency: EmptyComponent())
    }
}
