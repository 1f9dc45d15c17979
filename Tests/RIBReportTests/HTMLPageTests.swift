// SPDX-License-Identifier: Apache-2.0

import Testing
import TraceFixtures

@testable import RIBAnalysis
@testable import RIBReport

/// Pages as no demo makes them, in a real browser.
@Suite(.enabled(if: Judge.isInstalled)) struct HTMLPageTests {
    /// Expects that scenarios of `Tests/Judges/html_report.py` find nothing wrong with a page.
    private func expectNoFaults(
        _ findings: [Finding], _ details: RunDetails, _ scenarios: String...,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        try expectNoFaults(
            Samples.report(findings, leaks: findings.count, caveats: ["a binary is gone"]), details,
            scenarios, at: location)
    }

    private func expectNoFaults(
        _ report: RunReport, _ details: RunDetails, _ scenarios: [String],
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let folder = try TemporaryFolder()
        let page = folder.file("report.html")
        try HTMLReport().text(for: report, details)
            .write(toFile: page, atomically: true, encoding: .utf8)
        let judgement = try Judge.ask(
            "html_report.py", [scenarios.joined(separator: ","), page])
        #expect(
            judgement.output + judgement.errors
                == scenarios.map { "\($0): looked at\n" }.joined(),
            sourceLocation: location)
    }

    @Test func namesThatHoldMarkupAreText() throws {
        let name = "<script>alert(1)</script>\(Samples.evil)<img src=x onerror=alert(1)>"
        try expectNoFaults(
            HTMLSamples.findings(4, name: name), HTMLSamples.details(name: name), "hostile",
            "narrow")
    }

    @Test func tenThousandFindingsAreAsQuickAsFour() throws {
        let details = HTMLSamples.details(spans: 20_000, subscriptions: 20_000)
        try expectNoFaults(HTMLSamples.findings(10_000), details, "large", "printed")
    }

    @Test func allViewsShowTheProcessThatWasChosen() throws {
        let processes =
            HTMLSamples.details(name: "Little", changes: 6).processes
            + HTMLSamples.details(name: "Much", run: 1).processes
        var findings = HTMLSamples.findings(4)
        findings[0].occurrences = [Occurrence(.object(4), run: 0)]
        findings[2].occurrences = [Occurrence(.object(4), run: 1)]
        try expectNoFaults(findings, RunDetails(processes), "processes")
    }

    @Test func whatIsKnownAndWhatHasOneCauseStandsApart() throws {
        try expectNoFaults(HTMLSamples.compared(), HTMLSamples.details(), ["compared", "axe"])
    }

    @Test func whatWasFreedLateIsNotSaidToHaveLeaked() throws {
        let finding = Samples.finding(.lateDeallocation, occurrences: [Occurrence(.object(4))])
        try expectNoFaults([finding], HTMLSamples.details(), "late")
    }

    @Test func theTimelineFirstShowsUntilTheLastEventOfARunThatIdlesAtItsEnd() throws {
        try expectNoFaults([], HTMLSamples.details(rootLives: 1_000_000), "idle")
    }

    @Test func aReportWithoutFindingsOrDetailsIsAPageToo() throws {
        try expectNoFaults([], .none, "narrow", "axe")
    }
}
