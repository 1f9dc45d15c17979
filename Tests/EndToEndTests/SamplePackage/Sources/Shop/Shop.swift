// SPDX-License-Identifier: Apache-2.0

import RIBs

public final class CartInteractor: Interactor {
    fileprivate var subscriptions: Set<AnyCancellable> = []

    /// Never ends what it subscribes to.
    public func observe(_ prices: PassthroughSubject<Int, Never>) {
        prices.sink { _ in }.store(in: &subscriptions)
    }

    public var prices: PassthroughSubject<Int, Never>?

    override public func didBecomeActive() {
        if let prices { observe(prices) }
    }
}

public final class CartRouter: Router<CartInteractor> {}

public final class ShopInteractor: Interactor {}

public final class ShopRouter: Router<ShopInteractor> {
    private var visited: [CartRouter] = []

    public convenience init() { self.init(interactor: ShopInteractor()) }

    /// Goes to the cart and back.
    ///
    /// - Parameter remembers: True to keep the cart by mistake.
    public func visitCart(remembers: Bool, prices: PassthroughSubject<Int, Never>? = nil) {
        let interactor = CartInteractor()
        interactor.prices = prices
        let cart = CartRouter(interactor: interactor)
        attachChild(cart)
        detachChild(cart)
        if remembers { visited.append(cart) }
    }
}
