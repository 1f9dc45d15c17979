// SPDX-License-Identifier: Apache-2.0

import RIBs

protocol LoginRouting: ViewableRouting {
    func routeToCreateAccount()
    func routeBackFromCreateAccount()
}

protocol LoginPresentable: Presentable {
    var listener: LoginPresentableListener? { get set }
    func showActivityIndicator(_ isShown: Bool)
    func showErrorAlert(_ message: String)
    func fillIn(name: String)
}

protocol LoginListener: AnyObject {
    func loginDidSucceed(for user: User)
}

final class LoginInteractor: PresentableInteractor<LoginPresentable>, LoginInteractable,
    LoginPresentableListener
{
    weak var router: LoginRouting?
    weak var listener: LoginListener?

    private let webService: WebServicing
    private let mistakes: Set<Mistake>
    private let isWaiting = BehaviorSubject(value: false)
    private let disposeBag = DisposeBag()

    init(presenter: LoginPresentable, webService: WebServicing, mistakes: Set<Mistake>) {
        self.webService = webService
        self.mistakes = mistakes
        super.init(presenter: presenter)
        presenter.listener = self
    }

    override func didBecomeActive() {
        super.didBecomeActive()
        let changes = isWaiting.distinctUntilChanged().skip(1)
        if mistakes.contains(.sinkCapturesSelf) {
            // Mistake: self → isWaiting → this closure → self.
            changes
                .subscribe(onNext: { self.presenter.showActivityIndicator($0) })
                .disposed(by: disposeBag)
        } else {
            changes
                .subscribe(onNext: { [weak self] in self?.presenter.showActivityIndicator($0) })
                .disposed(by: disposeBag)
        }
    }

    func logIn(name: String, password: String) {
        isWaiting.onNext(true)
        webService.logIn(name: name, password: password)
            .subscribe(
                onNext: { [weak self] in self?.didReceive($0) },
                onError: { [weak self] in self?.didFail($0) }
            )
            .disposeOnDeactivate(interactor: self)
    }

    func createAccount() {
        router?.routeToCreateAccount()
    }

    func didCreateAccount(for user: User) {
        router?.routeBackFromCreateAccount()
        presenter.fillIn(name: user.name)
    }

    private func didReceive(_ user: User) {
        isWaiting.onNext(false)
        listener?.loginDidSucceed(for: user)
    }

    private func didFail(_ error: any Error) {
        isWaiting.onNext(false)
        presenter.showErrorAlert(error.localizedDescription)
    }
}
