// SPDX-License-Identifier: Apache-2.0

import RIBLeakTesting
import Testing
import XCTest

final class InheritingTests: LeakCheckedTestCase {
    func testCart() { Street.market().visitStall(remembers: Mistake.inherited.isMade) }
}

/// Checked as well, since the package depends on RIBLeakTestingEverywhere.
final class PlainTests: XCTestCase {
    func testCart() { Street.market().visitStall(remembers: Mistake.plain.isMade) }

    func testCartAfterThat() { Street.market().visitStall(remembers: false) }
}

@Suite(.detectLeaks) struct TraitTests {
    @Test func cart() { Street.market().visitStall(remembers: Mistake.trait.isMade) }

    @Test(.detectLeaks, arguments: [1, 2]) func carts(count: Int) {
        let market = Street.market()
        for _ in 0..<count { market.visitStall(remembers: Mistake.trait.isMade) }
    }
}
