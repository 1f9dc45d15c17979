// SPDX-License-Identifier: Apache-2.0

import RIBs

protocol CreateAccountDependency: MistakeDependency {
    var webService: WebServicing { get }
}

protocol CreateAccountBuildable: Buildable {
    func build(withListener listener: CreateAccountListener) -> CreateAccountRouting
}

final class CreateAccountBuilder: Builder<CreateAccountDependency>, CreateAccountBuildable {
    func build(withListener listener: CreateAccountListener) -> CreateAccountRouting {
        let viewController = CreateAccountViewController(mistakes: dependency.mistakes)
        let interactor = CreateAccountInteractor(
            presenter: viewController, webService: dependency.webService)
        interactor.listener = listener
        return CreateAccountRouter(interactor: interactor, viewController: viewController)
    }
}
