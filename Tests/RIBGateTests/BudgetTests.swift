// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import Testing

@testable import RIBGate

@Suite struct BudgetTests {
    private func line(_ findings: [Finding], _ yaml: String) throws -> String {
        try GateSamples.judgement(findings, yaml).line
    }

    @Test func aRunPassesUpToItsLimits() throws {
        #expect(
            try line(
                GateSamples.leaks(2) + GateSamples.fires(1),
                "budgets: {leaks: 2, inactive-fires: 1}")
                == "passed: 2 leaks (allowed 2), 1 subscription fired while inactive (allowed 1), "
                + "42 objects tracked")
    }

    @Test func aRunFailsAboveEitherLimit() throws {
        #expect(
            try line(GateSamples.leaks(1), "budgets: {inactive-fires: 9}")
                == "failed: 1 leak (allowed 0), 0 subscriptions fired while inactive (allowed 9), "
                + "42 objects tracked")
        #expect(
            try line(GateSamples.fires(2), "budgets: {leaks: 9, inactive-fires: 1}")
                == "failed: 0 leaks (allowed 9), 2 subscriptions fired while inactive (allowed 1), "
                + "42 objects tracked")
    }

    @Test func warningsFailOnlyALimitOfTheirs() throws {
        let warnings = [
            GateSamples.finding(.neverAttached), GateSamples.finding(.lateDeallocation),
        ]
        let usual = "0 leaks (allowed 0), 0 subscriptions fired while inactive (allowed 0)"
        #expect(try line(warnings, "") == "passed: \(usual), 2 warnings, 42 objects tracked")
        #expect(
            try line(warnings, "budgets: {warnings: 1}")
                == "failed: \(usual), 2 warnings (allowed 1), 42 objects tracked")
        #expect(
            try line(warnings, "budgets: {never-attached: 0}")
                == "failed: \(usual), 1 never-attached (allowed 0), 1 warning, 42 objects tracked")
    }

    @Test func aFindingOfALimitedKindCountsForThatLimitAlone() throws {
        let findings = [
            GateSamples.finding(.leakedView), GateSamples.finding(.leakedView, at: "A"),
        ]
        #expect(
            try line(findings, "budgets: {leaked-view: 2}")
                == "passed: 0 leaks (allowed 0), 0 subscriptions fired while inactive (allowed 0), "
                + "2 leaked-view (allowed 2), 42 objects tracked")
        #expect(
            try line(findings + GateSamples.leaks(1), "budgets: {leaked-view: 1, leaks: 9}")
                == "failed: 1 leak (allowed 9), 0 subscriptions fired while inactive (allowed 0), "
                + "2 leaked-view (allowed 1), 42 objects tracked")
    }

    private let paths = """
        budgets:
          leaked-view: 0
          paths:
            - {rib-path: Root/Legacy/**, leaks: 1, leaked-view: 1}
            - {rib-path: Root/**, inactive-fires: 2}
            - {rib-path: Root/Legacy/**, leaks: 9}

        """

    @Test func aFindingBelowALimitedPathCountsThereAlone() throws {
        let legacy = GateSamples.finding(at: "Root/Legacy/Old")
        #expect(
            try line([legacy], paths)
                == "passed: 0 leaks (allowed 0), 0 subscriptions fired while inactive (allowed 0), "
                + "1 leak at Root/Legacy/** (allowed 1), 42 objects tracked")
        #expect(
            try line([legacy, GateSamples.finding(at: "Root/Legacy")], paths)
                == "failed: 0 leaks (allowed 0), 0 subscriptions fired while inactive (allowed 0), "
                + "2 leaks at Root/Legacy/** (allowed 1), 42 objects tracked")
    }

    @Test func theFirstPathThatLimitsWhatTheFindingIsCounts() throws {
        // Root/Legacy/** says nothing about subscriptions.
        let fire = GateSamples.finding(.firedWhileInactive, at: "Root/Legacy/Old")
        #expect(
            try line([fire], paths)
                == "passed: 0 leaks (allowed 0), 0 subscriptions fired while inactive (allowed 0), "
                + "1 subscription fired while inactive at Root/** (allowed 2), 42 objects tracked")
    }

    @Test func aPathRanksAboveAKind() throws {
        let view = GateSamples.finding(.leakedView, at: "Root/Legacy/Old")
        #expect(try GateSamples.judgement([view], paths).outcome == .passed)
        let other = GateSamples.finding(.leakedView, at: "Root/Game")
        #expect(try GateSamples.judgement([other], paths).outcome == .exceeded)
    }
}
