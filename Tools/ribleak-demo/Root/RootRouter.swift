// SPDX-License-Identifier: Apache-2.0

import RIBs

protocol RootInteractable: Interactable, LoggedOutListener, LoggedInListener {
    var router: RootRouting? { get set }
}

protocol RootViewControllable: ViewControllable {
    func present(_ viewController: ViewControllable)
    func dismiss(_ viewController: ViewControllable)
}

final class RootRouter: LaunchRouter<RootInteractable, RootViewControllable>, RootRouting {
    private let loggedOutBuilder: LoggedOutBuildable
    private let loggedInBuilder: LoggedInBuildable
    private var loggedOut: ViewableRouting?
    private var loggedIn: Routing?

    init(
        interactor: RootInteractable, viewController: RootViewControllable,
        loggedOutBuilder: LoggedOutBuildable, loggedInBuilder: LoggedInBuildable
    ) {
        self.loggedOutBuilder = loggedOutBuilder
        self.loggedInBuilder = loggedInBuilder
        super.init(interactor: interactor, viewController: viewController)
        interactor.router = self
    }

    override func didLoad() {
        super.didLoad()
        routeToLoggedOut()
    }

    func routeToLoggedOut() {
        if let loggedIn {
            detachChild(loggedIn)
            self.loggedIn = nil
        }
        let loggedOut = loggedOutBuilder.build(withListener: interactor)
        self.loggedOut = loggedOut
        viewController.present(loggedOut.viewControllable)
        attachChild(loggedOut)
    }

    func routeToLoggedIn(as user: User) -> LoggedInActionableItem {
        if let loggedOut {
            detachChild(loggedOut)
            viewController.dismiss(loggedOut.viewControllable)
            self.loggedOut = nil
        }
        let (loggedIn, actionableItem) = loggedInBuilder.build(
            withListener: interactor, user: user)
        self.loggedIn = loggedIn
        attachChild(loggedIn)
        return actionableItem
    }
}
