// SPDX-License-Identifier: Apache-2.0

import RIBs

protocol RootDependency: MistakeDependency {
    var webService: WebServicing { get }
    var clock: Clock { get }
    var invitationService: InvitationService { get }
    var subscriptionBag: SubscriptionBag { get }
}

protocol RootBuildable: Buildable {
    func build() -> (router: LaunchRouting, linkHandler: LinkHandler)
}

final class RootBuilder: Builder<RootDependency>, RootBuildable {
    func build() -> (router: LaunchRouting, linkHandler: LinkHandler) {
        let viewController = RootViewController()
        let component = RootComponent(dependency: dependency, rootViewController: viewController)
        let interactor = RootInteractor(presenter: viewController)
        let router = RootRouter(
            interactor: interactor, viewController: viewController,
            loggedOutBuilder: LoggedOutBuilder(dependency: component),
            loggedInBuilder: LoggedInBuilder(dependency: component))
        return (router, interactor)
    }
}

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
