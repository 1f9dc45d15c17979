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
    private let isWaiting = CurrentValueSubject<Bool, Never>(false)
    private var cancellables: Set<AnyCancellable> = []

    init(presenter: LoginPresentable, webService: WebServicing, mistakes: Set<Mistake>) {
        self.webService = webService
        self.mistakes = mistakes
        super.init(presenter: presenter)
        presenter.listener = self
    }

    override func didBecomeActive() {
        super.didBecomeActive()
        let changes = isWaiting.removeDuplicates().dropFirst()
        if mistakes.contains(.sinkCapturesSelf) {
            // Mistake: self → cancellables → this closure → self.
            changes
                .sink { self.presenter.showActivityIndicator($0) }
                .store(in: &cancellables)
        } else {
            changes
                .sink { [weak self] in self?.presenter.showActivityIndicator($0) }
                .store(in: &cancellables)
        }
    }

    func logIn(name: String, password: String) {
        isWaiting.send(true)
        webService.logIn(name: name, password: password)
            .sink(
                receiveCompletion: { [weak self] in self?.didComplete($0) },
                receiveValue: { [weak self] in self?.didReceive($0) }
            )
            .cancelOnDeactivate(interactor: self)
    }

    func createAccount() {
        router?.routeToCreateAccount()
    }

    func didCreateAccount(for user: User) {
        router?.routeBackFromCreateAccount()
        presenter.fillIn(name: user.name)
    }

    private func didReceive(_ user: User) {
        isWaiting.send(false)
        listener?.loginDidSucceed(for: user)
    }

    private func didComplete(_ completion: Subscribers.Completion<WebServiceError>) {
        guard case .failure(let error) = completion else { return }
        isWaiting.send(false)
        presenter.showErrorAlert(error.message)
    }
}
