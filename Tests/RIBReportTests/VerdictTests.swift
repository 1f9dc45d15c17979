// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis
@testable import RIBFindingText
@testable import RIBReport

@Suite struct VerdictTests {
    private func report(
        _ leaks: Int, _ fires: Int, tracked: Int = 42, doubts: [String] = []
    ) -> RunReport {
        Samples.report(tracked: tracked, leaks: leaks, inactiveFires: fires, doubts: doubts)
    }

    @Test func saysTheResultInOneLine() {
        #expect(Verdict(report(0, 0)).line == "No leaks. 42 objects tracked.")
        #expect(Verdict(report(1, 0, tracked: 1)).line == "1 leak. 1 object tracked.")
        #expect(
            Verdict(report(2, 3)).line
                == "2 leaks, 3 subscriptions fired while inactive. 42 objects tracked.")
        #expect(
            Verdict(report(0, 1)).line
                == "1 subscription fired while inactive. 42 objects tracked."
        )
        #expect(
            Verdict(report(0, 0, doubts: ["7 events dropped"])).line
                == "No leaks seen, but not everything could be judged. 42 objects tracked.")
    }

    @Test func warningsAreCountedBesideTheVerdict() {
        let warned = Samples.report(warnings: 1)
        #expect(Verdict(warned).line == "No leaks, 1 warning. 42 objects tracked.")
        #expect(Verdict(warned).isClean && !Verdict(warned).isDoubtful)
        #expect(
            Verdict(Samples.report(leaks: 1, warnings: 2)).line
                == "1 leak, 2 warnings. 42 objects tracked.")
        #expect(
            Verdict(Samples.report(warnings: 2, doubts: ["damaged"])).line
                == "No leaks seen, 2 warnings, but not everything could be judged. "
                + "42 objects tracked.")
    }

    @Test func doubtsCleanRunsThatSawTooLittle() {
        #expect(!Verdict(report(0, 0)).isDoubtful)
        #expect(Verdict(report(0, 0, tracked: 0)).isDoubtful)
        #expect(Verdict(report(0, 0, doubts: ["damaged"])).isDoubtful)
        #expect(!Verdict(report(1, 0, doubts: ["damaged"])).isDoubtful)
    }
}
