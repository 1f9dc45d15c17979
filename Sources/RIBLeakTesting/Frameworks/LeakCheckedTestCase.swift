// SPDX-License-Identifier: Apache-2.0

import XCTest

/// A test case that checks each of its tests for leaks, after `tearDown`.
///
/// Inherit from it instead of `XCTestCase`; nothing else changes. Objects that a test's properties
/// still hold after `tearDown` count as leaked, so set the properties to nil there.
open class LeakCheckedTestCase: XCTestCase {
    /// The path of the baseline whose findings do not fail the tests of this class, from the
    /// working directory, or `none`; nil for the project's.
    open var leakBaseline: String? { nil }

    open override func invokeTest() {
        let check = LeakCheck(
            name: name, in: .xcTest, baseline: BaselineSource(named: leakBaseline))
        // The first block added runs last: after the test's own blocks and before `tearDown`.
        addTeardownBlock { check.endBody() }
        check.run { super.invokeTest() }
        recordFailure(of: check.end())
    }
}

/// A test that fails for leaks of another test, after that one has passed.
final class LeakyTest: XCTestCase {
    private var leakyName = ""
    private var verdict = LeakVerdict()

    override var name: String { "\(leakyName) (leaks)" }

    /// Runs the test during the run of the other tests.
    ///
    /// - Returns: The test runs that a suite still has to count.
    static func run(for name: String, _ verdict: LeakVerdict) -> [XCTestRun] {
        #if canImport(Darwin)
            let test = LeakyTest(selector: #selector(fail))
        #else
            let test = LeakyTest(name: "fail") { ($0 as? LeakyTest)?.fail() }
        #endif
        test.leakyName = name
        test.verdict = verdict
        test.run()
        return [test.testRun].compactMap { $0 }
    }

    #if canImport(Darwin)
        @objc private func fail() { recordFailure(of: verdict) }
    #else
        private func fail() { recordFailure(of: verdict) }
    #endif
}

extension XCTestCase {
    /// Fails this test, which must be running, for a verdict. The failure appears at the report's
    /// line for the first finding, or without a line if no finding has one in the project.
    func recordFailure(of verdict: LeakVerdict) {
        TestFailure.warn(of: verdict)
        guard let message = verdict.message else { return }
        let place = verdict.findings.lazy.compactMap(\.place).first
        #if canImport(Darwin)
            let location = place.map {
                XCTSourceCodeLocation(filePath: $0.pathHere, lineNumber: $0.line)
            }
            record(
                XCTIssue(
                    type: .assertionFailure, compactDescription: message,
                    sourceCodeContext: XCTSourceCodeContext(location: location)))
        #else
            // XCTest itself uses this for a failure without a place.
            recordFailure(
                withDescription: message, inFile: place?.pathHere ?? "<EXPR>",
                atLine: place?.line ?? 0, expected: true)
        #endif
    }
}
