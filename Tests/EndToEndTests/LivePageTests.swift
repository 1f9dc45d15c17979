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

    /// What a scenario finds wrong, and that it came to its end.
    private func lines(of scenario: String) throws -> [String] {
        try Self.judgement.get().filter { $0.hasPrefix("\(scenario): ") }
    }

    @Test func treeTimelineAndSubscriptionsMoveAndTheSliderGoesBack() throws {
        #expect(try lines(of: "moves") == ["moves: looked at"])
    }

    @Test func aSubscriptionHasThePlaceOwnerAndEvidenceOfAReport() throws {
        #expect(try lines(of: "lists") == ["lists: looked at"])
    }

    @Test func findingsComeAsTheyAreJudged() throws {
        #expect(try lines(of: "finds") == ["finds: looked at"])
    }

    @Test func theEndOfAnAppAndTheNextOneAreShown() throws {
        #expect(try lines(of: "ends") == ["ends: looked at"])
    }

    @Test func theHeadIsAboutTheProcessThatItNames() throws {
        #expect(try lines(of: "heads") == ["heads: looked at"])
    }

    @Test func itsFindingsComeBeforeThoseOfOtherProcesses() throws {
        #expect(try lines(of: "owners") == ["owners: looked at"])
    }

    @Test func itPausesAndSaysWhenNothingMoreComes() throws {
        #expect(try lines(of: "pauses") == ["pauses: looked at"])
    }

    @Test func itIsHeardNowAndThen() throws {
        #expect(try lines(of: "heard") == ["heard: looked at"])
    }

    @Test func strangersAreRefused() throws {
        #expect(try lines(of: "refuses") == ["refuses: looked at"])
    }

    @Test func connectionsThatSayOrReadNothingDoNotHoldItUp() throws {
        #expect(try lines(of: "outlasts") == ["outlasts: looked at"])
    }

    @Test func axeFindsNothingInAnyView() throws {
        #expect(try lines(of: "axe") == ["axe: looked at"])
    }
}
