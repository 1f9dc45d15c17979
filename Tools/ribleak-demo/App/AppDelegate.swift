// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import RIBs

/// Owns the window, the root RIB, the clock and the far end of the network until the process ends.
@MainActor
final class AppDelegate {
    static let shared = AppDelegate()

    let window = Window()
    let webService = WebService()
    let clock = Clock()
    private var rootRouter: LaunchRouting?
    private var linkHandler: LinkHandler?

    private init() {}

    func launch(with mistakes: Set<Mistake>) {
        let component = AppComponent(
            mistakes: mistakes, webService: webService, clock: clock)
        let (router, linkHandler) = RootBuilder(dependency: component).build()
        rootRouter = router
        self.linkHandler = linkHandler
        window.show(router.viewControllable)
        router.launch()
    }

    /// Handles a link that the person followed outside of the app.
    func openGameLink() {
        linkHandler?.openGameLink()
    }
}

/// Judges what the session left behind, while the app is still running.
func finishSession() {
    Recorder.shared.settle()
}

/// The objects that live as long as the app.
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

/// Keeps the subscriptions that are meant to last as long as the app.
final class SubscriptionBag {
    private var subscriptions: [Disposable] = []

    func keep(_ subscription: Disposable) { subscriptions.append(subscription) }
}
