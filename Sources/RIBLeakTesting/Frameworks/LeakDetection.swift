// SPDX-License-Identifier: Apache-2.0

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

/// Checks each test that XCTest runs.
///
/// XCTest calls it on the main thread, one test at a time.
final class AllTestsObserver: NSObject, XCTestObservation {
    private var check: LeakCheck?
    /// The suites that run, each in the one before it, since this observes.
    private var suites: [XCTestSuite] = []
    /// Failed tests that no suite has counted yet.
    private var uncounted: [XCTestRun] = []

    func testSuiteWillStart(_ testSuite: XCTestSuite) {
        suites.append(testSuite)
    }

    func testSuiteDidFinish(_ testSuite: XCTestSuite) {
        if suites.last === testSuite { suites.removeLast() }
        // Its own line is written by now or is about to be; those around it sum up later.
        count(in: testSuite)
    }

    func testCaseWillStart(_ testCase: XCTestCase) {
        guard isWanted(testCase) else {
            check = nil
            return
        }
        let check = LeakCheck(name: testCase.name, in: .xcTest)
        self.check = check
        // The first to be added is the last to run: after those of the test, before `tearDown`.
        testCase.addTeardownBlock { check.endBody() }
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
        guard isWanted(testCase), let verdict = check?.end() else { return }
        check = nil
        guard verdict.message != nil else { return TestFailure.warn(of: verdict) }
        // To fail the test itself now would be a fatal error.
        uncounted += LeakyTest.run(for: testCase.name, verdict)
        if let suite = suites.last { count(in: suite) }
    }

    private func isWanted(_ testCase: XCTestCase) -> Bool {
        !(testCase is LeakCheckedTestCase) && !(testCase is LeakyTest)
    }

    private func count(in suite: XCTestSuite) {
        guard let run = suite.testRun as? XCTestSuiteRun else { return }
        for failed in uncounted { run.addTestRun(failed) }
        uncounted = []
    }
}
