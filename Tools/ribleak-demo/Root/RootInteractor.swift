// SPDX-License-Identifier: Apache-2.0

import RIBs

protocol RootRouting: ViewableRouting {
    func routeToLoggedOut()
    func routeToLoggedIn(as user: User) -> LoggedInActionableItem
}

protocol RootPresentable: Presentable {
    var listener: RootPresentableListener? { get set }
}

final class RootInteractor: PresentableInteractor<RootPresentable>, RootInteractable,
    RootPresentableListener, LinkHandler, RootActionableItem
{
    weak var router: RootRouting?
    /// The logged-in RIB, as workflows see it.
    private let loggedIn = BehaviorSubject<LoggedInActionableItem?>(value: nil)

    override init(presenter: RootPresentable) {
        super.init(presenter: presenter)
        presenter.listener = self
    }

    func didLogIn(as user: User) {
        loggedIn.onNext(router?.routeToLoggedIn(as: user))
    }

    func didLogOut() {
        // Must come before the RIB is detached, because this would keep it alive.
        loggedIn.onNext(nil)
        router?.routeToLoggedOut()
    }

    func openGameLink() {
        LaunchGameWorkflow().subscribe(self).disposeOnDeactivate(interactor: self)
    }

    func waitForLogin() -> Observable<(LoggedInActionableItem, ())> {
        loggedIn.compactMap { $0 }.map { ($0, ()) }.asObservable()
    }
}
