// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import Testing
import TraceFixtures

/// What the leak detector responds to is in the report of a process that ends at the response.
@Suite struct RespondingTests {
    @Test func aTrappedLeakIsInTheReportWithItsPath() throws {
        let victim = try FinishedVictim("leak-and-respond")
        #expect(victim.process.code == SIGILL)
        #expect(
            victim.process.errors.contains(
                "Fatal error: KeptInteractor is still alive 1.0 s after it was released in "
                    + "RespondingApp.leave(): kept alive by static RespondingApp.shared → "
                    + "RespondingApp.kept[0]\n"), "\(victim.process.errors)")
        try checkLeaks(of: victim, 1)
    }

    @Test(arguments: [1, 40]) func eachLeakThatWasSaidSurvivesAKill(count: Int) throws {
        let victim = try FinishedVictim("leak-and-respond", ["\(count)"])
        #expect(victim.process.code == SIGKILL, "\(victim.process.errors)")
        let said = victim.said("leaked")
        #expect(said.count == count)
        #expect(said.allSatisfy { $0.hasPrefix("KeptInteractor RespondingApp.kept[") }, "\(said)")
        try checkLeaks(of: victim, count)
    }

    private func checkLeaks(of victim: FinishedVictim, _ count: Int) throws {
        let report = try Analysis.report(on: [victim.trace()], symbolizer: NoSymbols())
        let leaks = report.findings.filter(\.kind.isLeak)
        #expect(leaks.map(\.type) == ["KeptInteractor"])
        #expect(leaks.reduce(0) { $0 + $1.count } == count)
        #expect(leaks.allSatisfy { $0.retainPath != nil })
    }
}
