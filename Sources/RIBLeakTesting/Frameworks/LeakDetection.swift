// SPDX-License-Identifier: Apache-2.0

import XCTest

/// Checks all tests of a process.
public enum LeakDetection {
    private static let observer: Void = XCTestObservationCenter.shared.addTestObserver(
        AllTestsObserver())

    /// Checks each XCTest of this process that begins from now on, like a ``LeakCheckedTestCase``
    /// but without inheritance.
    ///
    /// Call it in the `class func setUp()` of the class that runs first. Calling it again does
    /// nothing. With `swift test --parallel`, each test runs in its own process, and only the tests
    /// of that class would be checked. In that case, depend on the product
    /// `RIBLeakTestingEverywhere`, which makes this call when the process begins.
    ///
    /// A test can only be checked once it is over, and a finished test cannot fail. So a leak fails
    /// an additional test, with the name of the leaky one and `(leaks)`.
    public static func enableForAllTests() {
        _ = observer
    }
}

/// The function that `RIBLeakTestingEverywhere` calls when the process begins.
@_cdecl("ribleak_enable_for_all_tests")
public func enableLeakDetectionForAllTests() {
    LeakDetection.enableForAllTests()
}

/// Checks each test that XCTest runs.
///
/// XCTest calls it on the main thread, one test at a time.
final class AllTestsObserver: NSObject, XCTestObservation {
    private var check: LeakCheck?
    /// The suites that are running, from the outermost to the innermost, since this observer was
    /// added.
    private var suites: [XCTestSuite] = []
    /// Failed tests that no suite has counted yet.
    private var uncounted: [XCTestRun] = []

    func testSuiteWillStart(_ testSuite: XCTestSuite) {
        suites.append(testSuite)
    }

    func testSuiteDidFinish(_ testSuite: XCTestSuite) {
        if suites.last === testSuite { suites.removeLast() }
        // The suite's own line is written by now or follows next. The suites around it sum up
        // later.
        count(in: testSuite)
    }

    func testCaseWillStart(_ testCase: XCTestCase) {
        guard isWanted(testCase) else {
            check = nil
            return
        }
        let check = LeakCheck(name: testCase.name, in: .xcTest)
        self.check = check
        // The first block added runs last: after the test's own blocks and before `tearDown`.
        testCase.addTeardownBlock { check.endBody() }
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
        guard isWanted(testCase), let verdict = check?.end() else { return }
        check = nil
        guard verdict.message != nil else { return TestFailure.warn(of: verdict) }
        // Failing the finished test itself would be a fatal error.
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
