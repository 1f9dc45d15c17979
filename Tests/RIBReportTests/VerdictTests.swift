import Testing

@testable import RIBAnalysis
@testable import RIBReport

@Suite struct VerdictTests {
    private func summary(
        _ leaks: Int, _ fires: Int, tracked: Int = 42, dropped: UInt64 = 0
    ) -> RunSummary {
        RunSummary(tracked: tracked, leaks: leaks, inactiveFires: fires, dropped: dropped)
    }

    @Test func saysTheResultInOneLine() {
        #expect(Verdict(summary(0, 0)).line == "No leaks. 42 objects tracked.")
        #expect(Verdict(summary(1, 0, tracked: 1)).line == "1 leak. 1 object tracked.")
        #expect(
            Verdict(summary(2, 3)).line
                == "2 leaks, 3 subscriptions fired while inactive. 42 objects tracked.")
        #expect(
            Verdict(summary(0, 1)).line
                == "1 subscription fired while inactive. 42 objects tracked."
        )
        #expect(
            Verdict(summary(0, 0, dropped: 7)).line
                == "No leaks seen, but 7 events dropped. 42 objects tracked.")
    }

    @Test func doubtsCleanRunsThatSawTooLittle() {
        #expect(!Verdict(summary(0, 0)).isDoubtful)
        #expect(Verdict(summary(0, 0, tracked: 0)).isDoubtful)
        #expect(Verdict(summary(0, 0, dropped: 1)).isDoubtful)
        #expect(!Verdict(summary(1, 0, dropped: 1)).isDoubtful)
    }

    @Test func gatePassesUpToItsLimits() {
        let verdict = GateVerdict(summary(2, 1), maxLeaks: 2, maxInactiveFires: 1)
        #expect(verdict.passed)
        #expect(
            verdict.line
                == "passed: 2 leaks (allowed 2), 1 subscription fired while inactive (allowed 1), "
                + "42 objects tracked")
    }

    @Test func gateFailsAboveEitherLimit() {
        #expect(!GateVerdict(summary(1, 0), maxLeaks: 0, maxInactiveFires: 9).passed)
        let verdict = GateVerdict(summary(0, 2, dropped: 1), maxLeaks: 9, maxInactiveFires: 1)
        #expect(!verdict.passed)
        #expect(
            verdict.line
                == "failed: 0 leaks (allowed 9), 2 subscriptions fired while inactive (allowed 1), "
                + "42 objects tracked, 1 event dropped")
    }
}
