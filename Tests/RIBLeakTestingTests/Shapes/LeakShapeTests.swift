// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import XCTest

/// Each way to leak: its report, its place, and that following the hint to the letter fixes it.
final class LeakShapeTests: XCTestCase {
    func testStoredRIBs() { check(LeakShape.stored) }
    func testElementsOfCollections() { check(LeakShape.collected) }
    func testCycles() { check(LeakShape.cycles) }
    func testClosures() { check(LeakShape.closures) }
    func testLibraries() { check(LeakShape.libraries) }
    func testSeveral() { check(LeakShape.several) }
    func testStreams() { check(LeakShape.streams) }
    func testWaiting() { check(LeakShape.waiting) }
    func testWorkers() { check(LeakShape.workers) }
    func testFiring() { check(LeakShape.firing) }
    func testRIBsWithoutBaseClasses() { check(LeakShape.plain) }
    func testEveryday() { check(LeakShape.everyday) }

    func testThereAreSixtyShapesWithADifferentName() {
        // Without the everyday code, which does more than follow hints.
        let shapes = LeakShape.all.dropLast(LeakShape.everyday.count)
        XCTAssertEqual(Set(shapes.map(\.name)).count, shapes.count)
        XCTAssertGreaterThanOrEqual(shapes.count, 60)
        XCTAssertTrue(shapes.allSatisfy { !$0.expected.isEmpty && $0.ways > 0 })
    }

    /// Counts, so that the numbers say at once how many are wrong.
    private func check(_ shapes: [LeakShape]) {
        var (placed, followed, ways) = (0, 0, 0)
        for shape in shapes {
            let (findings, places) = shape.found(isMended: false)
            XCTAssertEqual(
                findings.map(LeakShape.text).joined(separator: "\n\n"), shape.expected,
                "\(shape.name), by \(findings.map(LeakShape.path))")
            let found = findings.map(LeakShape.place)
            let wanted = Array(places.prefix(findings.count))
            XCTAssertEqual(found, wanted, shape.name)
            placed += found == wanted ? 1 : 0
            for way in 1...shape.ways {
                let left = shape.found(isMended: true, way: way).findings
                XCTAssertEqual(
                    left.map(LeakShape.text), [], "\(shape.name), mended in way \(way)")
                ways += 1
                followed += left.isEmpty ? 1 : 0
            }
        }
        XCTAssertEqual(placed, shapes.count, "places that a reviewer would name")
        XCTAssertEqual(followed, ways, "hints that help where they are followed")
    }
}
