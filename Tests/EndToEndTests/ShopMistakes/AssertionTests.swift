// SPDX-License-Identifier: Apache-2.0

import RIBLeakTesting
import RIBs
import Testing
import XCTest

/// Each assertion once, in either framework: one failure each when the mistakes are made.
private enum Assertions {
    static let mistake = Mistake.assertions.isMade

    static func noLeaks() {
        assertNoLeaks { Street.market().visitStall(remembers: mistake) }
    }

    static func deallocated() {
        assertDeallocated {
            let market = MarketRouter()
            if mistake { Street.keep(market) }
            return market
        }
    }

    static func noInactiveFires() {
        let prices = PassthroughSubject<Int, Never>()
        assertNoInactiveFires {
            Street.market().visitStall(remembers: mistake, prices: prices)
            prices.send(1)
        }
    }

    static func expectedLeak() {
        expectLeak(kind: .leakedRouter, count: mistake ? 1 : 0) {}
    }

    static func skipped() { skipLeakDetection(mistake ? "" : "nothing to see") }
}

final class AssertionTests: XCTestCase {
    func testNoLeaks() { Assertions.noLeaks() }
    func testDeallocated() { Assertions.deallocated() }
    func testNoInactiveFires() { Assertions.noInactiveFires() }
    func testExpectedLeak() { Assertions.expectedLeak() }
    func testSkipped() { Assertions.skipped() }
}

@Suite struct AssertionSuite {
    @Test func noLeaks() { Assertions.noLeaks() }
    @Test func deallocated() { Assertions.deallocated() }
    @Test func noInactiveFires() { Assertions.noInactiveFires() }
    @Test func expectedLeak() { Assertions.expectedLeak() }
    @Test func skipped() { Assertions.skipped() }
}
