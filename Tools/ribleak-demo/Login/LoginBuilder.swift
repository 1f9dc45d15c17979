// SPDX-License-Identifier: Apache-2.0

import RIBs

protocol LoginDependency: MistakeDependency {
    var webService: WebServicing { get }
}

protocol LoginBuildable: Buildable {
    func build(withListener listener: LoginListener) -> LoginRouting
}

final class LoginBuilder: Builder<LoginDependency>, LoginBuildable {
    func build(withListener listener: LoginListener) -> LoginRouting {
        let component = LoginComponent(dependency: dependency)
        let viewController = LoginViewController()
        let interactor = LoginInteractor(
            presenter: viewController, webService: component.webService,
            mistakes: component.mistakes)
        interactor.listener = listener
        return LoginRouter(
            interactor: interactor, viewController: viewController,
            createAccountBuilder: CreateAccountBuilder(dependency: component))
    }
}

final class LoginComponent: Component<LoginDependency>, CreateAccountDependency {
    var mistakes: Set<Mistake> { dependency.mistakes }
    var webService: WebServicing { dependency.webService }
}
