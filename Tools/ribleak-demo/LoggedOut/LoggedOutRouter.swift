// SPDX-License-Identifier: Apache-2.0

import RIBs

protocol LoggedOutInteractable: Interactable, LoginListener {
    var router: LoggedOutRouting? { get set }
    var listener: LoggedOutListener? { get set }
}

protocol LoggedOutViewControllable: ViewControllable {
    func present(_ viewController: ViewControllable)
    func dismiss(_ viewController: ViewControllable)
}

final class LoggedOutRouter: ViewableRouter<LoggedOutInteractable, LoggedOutViewControllable>,
    LoggedOutRouting
{
    private let loginBuilder: LoginBuildable
    private var login: ViewableRouting?

    init(
        interactor: LoggedOutInteractable, viewController: LoggedOutViewControllable,
        loginBuilder: LoginBuildable
    ) {
        self.loginBuilder = loginBuilder
        super.init(interactor: interactor, viewController: viewController)
        interactor.router = self
    }

    func routeToLogin() {
        guard login == nil else { return }
        let login = loginBuilder.build(withListener: interactor)
        self.login = login
        viewController.present(login.viewControllable)
        attachChild(login)
    }

    func cleanupViews() {
        guard let login else { return }
        viewController.dismiss(login.viewControllable)
    }
}
