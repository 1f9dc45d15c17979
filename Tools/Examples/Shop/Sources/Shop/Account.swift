// SPDX-License-Identifier: Apache-2.0

import RIBs

/// Learns when the account is no longer shown.
public protocol AccountListener: AnyObject {
    func accountDidClose()
}

/// Builds the RIB in which a person signs in.
public final class AccountBuilder: Builder<StoreDependency> {
    public func build(listener: AccountListener) -> AccountRouter {
        let interactor = AccountInteractor(store: dependency.store)
        interactor.listener = listener
        return AccountRouter(interactor: interactor)
    }
}

/// Greets who is signed in.
public final class AccountInteractor: Interactor {
    weak var listener: AccountListener?
    private let store: Store
    public private(set) var greeting = ""

    init(store: Store) {
        self.store = store
        super.init()
    }

    override public func didBecomeActive() {
        super.didBecomeActive()
        store.customerName
            .map { "Hello, \($0)!" }
            .sink { [weak self] in self?.greeting = $0 }
            .cancelOnDeactivate(interactor: self)
    }

    public func signIn(as name: String) { store.signIn(as: name) }

    public func close() { listener?.accountDidClose() }
}

public final class AccountRouter: Router<AccountInteractor> {}
