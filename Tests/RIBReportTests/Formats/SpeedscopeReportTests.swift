// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import RIBAnalysis
@testable import RIBReport

@Suite struct SpeedscopeReportTests {
    private struct Document: Decodable {
        struct Shared: Decodable { let frames: [Frame] }
        struct Frame: Decodable, Equatable {
            let name: String
            var file: String?
            var line: Int?
        }
        struct Profile: Decodable {
            let name: String
            let unit: String
            let endValue: Int
            let samples: [[Int]]
            let weights: [Int]
        }
        let shared: Shared
        let profiles: [Profile]
    }

    private func document(_ findings: [Finding]) throws -> Document {
        let text = ReportFormat.speedscope.document(for: Samples.report(findings))
        return try JSONDecoder().decode(Document.self, from: Data(text.utf8))
    }

    private func leak(_ type: String, _ count: Int, _ functions: String...) -> Finding {
        Samples.finding(
            type: type, count: count,
            stacks: FindingStacks(
                allocation: CallStack(functions.map { Samples.frame($0, "A.swift", 1) })))
    }

    @Test func stacksAreOutermostFirstAndShareTheirFrames() throws {
        let document = try document([
            leak("A", 2, "init()", "main"), leak("B", 3, "make()", "main"),
        ])
        #expect(
            document.shared.frames.map(\.name) == ["main", "init()", "A", "make()", "B"])
        #expect(document.shared.frames[0] == .init(name: "main", file: "A.swift", line: 1))
        #expect(document.profiles[0].samples == [[0, 1, 2], [0, 3, 4]])
        #expect(document.profiles[0].weights == [2, 3])
        #expect(document.profiles[0].endValue == 5)
        #expect(document.profiles.map(\.unit) == ["none", "bytes"])
    }

    @Test func onlyLeaksAreInIt() throws {
        let document = try document([Samples.finding(.firedWhileInactive)])
        #expect(document.profiles.map(\.samples) == [[], []])
    }

    @Test func countsThatADamagedTraceClaimsDoNotOverflow() throws {
        let path = RetainPath(
            reason: .global, steps: [], suspect: nil, omittedSteps: 0, retainCount: 1,
            seenReferences: 1, dominatedCount: 1, dominatedBytes: .max, isPartial: false)
        let document = try document([
            Samples.finding(type: "A", count: 2, retainPath: path),
            Samples.finding(type: "B", count: 1, retainPath: path),
        ])
        #expect(document.profiles[1].weights == [.max, .max])
        #expect(document.profiles[1].endValue == .max)
    }
}
