import XCTest

/// The table of all distinctions that the ledger's findings make, each made by the real runtime.
///
/// A test of XCTest, since tracking is switched for the whole process and those run one at a time.
final class LedgerScenarioTests: XCTestCase {
    private func check(
        _ scenarios: [LedgerScenario], file: StaticString = #filePath, line: UInt = #line
    ) throws {
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
    func testExplicitForms() throws { try check(LedgerScenario.explicit) }
    func testOthersCode() throws { try check(LedgerScenario.others) }
    func testRIBsWithoutBaseClasses() throws { try check(LedgerScenario.plain) }

    func testEachRowHasItsName() {
        let names = LedgerScenario.all.map(\.name)
        XCTAssertEqual(Set(names).count, names.count)
        XCTAssertGreaterThanOrEqual(names.count, 60)
    }
}
