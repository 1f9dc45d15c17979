import Testing
import TraceFixtures

/// The page about a real session, in a real browser.
@Suite(.enabled(if: Judge.isInstalled)) struct DemoPageTests {
    private static let leaks = [
        "parent-keeps-child", "sink-captures-self", "forgotten-detach", "uncancelled-subscription",
    ]

    /// What a scenario of `Tests/Judges/html_report.py` finds wrong with the page.
    private func faults(_ scenario: String) throws -> String {
        let session = try DemoSession(leaks: Self.leaks)
        let page = session.runs.file("report.html")
        let report = try session.report("--output", "html:\(page)")
        var arguments = [scenario, page]
        if scenario == "tree" {
            let ribleak = BuiltProducts.folder.appendingPathComponent("ribleak").path
            arguments += [ribleak, session.runs.file("runs")]
        }
        let judgement = try Judge.ask("html_report.py", arguments)
        return report.errors + judgement.output + judgement.errors
    }

    @Test(arguments: ["findings", "tree", "timeline", "ledger", "flame"])
    func aViewShowsTheSessionAndCanBeOperated(view: String) throws {
        #expect(try faults(view) == "")
    }

    @Test func itIsOperatedByKeyboardAndHeard() throws { #expect(try faults("access") == "") }

    @Test func itIsLegibleInBothColourSchemes() throws { #expect(try faults("contrast") == "") }

    @Test func itFitsANarrowWindow() throws { #expect(try faults("narrow") == "") }

    @Test func itIsPrintedAsItIsSeen() throws { #expect(try faults("printed") == "") }

    @Test func itIsReadableWithoutTheScript() throws { #expect(try faults("plain") == "") }
}
