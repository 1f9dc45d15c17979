// SPDX-License-Identifier: Apache-2.0

import XCTest

/// A test case that checks each of its tests for leaks, after `tearDown`.
///
/// Inherit from it instead of `XCTestCase`; nothing else changes. What a test's properties still
/// hold after `tearDown` counts as leaked, so set them to nil there.
open class LeakCheckedTestCase: XCTestCase {
    open override func invokeTest() {
        let check = LeakCheck(name: name, in: .xcTest)
        // The first to be added is the last to run: after those of the test, before `tearDown`.
        addTeardownBlock { check.endBody() }
        check.run { super.invokeTest() }
        recordFailure(of: check.end())
    }
}

/// A test that fails for what another one leaked, after that has passed.
final class LeakyTest: XCTestCase {
    private var leakyName = ""
    private var verdict = LeakVerdict()

    override var name: String { "\(leakyName) (leaks)" }

    /// Runs it within the run of the others.
    ///
    /// - Returns: What some suite must count.
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
    /// Fails this test, which must be running, for what a check found: at the line that the report
    /// names for the first finding, and at none where no finding has a line of the project.
    func recordFailure(of verdict: LeakVerdict) {
        guard let message = verdict.message else { return TestFailure.warn(of: verdict) }
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
            // What XCTest itself says of a failure that has no place.
            recordFailure(
                withDescription: message, inFile: place?.pathHere ?? "<EXPR>",
                atLine: place?.line ?? 0, expected: true)
        #endif
    }
}
