// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBRecorder
import RIBWatch
import XCTest

@testable import RIBGate

/// What an assertion says of real RIBs is what the report, the gate and a watch say of its test.
final class RecordedVerdictTests: XCTestCase {
    private func named(_ findings: [Finding]) -> [String] {
        Set(findings.map { "\($0.kind.rawValue) \($0.ribPath) \($0.fingerprint)" }).sorted()
    }

    func testEachWayToLeakHasOneVerdict() throws {
        let shapes = LeakShape.all
        var asserted: [Finding] = []
        // The mended code first: a fingerprint numbers the places of a function that have run.
        for shape in shapes { asserted += shape.found(isMended: true).findings }
        let folder = try XCTUnwrap(Recorder.shared.traceFolder)
        // Other tests of this process play the same shapes, and what a thread's stack keeps has not
        // the same fingerprint each time.
        let before = try Analysis.report(on: [folder], symbolizer: LLVMSymbolizer())
        for shape in shapes { asserted += shape.found(isMended: false).findings }
        XCTAssertGreaterThan(asserted.count, shapes.count / 2)

        let report = try Analysis.report(on: [folder], symbolizer: LLVMSymbolizer())
        let ofOthers = Set(before.findings.map(\.fingerprint)).subtracting(
            asserted.map(\.fingerprint))
        let tests = Set(asserted.compactMap(\.test))
        func ofTheseTests(_ findings: [Finding]) -> [Finding] {
            findings.filter { finding in
                finding.test.map(tests.contains) == true && !finding.kind.isWarning
                    && finding.libraryLeak == nil && !ofOthers.contains(finding.fingerprint)
            }
        }
        XCTAssertEqual(named(ofTheseTests(report.findings)), named(asserted))

        let today = try XCTUnwrap(CalendarDay("2026-06-15"))
        let gate = GateJudgement(.run(report), settings: GateSettings(), today: today)
        XCTAssertEqual(gate.outcome, .exceeded)
        XCTAssertEqual(
            named(ofTheseTests(gate.tallies.flatMap(\.findings))), named(asserted))
        let knowing = GateJudgement(
            .run(report), settings: GateSettings(), baseline: Baseline(of: report.findings),
            today: today)
        XCTAssertEqual(named(knowing.tallies.flatMap(\.findings)), [])

        let watcher = RunWatcher(.folders([folder]), judgesAside: false)
        // A watch waits for the path of a leak for up to three seconds. Leaks of earlier tests of this
        // process may have none.
        for turn in 1...160 {
            _ = watcher.poll(now: WatchMoment(nanoseconds: UInt64(turn) * RunWatcher.period))
        }
        let watched = try XCTUnwrap(watcher.processes.first).findings
        XCTAssertEqual(named(ofTheseTests(watched)), named(asserted))
    }
}
