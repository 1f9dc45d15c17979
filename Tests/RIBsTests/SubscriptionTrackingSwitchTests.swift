// SPDX-License-Identifier: Apache-2.0

#if !canImport(Combine)
    import RIBs
    import XCTest

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
    }
#endif
