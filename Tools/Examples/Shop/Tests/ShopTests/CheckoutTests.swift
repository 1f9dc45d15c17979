// SPDX-License-Identifier: Apache-2.0

import RIBLeakTesting
import RIBs
import Shop
import Testing

@Suite(.detectLeaks) struct CheckoutTests {
    /// A root whose cart has a product in it.
    private func rootWithCart() throws -> (root: RootRouter, cart: CartRouter) {
        let root = RootRouter.launched()
        let catalog = try #require(root.catalog)
        catalog.interactor.choose(Store.products[1])
        return (root, try #require(catalog.cart))
    }

    @Test func theCheckoutNamesThePrice() throws {
        let (root, cart) = try rootWithCart()
        cart.interactor.buy()
        #expect(cart.checkout?.interactor.request == "Please pay 24.50")
        withExtendedLifetime(root) {}
    }

    @Test func payingClosesTheCheckoutAndTheCart() throws {
        let (root, cart) = try rootWithCart()
        cart.interactor.buy()
        cart.checkout?.interactor.pay()
        #expect(cart.children.isEmpty)
        #expect(root.catalog?.children.count == 0)
    }

    /// Nothing that was closed still follows the store.
    @Test func aSecondCustomerStartsAnew() throws {
        let (root, first) = try rootWithCart()
        first.interactor.close()
        root.catalog?.interactor.choose(Store.products[2])
        #expect(root.catalog?.cart?.interactor.total == 3_350)
        #expect(first.interactor.total == 2_450)
    }
}
