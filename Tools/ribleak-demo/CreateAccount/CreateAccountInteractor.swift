// SPDX-License-Identifier: Apache-2.0

import RIBs

protocol CreateAccountRouting: ViewableRouting {}

protocol CreateAccountPresentable: Presentable {
    var listener: CreateAccountPresentableListener? { get set }
    func showErrorAlert(_ message: String)
}

protocol CreateAccountListener: AnyObject {
    func didCreateAccount(for user: User)
}

final class CreateAccountInteractor: PresentableInteractor<CreateAccountPresentable>,
    CreateAccountInteractable, CreateAccountPresentableListener
{
    weak var router: CreateAccountRouting?
    weak var listener: CreateAccountListener?

    private let webService: WebServicing

    init(presenter: CreateAccountPresentable, webService: WebServicing) {
        self.webService = webService
        super.init(presenter: presenter)
        presenter.listener = self
    }

    func createAccount(name: String, password: String) {
        webService.createAccount(name: name, password: password)
            .subscribe(
                onNext: { [weak self] user in self?.listener?.didCreateAccount(for: user) },
                onError: { [weak self] error in
                    self?.presenter.showErrorAlert(error.localizedDescription)
                }
            )
            .disposeOnDeactivate(interactor: self)
    }
}
