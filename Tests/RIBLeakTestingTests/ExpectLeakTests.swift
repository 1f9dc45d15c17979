// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBLeakTesting
import RIBs
import XCTest

final class ExpectLeakTests: InterceptingTestCase {
    private let parent = makeParent()

    private func leak() {
        let child = makeSample()
        parent.kept.append(child)
        parent.attachChild(child)
        parent.detachChild(child)
    }

    private func leakInteractor() {
        let child = makeSample()
        parent.kept.append(child.interactor)
        parent.attachChild(child)
        parent.detachChild(child)
    }

    func testAKnownLeakPassesAndASecondOneFails() {
        XCTAssertEqual(intercepted { expectLeak(kind: .leakedRouter) { leak() } }, [])
        let failures = intercepted {
            expectLeak(kind: .leakedRouter) {
                leak()
                leak()
            }
        }
        XCTAssertFalse(failures.isEmpty)
    }

    func testAsManyAsExpectedPassAndFewerFail() {
        func failures(of count: Int) -> [InterceptedFailure] {
            intercepted {
                expectLeak(kind: .leakedRouter, at: "Parent/Sample", count: 2) {
                    for _ in 1...count { leak() }
                }
            }
        }
        XCTAssertEqual(failures(of: 2), [])
        XCTAssertFalse(failures(of: 1).isEmpty)
    }

    func testALeakThatIsMendedFails() {
        let failures = intercepted {
            expectLeak(kind: .leakedRouter, at: "Parent/Sample") {}
        }
        XCTAssertEqual(
            failures.map(\.text),
            [
                "Expected 1 × leaked-router at Parent/Sample, found 0: if it is fixed, remove "
                    + "expectLeak."
            ])
    }

    func testOneMoreThanExpectedFails() throws {
        let failures = intercepted {
            expectLeak(kind: .leakedRouter) {
                leak()
                leak()
            }
        }
        let text = try XCTUnwrap(failures.first?.message)
        XCTAssertTrue(text.contains("├─ SampleRouter is still alive (2 of them)"), text)
        XCTAssertTrue(text.hasSuffix("\nExpected 1 × leaked-router, found 2."), text)
    }

    func testAnotherLeakBesideItFails() throws {
        let failures = intercepted {
            expectLeak(kind: .leakedRouter) {
                leak()
                leakInteractor()
            }
        }
        let text = try XCTUnwrap(failures.first?.message)
        XCTAssertTrue(text.contains("├─ SampleInteractor is still alive"), text)
        XCTAssertFalse(text.contains("SampleRouter is still alive"), text)
    }

    func testAnotherPlaceIsNotTheKnownOne() {
        let failures = intercepted {
            expectLeak(kind: .leakedRouter, at: "Elsewhere") { leak() }
        }
        XCTAssertTrue(failures.first?.message.contains("found 0") ?? false)
        XCTAssertTrue(failures.first?.message.contains("SampleRouter is still alive") ?? false)
    }

    func testTheCheckAroundItSeesOnlyWhatIsNotTheKnownLeak() {
        let findings = findLeaks {
            expectLeak(kind: .leakedRouter) { leak() }
            leakInteractor()
        }
        XCTAssertEqual(findings.map(\.type), ["SampleInteractor"])
    }

    func testTheBodysValueIsReturned() {
        XCTAssertEqual(expectLeak(kind: .leakedRouter, count: 0) { 7 }, 7)
    }
}
