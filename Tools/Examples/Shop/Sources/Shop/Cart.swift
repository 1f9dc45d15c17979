// SPDX-License-Identifier: Apache-2.0

import RIBs

/// Learns when the cart is no longer shown.
public protocol CartListener: AnyObject {
    func cartDidClose()
}

/// Builds the RIB that shows what is to be bought.
public final class CartBuilder: Builder<StoreDependency> {
    public func build(listener: CartListener) -> CartRouter {
        let component = StoreComponent(dependency: dependency)
        let interactor = CartInteractor(store: component.store)
        interactor.listener = listener
        return CartRouter(
            interactor: interactor, checkoutBuilder: CheckoutBuilder(dependency: component))
    }
}

/// Follows the price of what lies in the cart.
public final class CartInteractor: Interactor, CheckoutListener {
    weak var router: CartRouter?
    weak var listener: CartListener?
    private let store: Store
    public private(set) var total = 0

    init(store: Store) {
        self.store = store
        super.init()
    }

    override public func didBecomeActive() {
        super.didBecomeActive()
        store.total
            .sink { [weak self] in self?.total = $0 }
            .cancelOnDeactivate(interactor: self)
    }

    public func buy() { router?.openCheckout() }

    public func close() { listener?.cartDidClose() }

    public func checkoutDidPay() {
        router?.closeCheckout()
        store.emptyCart()
        close()
    }
}

public final class CartRouter: Router<CartInteractor> {
    private let checkoutBuilder: CheckoutBuilder
    public private(set) var checkout: CheckoutRouter?

    init(interactor: CartInteractor, checkoutBuilder: CheckoutBuilder) {
        self.checkoutBuilder = checkoutBuilder
        super.init(interactor: interactor)
        interactor.router = self
    }

    func openCheckout() {
        guard children.isEmpty else { return }
        let checkout = checkoutBuilder.build(listener: interactor)
        self.checkout = checkout
        attachChild(checkout)
    }

    func closeCheckout() {
        guard let checkout else { return }
        detachChild(checkout)
        self.checkout = nil
    }
}
