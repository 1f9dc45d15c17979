// SPDX-License-Identifier: Apache-2.0

import RIBLeakTesting
import RIBs
import Shop
import XCTest

final class CartTests: LeakCheckedTestCase {
    func testTheCartShowsThePriceOfAllThatWasChosen() throws {
        let root = RootRouter.launched()
        let catalog = try XCTUnwrap(root.catalog)
        Store.products.forEach(catalog.interactor.choose)
        XCTAssertEqual(catalog.cart?.interactor.total, 7_250)
    }

    func testAClosedCartIsGone() throws {
        let root = RootRouter.launched()
        let catalog = try XCTUnwrap(root.catalog)
        catalog.interactor.choose(Store.products[0])
        catalog.cart?.interactor.close()
        XCTAssertEqual(catalog.children.count, 0)
    }
}

final class AccountTests: LeakCheckedTestCase {
    func testTheAccountGreetsWhoSignsIn() throws {
        let root = RootRouter.launched()
        root.openAccount()
        let account = try XCTUnwrap(root.account?.interactor)
        XCTAssertEqual(account.greeting, "Hello, Guest!")
        account.signIn(as: "Ada")
        XCTAssertEqual(account.greeting, "Hello, Ada!")
        account.close()
        XCTAssertNil(root.account)
    }
}

extension RootRouter {
    /// The app as it is after its launch.
    static func launched() -> RootRouter {
        let root = RootBuilder(dependency: AppComponent()).build()
        root.interactable.activate()
        root.load()
        return root
    }
}
