// SPDX-License-Identifier: Apache-2.0

import RIBLeakTesting
import RIBs
import Testing
import XCTest

private final class Parcel {
    var values: [Parcel] = []
}

final class AssertNoGrowthTests: InterceptingTestCase {
    func testGrowthFailsAtTheCallersLineInTheReportsWords() throws {
        let parcel = Parcel()
        var line: UInt = 0
        let failures = intercepted {
            line = #line + 1
            assertNoGrowth(repeating: 5) { parcel.values.append(Parcel()) }
        }
        let failure = try XCTUnwrap(failures.first)
        XCTAssertEqual(failures.count, 1)
        XCTAssertEqual(failure.line, Int(line))
        XCTAssertTrue(failure.file.hasSuffix("/AssertNoGrowthTests.swift"))
        XCTAssertTrue(
            failure.message.contains("Parcel grows: +1 each turn, 5 turns, 7 by now"),
            failure.message)
        XCTAssertTrue(failure.message.contains("Parcel.values"), failure.message)
        XCTAssertTrue(
            failure.message.contains("AssertNoGrowthTests.swift:\(line)"), failure.message)
    }

    func testWhatEndsWhereItBeganPasses() {
        let parcel = Parcel()
        let failures = intercepted {
            assertNoGrowth {
                parcel.values.append(Parcel())
                parcel.values = []
            }
        }
        XCTAssertEqual(failures, [])
    }

    func testTwoTurnsComeBeforeThoseThatAreMeasured() {
        var turns = 0
        assertNoGrowth(repeating: 4) { turns += 1 }
        XCTAssertEqual(turns, 6)
        turns = 0
        assertNoGrowth(repeating: 0) { turns += 1 }
        XCTAssertEqual(turns, 5)
    }

    func testTheBodysErrorIsThrownAndEndsTheTurns() {
        struct Refused: Error {}
        var turns = 0
        XCTAssertThrowsError(
            try assertNoGrowth {
                turns += 1
                throw Refused()
            })
        XCTAssertEqual(turns, 1)
    }

    func testALeakOfATurnDoesNotFailIt() {
        let parent = makeParent()
        let failures = intercepted {
            assertNoGrowth {
                guard parent.kept.isEmpty else { return }
                let child = makeSample()
                parent.attachChild(child)
                parent.detachChild(child)
                parent.kept.append(child)
            }
        }
        XCTAssertEqual(failures, [])
    }
}

@MainActor @Suite(.serialized) struct AssertNoGrowthInSwiftTesting {
    @Test func growthFailsATestOfSwiftTesting() async {
        let parcel = Parcel()
        await withKnownIssue {
            await assertNoGrowth { parcel.values.append(Parcel()) }
        } matching: { issue in
            "\(issue)".contains("Parcel grows: +1 each turn, 5 turns")
        }
    }

    @Test func whatEndsWhereItBeganPasses() async {
        let parcel = Parcel()
        await assertNoGrowth {
            parcel.values.append(Parcel())
            await Task.yield()
            parcel.values = []
        }
    }
}
