// SPDX-License-Identifier: Apache-2.0

import RIBs

protocol LoggedOutDependency: MistakeDependency {
    var webService: WebServicing { get }
}

protocol LoggedOutBuildable: Buildable {
    func build(withListener listener: LoggedOutListener) -> LoggedOutRouting
}

final class LoggedOutBuilder: Builder<LoggedOutDependency>, LoggedOutBuildable {
    func build(withListener listener: LoggedOutListener) -> LoggedOutRouting {
        let component = LoggedOutComponent(dependency: dependency)
        let viewController = LoggedOutViewController()
        let interactor = LoggedOutInteractor(
            presenter: viewController, mistakes: component.mistakes)
        interactor.listener = listener
        return LoggedOutRouter(
            interactor: interactor, viewController: viewController,
            loginBuilder: LoginBuilder(dependency: component))
    }
}

final class LoggedOutComponent: Component<LoggedOutDependency>, LoginDependency {
    var mistakes: Set<Mistake> { dependency.mistakes }
    var webService: WebServicing { dependency.webService }
}
