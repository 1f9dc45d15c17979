// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRecorder
import RIBs
import XCTest

/// The table of all distinctions that the ledger's findings make, each made by the real runtime.
///
/// A test of XCTest, since tracking is switched for the whole process and those run one at a time.
final class LedgerScenarioTests: XCTestCase {
    private func check(
        _ scenarios: [LedgerScenario], file: StaticString = #filePath, line: UInt = #line
    ) throws {
        try XCTSkipIf(Recorder.shared.traceFolder == nil, "nothing is recorded")
        for scenario in scenarios {
            XCTAssertEqual(
                try scenario.found(), scenario.expected, scenario.name, file: file, line: line)
        }
    }

    func testEndingWithTheDeactivation() throws { try check(LedgerScenario.ending) }
    func testConfinement() throws { try check(LedgerScenario.confined) }
    func testStoring() throws { try check(LedgerScenario.stored) }
    func testAttachingAgain() throws { try check(LedgerScenario.attachedAgain) }
    func testTheDeactivationItself() throws { try check(LedgerScenario.resigning) }
    func testOtherThreads() throws { try check(LedgerScenario.threads) }
    func testWorkers() throws { try check(LedgerScenario.workers) }
    func testWorkflows() throws { try check(LedgerScenario.workflows) }
    func testTasks() throws { try check(LedgerScenario.tasks) }
    func testTimersAndNotifications() throws { try check(LedgerScenario.timers) }
    func testMulticast() throws { try check(LedgerScenario.multicast) }
    func testExplicitForms() throws { try check(LedgerScenario.explicit) }
    func testOthersCode() throws { try check(LedgerScenario.others) }
    func testCapturedOwners() throws { try check(LedgerScenario.captured) }
    func testKeptTokens() throws { try check(LedgerScenario.kept) }
    func testLoopsOfTasks() throws { try check(LedgerScenario.loops) }
    func testWhatOwnCodeMade() throws { try check(LedgerScenario.made) }
    func testForgottenSubscribers() throws { try check(LedgerScenario.forgotten) }
    func testRIBsWithoutBaseClasses() throws { try check(LedgerScenario.plain) }

    /// In the report of the whole run, since they are no test's.
    func testWhatNobodyOwnsIsListedWithItsPlace() throws {
        guard let folder = Recorder.shared.traceFolder else {
            throw XCTSkip("nothing is recorded")
        }
        SubscriptionTracking.enable()
        let stage = LedgerStage()
        let router = stage.score()
        stage.parent.attachChild(router)
        func count() throws -> Int {
            try Analysis.report(on: [folder], symbolizer: LLVMSymbolizer()).unowned.sites
                .filter { $0.place?.function == "ScoreService.startFiltered(in:)" }
                .reduce(0) { $0 + $1.count }
        }
        ScoreService(stream: stage.stream).startFiltered(in: stage.elsewhere)
        XCTAssertEqual(try count(), 1)
        stage.elsewhere.cancelAll()
        XCTAssertEqual(try count(), 0)
        stage.parent.detachChild(router)
    }

    func testEachRowHasItsName() {
        let names = LedgerScenario.all.map(\.name)
        XCTAssertEqual(Set(names).count, names.count)
        XCTAssertGreaterThanOrEqual(names.count, 60)
    }
}
