// SPDX-License-Identifier: Apache-2.0

import Testing
import TraceFixtures

/// The sample reports under `Reports/` are what the demo really prints: all are of one session.
///
/// `RIBLEAK_UPDATE_GOLDENS=1 swift test --filter Golden` writes them anew, and fails.
@Suite struct GoldenReportTests {
    @Test(arguments: [
        ("text", "demo.txt"), ("json", "demo.json"), ("html", "demo.html"),
        ("markdown", "demo.md"),
        ("github", "demo.github.txt"), ("gitlab", "demo.gitlab.json"), ("sarif", "demo.sarif"),
        ("junit", "demo.junit.xml"), ("xunit", "demo.xunit.xml"), ("xcode", "demo.xcode.txt"),
        ("speedscope", "demo.speedscope.json"),
    ])
    func theReportOfALeakySessionIsTheCheckedInOne(format: String, file: String) throws {
        let session = try SharedSessions.sample()
        try expect(try session.report("--format", format), isGolden: file)
    }

    @Test(arguments: [("text", "tree.txt"), ("mermaid", "tree.mmd")])
    func theTreeAtItsEndIsTheCheckedInOne(format: String, file: String) throws {
        let session = try SharedSessions.sample()
        let folder = session.runs.file("runs")
        try expect(
            try FinishedProcess("ribleak", ["tree", "--format", format, folder]), isGolden: file)
    }

    @Test func theLedgerIsTheCheckedInOne() throws {
        let session = try SharedSessions.sample()
        let ledger = try FinishedProcess(
            "ribleak", ["subscriptions", session.runs.file("runs")], in: BuiltProducts.packageRoot)
        try expect(ledger, isGolden: "subscriptions.txt")
    }

    private func expect(_ process: FinishedProcess, isGolden file: String) throws {
        let golden = try GoldenFile(file, of: process.output)
        if golden.isNew {
            Issue.record("Reports/\(file) was written anew: read the change before you commit it")
        }
        #expect(golden.firstDifference == nil)
    }
}
