// SPDX-License-Identifier: Apache-2.0

import Testing
import TraceFixtures

/// The page of `ribleak watch --web` in a real browser, beside an app that runs.
@Suite(.enabled(if: Judge.isInstalled)) struct LivePageTests {
    /// What the scenarios of `Tests/Judges/live_page.py` say, line by line.
    private static let judgement = Result {
        let products = BuiltProducts.folder
        let judgement = try Judge.ask(
            "live_page.py",
            [
                "moves,lists,finds,ends,heads,owners,pauses,heard,refuses,outlasts,axe",
                products.appendingPathComponent("ribleak").path,
                products.appendingPathComponent("watched-app").path,
            ], within: 300)
        return judgement.output.split(separator: "\n").map(String.init)
    }

    /// Expects that a scenario finds nothing wrong, and came to its end.
    private func expectNoFaults(
        in scenario: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let lines = try Self.judgement.get().filter { $0.hasPrefix("\(scenario): ") }
        #expect(lines == ["\(scenario): looked at"], sourceLocation: sourceLocation)
    }

    @Test func treeTimelineAndSubscriptionsMoveAndTheSliderGoesBack() throws {
        try expectNoFaults(in: "moves")
    }

    @Test func aSubscriptionHasThePlaceOwnerAndEvidenceOfAReport() throws {
        try expectNoFaults(in: "lists")
    }

    @Test func findingsComeAsTheyAreJudged() throws {
        try expectNoFaults(in: "finds")
    }

    @Test func theEndOfAnAppAndTheNextOneAreShown() throws {
        try expectNoFaults(in: "ends")
    }

    @Test func theHeadIsAboutTheProcessThatItNames() throws {
        try expectNoFaults(in: "heads")
    }

    @Test func itsFindingsComeBeforeThoseOfOtherProcesses() throws {
        try expectNoFaults(in: "owners")
    }

    @Test func itPausesAndSaysWhenNothingMoreComes() throws {
        try expectNoFaults(in: "pauses")
    }

    @Test func itIsHeardNowAndThen() throws {
        try expectNoFaults(in: "heard")
    }

    @Test func strangersAreRefused() throws {
        try expectNoFaults(in: "refuses")
    }

    @Test func connectionsThatSayOrReadNothingDoNotHoldItUp() throws {
        try expectNoFaults(in: "outlasts")
    }

    @Test func axeFindsNothingInAnyView() throws {
        try expectNoFaults(in: "axe")
    }
}
