// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import XCTest

/// Each way to leak: its report, its place, and that following the hint fixes it.
final class LeakShapeTests: XCTestCase {
    func testStoredRIBs() { check(LeakShape.stored) }
    func testCycles() { check(LeakShape.cycles) }
    func testClosures() { check(LeakShape.closures) }
    func testLibraries() { check(LeakShape.libraries) }
    func testSeveral() { check(LeakShape.several) }
    func testStreams() { check(LeakShape.streams) }
    func testEveryday() { check(LeakShape.everyday) }

    private func check(_ shapes: [LeakShape]) {
        for shape in shapes {
            let (findings, place) = shape.found(isMended: false)
            XCTAssertEqual(
                findings.map(LeakShape.text).joined(separator: "\n\n"), shape.expected, shape.name)
            XCTAssertEqual(findings.map(LeakShape.place), findings.map { _ in place }, shape.name)
            XCTAssertEqual(shape.found(isMended: true).findings, [], "\(shape.name), mended")
        }
    }
}
