// SPDX-License-Identifier: Apache-2.0

import RIBs

protocol LoggedOutRouting: ViewableRouting {
    func routeToLogin()
    func cleanupViews()
}

protocol LoggedOutPresentable: Presentable {
    var listener: LoggedOutPresentableListener? { get set }
}

protocol LoggedOutListener: AnyObject {
    func didLogIn(as user: User)
}

final class LoggedOutInteractor: PresentableInteractor<LoggedOutPresentable>,
    LoggedOutInteractable, LoggedOutPresentableListener
{
    weak var router: LoggedOutRouting?
    weak var listener: LoggedOutListener?

    private let mistakes: Set<Mistake>
    /// A closure, so that a deep link can continue elsewhere after the login.
    private var whenLoggedIn: ((User) -> Void)?

    init(presenter: LoggedOutPresentable, mistakes: Set<Mistake>) {
        self.mistakes = mistakes
        super.init(presenter: presenter)
        presenter.listener = self
    }

    override func didBecomeActive() {
        super.didBecomeActive()
        if mistakes.contains(.storedClosure) {
            // Mistake: the interactor stores the closure, and the closure keeps the interactor.
            whenLoggedIn = { user in self.listener?.didLogIn(as: user) }
        } else {
            whenLoggedIn = { [weak self] user in self?.listener?.didLogIn(as: user) }
        }
    }

    override func willResignActive() {
        super.willResignActive()
        router?.cleanupViews()
    }

    func didChooseLogin() {
        router?.routeToLogin()
    }

    func loginDidSucceed(for user: User) {
        whenLoggedIn?(user)
    }
}
