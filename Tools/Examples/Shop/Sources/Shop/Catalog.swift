// SPDX-License-Identifier: Apache-2.0

import RIBs

/// Builds the RIB that shows what can be bought.
public final class CatalogBuilder: Builder<StoreDependency> {
    public func build() -> CatalogRouter {
        let component = StoreComponent(dependency: dependency)
        return CatalogRouter(
            interactor: CatalogInteractor(store: component.store),
            cartBuilder: CartBuilder(dependency: component))
    }
}

/// Puts products into the cart, and opens it.
public final class CatalogInteractor: Interactor, CartListener {
    weak var router: CatalogRouter?
    private let store: Store

    init(store: Store) {
        self.store = store
        super.init()
    }

    public func choose(_ product: Product) {
        store.add(product)
        router?.openCart()
    }

    public func cartDidClose() { router?.closeCart() }
}

public final class CatalogRouter: Router<CatalogInteractor> {
    private let cartBuilder: CartBuilder
    public private(set) var cart: CartRouter?

    init(interactor: CatalogInteractor, cartBuilder: CartBuilder) {
        self.cartBuilder = cartBuilder
        super.init(interactor: interactor)
        interactor.router = self
    }

    func openCart() {
        guard children.isEmpty else { return }
        let cart = cartBuilder.build(listener: interactor)
        self.cart = cart
        attachChild(cart)
    }

    func closeCart() {
        guard let cart else { return }
        detachChild(cart)
        self.cart = nil
    }
}
