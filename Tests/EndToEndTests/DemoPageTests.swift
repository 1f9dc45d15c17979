// SPDX-License-Identifier: Apache-2.0

import Testing
import TraceFixtures

/// The page about a real session, in a real browser, which is started once for all scenarios.
@Suite(.enabled(if: Judge.isInstalled)) struct DemoPageTests {
    /// Those of `Tests/Judges/html_report.py` for the demo's session.
    private static let scenarios = [
        "findings", "tree", "branches", "timeline", "marks", "ledger", "flame", "access", "axe",
        "narrow", "printed", "plain",
    ]

    /// What the scenarios say of the page, line by line.
    private static let judgement = Result {
        let session = try SharedSessions.sample()
        let folder = try TemporaryFolder()
        let page = folder.file("report.html")
        let report = try session.report("--output", "html:\(page)")
        let judgement = try Judge.ask(
            "html_report.py",
            [
                scenarios.joined(separator: ","), page,
                BuiltProducts.folder.appendingPathComponent("ribleak").path,
                session.runs.file("runs"),
            ], within: 300)
        return (report.errors + judgement.output + judgement.errors).split(separator: "\n")
            .map(String.init)
    }

    /// What a scenario finds wrong, and that it came to its end.
    private func lines(of scenario: String) throws -> [String] {
        try Self.judgement.get().filter { $0.hasPrefix("\(scenario): ") }
    }

    @Test func noOtherLineIsPrinted() throws {
        let lines = try Self.judgement.get()
        let others = lines.filter { line in
            !Self.scenarios.contains { line.hasPrefix("\($0): ") }
        }
        #expect(others == [])
        #expect(lines.count >= Self.scenarios.count)
    }

    @Test(arguments: ["findings", "tree", "branches", "timeline", "marks", "ledger", "flame"])
    func aViewShowsTheSessionAndCanBeOperated(view: String) throws {
        #expect(try lines(of: view) == ["\(view): looked at"])
    }

    @Test func itIsOperatedByKeyboardAndHeard() throws {
        #expect(try lines(of: "access") == ["access: looked at"])
    }

    @Test func axeFindsNothingInAnyView() throws {
        #expect(try lines(of: "axe") == ["axe: looked at"])
    }

    @Test func itFitsANarrowWindow() throws {
        #expect(try lines(of: "narrow") == ["narrow: looked at"])
    }

    @Test func itIsPrintedWithTheBodiesOfItsFindings() throws {
        #expect(try lines(of: "printed") == ["printed: looked at"])
    }

    @Test func itIsReadableWithoutTheScript() throws {
        #expect(try lines(of: "plain") == ["plain: looked at"])
    }
}
