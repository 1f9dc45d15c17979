// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBLeakTesting
import RIBs
import XCTest

/// A process that runs very many tests.
final class LongSuiteTests: XCTestCase {
    private static let isNightly = ProcessInfo.processInfo.environment["RIBLEAK_NIGHTLY"] == "1"
    private static let tests = isNightly ? 10_000 : 100
    /// Of so many tests one leaks.
    private static let leakEvery = isNightly ? 1_000 : 10

    func testEachOfManyTestsIsJudgedAndMemoryStays() {
        let parent = makeParent()
        var resident: [Int] = []
        for number in 1...Self.tests {
            let leaks = number % Self.leakEvery == 0
            let findings = findLeaks {
                let child = makeSample()
                if leaks { parent.kept = [child] }
                parent.attachChild(child)
                parent.detachChild(child)
            }
            XCTAssertEqual(findings.map(\.type), leaks ? ["SampleRouter"] : [], "test \(number)")
            parent.kept = []
            if number % (Self.tests / 10) == 0 { resident.append(Self.residentPages()) }
        }
        print("long suite: resident pages \(resident)")
        // What a few tests cost shows in a short suite.
        guard Self.isNightly else { return }
        XCTAssertLessThanOrEqual(resident[9], resident[0] * 105 / 100)
    }

    private static func residentPages() -> Int {
        let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return text?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
}
