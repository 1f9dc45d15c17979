// SPDX-License-Identifier: Apache-2.0

import RIBs

protocol LoginInteractable: Interactable, CreateAccountListener {
    var router: LoginRouting? { get set }
    var listener: LoginListener? { get set }
}

protocol LoginViewControllable: ViewControllable {
    func present(_ viewController: ViewControllable)
    func dismiss(_ viewController: ViewControllable)
}

final class LoginRouter: ViewableRouter<LoginInteractable, LoginViewControllable>, LoginRouting {
    private let createAccountBuilder: CreateAccountBuildable
    private var createAccount: ViewableRouting?

    init(
        interactor: LoginInteractable, viewController: LoginViewControllable,
        createAccountBuilder: CreateAccountBuildable
    ) {
        self.createAccountBuilder = createAccountBuilder
        super.init(interactor: interactor, viewController: viewController)
        interactor.router = self
    }

    func routeToCreateAccount() {
        guard createAccount == nil else { return }
        let createAccount = createAccountBuilder.build(withListener: interactor)
        self.createAccount = createAccount
        viewController.present(createAccount.viewControllable)
        attachChild(createAccount)
    }

    func routeBackFromCreateAccount() {
        guard let createAccount else { return }
        detachChild(createAccount)
        viewController.dismiss(createAccount.viewControllable)
        self.createAccount = nil
    }
}
