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
            for finding in findings {
                let declared = finding.declaredProperty
                XCTAssertEqual(
                    LeakShape.place(of: finding), declared == nil ? place : declared, shape.name)
            }
            XCTAssertEqual(shape.found(isMended: true).findings, [], "\(shape.name), mended")
        }
    }
}

extension LeakShapeTests {
    func testALeakOfAPropertyIsAtTheLineThatDeclaresIt() {
        let shapes = LeakShape.stored + LeakShape.cycles + LeakShape.libraries + LeakShape.several
        let findings = shapes.flatMap { $0.found(isMended: false).findings }
        XCTAssertGreaterThanOrEqual(findings.count { $0.declaredProperty != nil }, 40)
    }
}

extension Finding {
    /// The line with the declaration of the property that keeps the object, by the file's name; nil if
    /// the finding names no line that declares it.
    fileprivate var declaredProperty: String? {
        guard let step = retainPath?.suspectStep, step.holderKind != .closure,
            let file = step.file, let line = step.line
        else { return nil }
        let name = (step.holderKind == .global ? step.holder : step.label)
            .split { step.holderKind == .global ? ". ".contains($0) : ".[ ".contains($0) }
        let property = step.holderKind == .global ? name.last : name.first
        let path = "\(RepositoryRoot.current.path)/\(file)"
        let lines = (try? String(contentsOfFile: path, encoding: .utf8))?
            .split(separator: "\n", omittingEmptySubsequences: false)
        guard let property, let lines, lines.indices.contains(line - 1),
            ["var \(property)", "let \(property)"].contains(where: lines[line - 1].contains)
        else { return nil }
        return "\(file.split(separator: "/").last ?? ""):\(line)"
    }
}
