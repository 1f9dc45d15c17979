// SPDX-License-Identifier: Apache-2.0

import Testing
import TraceFixtures

@testable import RIBAnalysis
@testable import RIBHistory

@Suite struct HistoryTrendTests {
    private func line(_ runs: [RunReport], then run: RunReport) throws -> String? {
        let folder = try TemporaryFolder()
        let last = try HistorySamples.history(runs, in: folder).report(branch: "main", last: 9)
        return last.trend(then: run)
    }

    private func run(_ day: Int, leaks: Int, fires: Int = 0, isDoubtful: Bool = false) -> RunReport
    {
        HistorySamples.run(
            day,
            (0..<leaks).map { HistorySamples.finding($0) }
                + (0..<fires).map { HistorySamples.finding(9 - $0, kind: .firedWhileInactive) },
            isDoubtful: isDoubtful)
    }

    @Test func saysWhetherThereAreMoreOrFewer() throws {
        #expect(
            try line([run(1, leaks: 1), run(2, leaks: 2)], then: run(3, leaks: 4))
                == "Over the last 2 runs of main and this one: leaks ▂▄█ rose from 1 to 4")
        #expect(
            try line([], then: run(3, leaks: 4)) == nil)
    }

    @Test func eachMeasureThatIsNotZeroHasItsWords() throws {
        #expect(
            try line([run(1, leaks: 2, fires: 1)], then: run(3, leaks: 1, fires: 1))
                == "Over the last run of main and this one: leaks █▄ fell from 2 to 1; "
                + "subscriptions that fired while inactive ██ are 1 as at first")
        #expect(try line([run(5, leaks: 0)], then: run(6, leaks: 1)) != nil)
    }

    @Test func runsWithoutAnyFindingHaveNone() throws {
        #expect(try line([run(1, leaks: 0)], then: run(2, leaks: 0)) == nil)
    }

    @Test func aRunThatMayMissFindingsAndTheRunItselfDoNotCount() throws {
        let now = run(4, leaks: 2)
        #expect(
            try line([run(1, leaks: 3), run(2, leaks: 0, isDoubtful: true), now], then: now)
                == "Over the last run of main and this one: leaks █▆ fell from 3 to 2")
    }
}
