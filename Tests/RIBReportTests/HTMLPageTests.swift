import Testing
import TraceFixtures

@testable import RIBAnalysis
@testable import RIBReport

/// Pages as no demo makes them, in a real browser.
@Suite(.enabled(if: Judge.isInstalled)) struct HTMLPageTests {
    /// What scenarios of `Tests/Judges/html_report.py` find wrong with a page.
    private func faults(
        _ findings: [Finding], _ details: RunDetails, _ scenarios: String...
    ) throws -> String {
        let folder = try TemporaryFolder()
        let page = folder.file("report.html")
        let report = Samples.report(findings, leaks: findings.count, caveats: ["a binary is gone"])
        try HTMLReport().text(for: report, details)
            .write(toFile: page, atomically: true, encoding: .utf8)
        return try scenarios.map { scenario in
            let judgement = try Judge.ask("html_report.py", [scenario, page])
            return judgement.output + judgement.errors
        }.joined()
    }

    @Test func namesThatHoldMarkupAreText() throws {
        let name = "<script>alert(1)</script>\(Samples.evil)<img src=x onerror=alert(1)>"
        let faults = try faults(
            HTMLSamples.findings(4, name: name), HTMLSamples.details(name: name), "hostile",
            "narrow")
        #expect(faults == "")
    }

    @Test func tenThousandFindingsAreAsQuickAsFour() throws {
        let details = HTMLSamples.details(spans: 20_000, subscriptions: 20_000)
        #expect(try faults(HTMLSamples.findings(10_000), details, "large", "printed") == "")
    }

    @Test func allViewsShowTheProcessThatWasChosen() throws {
        let processes =
            HTMLSamples.details(name: "Little", changes: 6).processes
            + HTMLSamples.details(name: "Much").processes
        #expect(try faults(HTMLSamples.findings(4), RunDetails(processes), "processes") == "")
    }

    @Test func whatWasFreedLateIsNotSaidToHaveLeaked() throws {
        let finding = Samples.finding(.lateDeallocation, explainedBy: "object:4")
        #expect(try faults([finding], HTMLSamples.details(), "late") == "")
    }

    @Test func theTimelineFirstShowsUntilTheLastEventOfARunThatIdlesAtItsEnd() throws {
        let faults = try faults([], HTMLSamples.details(rootLives: 1_000_000), "idle")
        #expect(faults == "")
    }

    @Test func aReportWithoutFindingsOrDetailsIsAPageToo() throws {
        #expect(try faults([], .none, "narrow", "contrast") == "")
    }
}
