import RIBs

protocol RootRouting: ViewableRouting {
    func routeToLoggedOut()
    func routeToLoggedIn(as user: User)
}

protocol RootPresentable: Presentable {
    var listener: RootPresentableListener? { get set }
}

final class RootInteractor: PresentableInteractor<RootPresentable>, RootInteractable,
    RootPresentableListener
{
    weak var router: RootRouting?

    override init(presenter: RootPresentable) {
        super.init(presenter: presenter)
        presenter.listener = self
    }

    func didLogIn(as user: User) {
        router?.routeToLoggedIn(as: user)
    }

    func didLogOut() {
        router?.routeToLoggedOut()
    }
}
