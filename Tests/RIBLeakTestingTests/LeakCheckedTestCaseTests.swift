// SPDX-License-Identifier: Apache-2.0

import RIBLeakTesting
import RIBs
import XCTest

final class LeakCheckedTestCaseTests: XCTestCase {
    func testATestThatLeaksFailsAfterItsTearDown() throws {
        let inner = LeakyTests(name: "testLeak") { _ in
            let child = makeSample()
            LeakyTests.parent.kept.append(child)
            LeakyTests.parent.attachChild(child)
            LeakyTests.parent.detachChild(child)
        }
        inner.invokeTest()

        let failure = try XCTUnwrap(inner.failures.first)
        XCTAssertEqual(inner.failures.count, 1)
        XCTAssertTrue(failure.message.contains("┬─── Leaked router at Parent/Sample"))
        XCTAssertTrue(failure.message.contains("in the test LeakyTests.testLeak"))
        XCTAssertTrue(failure.file.hasSuffix("SampleRIB.swift"), failure.file)
    }

    func testTheFailureIsAtTheReportsLineByItsWholePath() throws {
        var line = 0
        let inner = LeakyTests(name: "testLeak") { _ in
            let child = makeSample()
            LeakyTests.parent.attachChild(child)
            line = #line + 1
            LeakyTests.parent.whenLeft = { child.interactor.retained = nil }
            LeakyTests.parent.detachChild(child)
        }
        inner.invokeTest()

        let failure = try XCTUnwrap(inner.failures.first)
        XCTAssertEqual(failure.file, #filePath)
        XCTAssertEqual(failure.line, line)
    }

    func testATestThatKeepsAChildPassesOnlyIfItsTearDownLetsGo() {
        for (letsGo, failures) in [(true, 0), (false, 1)] {
            let inner = TidyTests(name: "testTidy") { test in
                let child = makeSample()
                (test as? TidyTests)?.child = child
                let parent = makeParent()
                parent.attachChild(child)
                parent.detachChild(child)
            }
            inner.letsGo = letsGo
            inner.invokeTest()

            XCTAssertEqual(inner.failures.count, failures, "\(inner.failures)")
        }
    }
}

/// Collects its failures instead of reporting them.
class CollectingTests: LeakCheckedTestCase {
    var failures: [InterceptedFailure] = []

    #if !canImport(Darwin)
        override func recordFailure(
            withDescription description: String, inFile file: String, atLine line: Int,
            expected: Bool
        ) {
            failures.append(InterceptedFailure(message: description, file: file, line: line))
        }
    #endif
}

final class LeakyTests: CollectingTests {
    // Safe: the tests that use it run one after the other, on the main thread.
    nonisolated(unsafe) static let parent = makeParent()
}

final class TidyTests: CollectingTests {
    var child: SampleRouter?
    var letsGo = true

    override func tearDown() {
        if letsGo { child = nil }
        super.tearDown()
    }
}
