// SPDX-License-Identifier: Apache-2.0

import RIBLeakTesting
import Shop
import Testing
import XCTest

final class InheritingTests: LeakCheckedTestCase {
    func testCart() { Street.shop().visitCart(remembers: Mistake.inherited.isMade) }
}

/// Checked as well, since the package depends on RIBLeakTestingEverywhere.
final class PlainTests: XCTestCase {
    func testCart() { Street.shop().visitCart(remembers: Mistake.plain.isMade) }

    func testCartAfterThat() { Street.shop().visitCart(remembers: false) }
}

@Suite(.detectLeaks) struct TraitTests {
    @Test func cart() { Street.shop().visitCart(remembers: Mistake.trait.isMade) }

    @Test(.detectLeaks, arguments: [1, 2]) func carts(count: Int) {
        let shop = Street.shop()
        for _ in 0..<count { shop.visitCart(remembers: Mistake.trait.isMade) }
    }
}
