// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import Testing
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
        let isWanted = !(testCase is LeakCheckedTestCase) && !(testCase is LeakyTest)
        check = isWanted ? LeakCheck(name: testCase.name, in: .xcTest) : nil
        // The first block added runs last: after the test's own blocks and before `tearDown`.
        if let check { testCase.addTeardownBlock { check.endBody() } }
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
        guard let verdict = check?.end() else { return }
        check = nil
        guard verdict.message != nil else { return TestFailure.warn(of: verdict) }
        // Failing the finished test itself would be a fatal error.
        uncounted += LeakyTest.run(for: testCase.name, verdict)
        if let suite = suites.last { count(in: suite) }
    }

    private func count(in suite: XCTestSuite) {
        guard let run = suite.testRun as? XCTestSuiteRun else { return }
        for failed in uncounted { run.addTestRun(failed) }
        uncounted = []
    }
}

/// Checks each test for leaks once it is over; use it as `.detectLeaks`.
public struct LeakDetectionTrait: TestTrait, SuiteTrait, TestScoping {
    /// The test that is being checked. Both a test and its suite may have the trait.
    @TaskLocal private static var checked: Test.ID?

    /// The baseline that code named; nil for the project's, or that of the trait around this one.
    var baseline: String?

    public var isRecursive: Bool { true }

    /// Runs one test, or one case of a parameterized test, and fails it for leaks. The failure
    /// appears at the report's line, or else at the test's.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard Self.checked != test.id else {
            if let baseline {
                LeakCheck.setBaseline(baseline, of: Recorder.shared.currentScope)
            }
            return try await function()
        }
        let source = BaselineSource(of: test.path, named: baseline)
        let (_, verdict) = try await LeakCheck.checkedAwaiting(
            test.leakCheckName, baseline: source
        ) {
            try await Self.$checked.withValue(test.id) { try await function() }
        }
        TestFailure.warn(of: verdict, at: test.sourceLocation)
        guard let message = verdict.message else { return }
        let place = verdict.findings.first?.place
            .map { SourceLocation($0, module: test.sourceLocation.moduleName) }
        Issue.record("\(message)", sourceLocation: place ?? test.sourceLocation)
        verdict.report.map(test.attach)
    }
}

extension Trait where Self == LeakDetectionTrait {
    /// Fails each test for detached RIBs that are still alive, and for subscriptions that fired
    /// while their interactors were inactive.
    ///
    /// Add this trait to a test, or to a suite for all tests in it and in its suites. Each case of
    /// a parameterized test is checked on its own. The failure names the test. It appears at the
    /// line to look at first, as in the report. If no line of the project is known, it appears at
    /// the test. The whole report is attached as `leaks.txt` and `leaks.json`, which `swift test`
    /// writes below its `--attachments-path`.
    ///
    /// What the project's baseline or settings let pass is a known issue.
    public static var detectLeaks: Self { Self() }

    /// Like `detectLeaks`, with the known findings of a baseline that is not the project's usual
    /// one.
    ///
    /// - Parameter baseline: Its path, from the working directory, or `none` to know nothing.
    public static func detectLeaks(baseline: String) -> Self { Self(baseline: baseline) }
}

extension Test {
    /// The path of the test's source file.
    fileprivate var path: String {
        #if compiler(>=6.3)
            sourceLocation.filePath
        #else
            sourceLocation._filePath
        #endif
    }

    /// The test's name with those of its suites, such as `LoggedInTests/logsOut()`.
    fileprivate var leakCheckName: String {
        // The id has the form `Module.Suite/function()/File.swift:1:2`.
        let parts = "\(id)".split(separator: "/").dropLast()
        guard let first = parts.first, let dot = first.firstIndex(of: ".") else { return name }
        return ([first[first.index(after: dot)...]] + parts.dropFirst()).joined(separator: "/")
    }
}
