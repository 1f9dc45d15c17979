// SPDX-License-Identifier: Apache-2.0

import RIBLeakTesting
import RIBs
import XCTest

final class SkipLeakDetectionTests: InterceptingTestCase {
    private let parent = makeParent()

    private func leak() {
        let child = makeSample()
        parent.kept.append(child)
        parent.attachChild(child)
        parent.detachChild(child)
    }

    func testASkippedTestIsNotJudged() {
        let findings = findLeaksOfRecorded {
            leak()
            skipLeakDetection("the cache keeps it until issue 7 is done")
        }
        XCTAssertEqual(findings, [])
    }

    func testTheChecksAroundItAreSkippedToo() {
        let findings = findLeaksOfRecorded {
            leak()
            assertNoLeaks {
                leak()
                skipLeakDetection("known")
            }
        }
        XCTAssertEqual(findings, [])
    }

    func testTheNextTestIsJudged() {
        _ = findLeaks { skipLeakDetection("known") }
        XCTAssertEqual(findLeaks { leak() }.map(\.type), ["SampleRouter"])
    }

    func testASkippedExpectationCannotFail() {
        let failures = intercepted {
            expectLeak(kind: .leakedRouter) { skipLeakDetection("not on this machine") }
        }
        XCTAssertEqual(failures, [])
        XCTAssertEqual(intercepted { expectLeak(kind: .leakedRouter) {} }.count, 1)
    }

    func testWithoutAReasonTheTestFailsAndIsJudged() {
        var count = 0
        let failures = intercepted {
            count =
                findLeaks {
                    leak()
                    skipLeakDetection(" ")
                }.count
        }
        XCTAssertEqual(
            failures.map(\.text), ["skipLeakDetection needs a reason; leak detection stays on."])
        XCTAssertEqual(count, 1)
    }
}
