import Foundation
import Testing
import TraceFixtures

/// The sample reports under `Reports/` are what the demo really prints.
///
/// `RIBLEAK_UPDATE_GOLDENS=1 swift test --filter GoldenReportTests` writes them anew, and fails.
@Suite struct GoldenReportTests {
    private static let leaks = [
        "parent-keeps-child", "sink-captures-self", "forgotten-detach", "uncancelled-subscription",
    ]

    @Test(arguments: [
        ("text", "demo.txt"), ("json", "demo.json"), ("html", "demo.html"),
        ("markdown", "demo.md"),
        ("github", "demo.github.txt"), ("gitlab", "demo.gitlab.json"), ("sarif", "demo.sarif"),
        ("junit", "demo.junit.xml"), ("xcode", "demo.xcode.txt"),
        ("speedscope", "demo.speedscope.json"),
    ])
    func theReportOfALeakySessionIsTheCheckedInOne(format: String, file: String) throws {
        let session = try DemoSession(leaks: Self.leaks)
        try expect(try session.report("--format", format), isGolden: file)
    }

    @Test(arguments: [("text", "tree.txt"), ("mermaid", "tree.mmd")])
    func theTreeAtItsEndIsTheCheckedInOne(format: String, file: String) throws {
        let session = try DemoSession(leaks: Self.leaks)
        let folder = session.runs.file("runs")
        try expect(
            try FinishedProcess("ribleak", ["tree", "--format", format, folder]), isGolden: file)
    }

    @Test func theLedgerIsTheCheckedInOne() throws {
        let session = try DemoSession(leaks: Self.leaks)
        let ledger = try FinishedProcess(
            "ribleak", ["subscriptions", session.runs.file("runs")], in: BuiltProducts.packageRoot)
        try expect(ledger, isGolden: "subscriptions.txt")
    }

    /// The mistakes that keep an object alive.
    private static let keeping = [
        "parent-keeps-child", "sink-captures-self", "strong-listener", "stored-closure", "timer",
        "task", "global-observer", "plain-rib", "worker-kept", "workflow-kept",
    ]

    @Test func theRetainPathOfEachMistakeIsTheCheckedInOne() throws {
        var text = ""
        for leak in Self.keeping {
            let report = try DemoSession(leaks: [leak]).report().output
            text += "ribleak-demo --leak \(leak)\n"
            text += RetainPathSample(of: report).lines.joined(separator: "\n") + "\n\n"
        }
        try expect(text, isGolden: "retain-paths.txt")
    }

    private func expect(_ process: FinishedProcess, isGolden file: String) throws {
        try expect(process.output, isGolden: file)
    }

    private func expect(_ output: String, isGolden file: String) throws {
        let report = CanonicalReport(output).text
        let path = "\(BuiltProducts.packageRoot)/Reports/\(file)"

        if ProcessInfo.processInfo.environment["RIBLEAK_UPDATE_GOLDENS"] != nil {
            try report.write(toFile: path, atomically: true, encoding: .utf8)
            Issue.record("Reports/\(file) was written anew: read the change before you commit it")
        }
        #expect(report == (try String(contentsOfFile: path, encoding: .utf8)))
    }
}
