// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBDigest
import RIBFindingText
import RIBWatch
import Testing
import TraceFixtures

@testable import RIBGate

/// Whoever asks about a run gets the same verdict: a report, a gate, a gate with a baseline, a watch
/// and a digest. What a test's assertion says is compared where RIBs are real: `RecordedVerdictTests`.
@Suite struct OneVerdictTests {
    /// What fails a test or a build: kind and fingerprint of each.
    private func accused(_ findings: [Finding]) -> Set<String> {
        Set(
            findings.filter { !$0.kind.isWarning && $0.libraryLeak == nil }
                .map { "\($0.kind.rawValue) \($0.fingerprint)" })
    }

    private func gate(_ report: RunReport, _ baseline: Baseline? = nil) throws -> Set<String> {
        let judgement = GateJudgement(
            .run(report), settings: GateSettings(), baseline: baseline,
            today: try #require(CalendarDay("2026-06-15")))
        let found = accused(judgement.tallies.flatMap(\.findings))
        #expect((judgement.outcome == .exceeded) == !found.isEmpty)
        return found
    }

    private func digest(of trace: String) throws -> Set<String> {
        struct Document: Decodable {
            struct Entry: Decodable {
                let severity: String
                let kind: String
                let fingerprint: String
            }
            let findings: [Entry]
        }
        let json = try Digest(reading: trace).json
        let document = try JSONDecoder().decode(Document.self, from: Data(json.utf8))
        return Set(
            document.findings.filter { $0.severity != "warning" }
                .map { "\($0.kind) \($0.fingerprint)" })
    }

    @Test(arguments: 1...100) func allSayTheSameOfARandomApp(seed: UInt64) throws {
        var app = try RandomApp(seed: seed)
        var limits = WatchLimits()
        limits.leastToForget = 100
        let session = WatchSession(app.trace, limits: limits)
        for turn in 0..<400 {
            app.step()
            if turn % 50 == 0 { session.poll() }
        }
        app.finish()
        app.trace.end()
        session.settle()

        let report = try Analysis.report(on: [app.trace.folder], symbolizer: NoSymbols())
        let expected = accused(report.findings)
        #expect(!expected.isEmpty)
        #expect(try gate(report) == expected)
        #expect(accused(session.process.findings) == expected)
        #expect(try digest(of: app.trace.folder) == expected)

        let all = Baseline(of: report.findings)
        #expect(try gate(report, all) == [])
        let own = report.findings.filter { !$0.kind.isWarning }
        for one in own.prefix(3) {
            let others = Baseline(of: report.findings.filter { $0.fingerprint != one.fingerprint })
            #expect(try gate(report, others) == accused([one]))
        }
    }
}
