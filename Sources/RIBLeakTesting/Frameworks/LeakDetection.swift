import XCTest

/// Checks of all tests of a process.
public enum LeakDetection {
    private static let observer: Void = XCTestObservationCenter.shared.addTestObserver(
        AllTestsObserver())

    /// Checks each XCTest of this process that begins from now on, as a ``LeakCheckedTestCase`` does,
    /// without inheriting from that.
    ///
    /// Call it in the `class func setUp()` of the class that runs first; to call it again does nothing. Where
    /// tests run in a process each, as with `swift test --parallel`, only the tests of that class
    /// would be checked: there, depend on the product `RIBLeakTestingEverywhere`, which makes this call
    /// when the process begins.
    ///
    /// A test is over when it can be checked, and what is over cannot fail. So a leak fails a test of
    /// its own, which is added to those that run, by the name of the leaky one and `(leaks)`.
    public static func enableForAllTests() {
        _ = observer
    }
}

/// What `RIBLeakTestingEverywhere` calls when the process begins.
@_cdecl("ribleak_enable_for_all_tests")
public func enableLeakDetectionForAllTests() {
    LeakDetection.enableForAllTests()
}
