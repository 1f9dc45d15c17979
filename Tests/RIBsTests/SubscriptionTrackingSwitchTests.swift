// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RIBRecorder
import XCTest

@testable import RIBs

/// A test of XCTest, since the switch is the whole process's and those run one at a time.
final class SubscriptionTrackingSwitchTests: XCTestCase {
    func testIsSwitchedOnAndOff() {
        SubscriptionTracking.disable()
        XCTAssertFalse(SubscriptionTracking.isEnabled)
        SubscriptionTracking.enable()
        SubscriptionTracking.enable()
        XCTAssertTrue(SubscriptionTracking.isEnabled)
        SubscriptionTracking.disable()
        XCTAssertFalse(SubscriptionTracking.isEnabled)
        SubscriptionTracking.disable()
    }

    func testWhoeverSwitchesItOnMaySubscribeAtOnce() {
        for _ in 0..<20 {
            SubscriptionTracking.disable()
            let unfollowed = Protected(0)
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                SubscriptionTracking.enable()
                let isOn = SubscriptionTracking.tracker != nil
                if !isOn { unfollowed.withLock { $0 += 1 } }
            }
            XCTAssertEqual(unfollowed.withLock { $0 }, 0)
        }
        SubscriptionTracking.disable()
    }
}
