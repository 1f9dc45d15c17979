// SPDX-License-Identifier: Apache-2.0

import RIBs

/// Learns that all is paid.
public protocol CheckoutListener: AnyObject {
    func checkoutDidPay()
}

/// Builds the RIB that takes the money.
public final class CheckoutBuilder: Builder<StoreDependency> {
    public func build(listener: CheckoutListener) -> CheckoutRouter {
        let interactor = CheckoutInteractor(store: dependency.store)
        interactor.listener = listener
        return CheckoutRouter(interactor: interactor)
    }
}

/// Asks whoever buys for the price of the cart.
public final class CheckoutInteractor: Interactor {
    weak var listener: CheckoutListener?
    private let store: Store
    public private(set) var request = ""

    init(store: Store) {
        self.store = store
        super.init()
    }

    override public func didBecomeActive() {
        super.didBecomeActive()
        store.total
            .map { "Please pay \($0 / 100).\(Self.twoDigits($0 % 100))" }
            .sink { [weak self] in self?.request = $0 }
            .cancelOnDeactivate(interactor: self)
    }

    public func pay() { listener?.checkoutDidPay() }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}

public final class CheckoutRouter: Router<CheckoutInteractor> {}
