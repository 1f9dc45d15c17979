// SPDX-License-Identifier: Apache-2.0

import Testing
import TraceFixtures

/// The sample of retain paths equals what is found for the demo's mistakes.
@Suite struct GoldenRetainPathTests {
    /// The mistakes that keep an object alive.
    private static let keeping = [
        "parent-keeps-child", "sink-captures-self", "strong-listener", "stored-closure", "timer",
        "task", "global-observer", "plain-rib", "worker-kept", "workflow-kept",
    ]

    @Test func theRetainPathOfEachMistakeIsTheCheckedInOne() throws {
        var text = ""
        for leak in Self.keeping {
            let report = try SharedSessions.session(leaks: [leak]).report().output
            text += "ribleak-demo --leak \(leak)\n"
            text += RetainPathSample(of: report).lines.joined(separator: "\n") + "\n\n"
        }
        let golden = try GoldenFile("retain-paths.txt", of: text)
        if golden.isNew {
            Issue.record("written anew: read the change before you commit it")
        }
        #expect(golden.firstDifference == nil)
    }

    /// Without the analyser's findings, and with them. The analyser's tests hold the latter against
    /// its own lines: see its DemoTests.
    @Test func thePlacesOfEachMistakeAreTheCheckedInOnes() throws {
        func place(_ session: DemoSession, _ options: [String]) throws -> String {
            let report = try FinishedProcess(
                "ribleak", ["report", session.runs.file("runs"), "--format", "github"] + options,
                in: BuiltProducts.packageRoot)
            let place = report.output.firstMatch(of: /file=([^,]+),line=(\d+)/)
            return place.map { "\($0.1):\($0.2)" } ?? "nowhere"
        }
        let lines = try DemoMistakes.found.keys.sorted().map { leak in
            let session = try SharedSessions.session(leaks: [leak])
            let alone = try place(session, [])
            let linted = try place(session, ["--lint", "Reports/demo.lint.json"])
            return "\(leak)\n  the run:   \(alone)\n  with lint: \(linted)\n"
        }
        let golden = try GoldenFile("places.txt", of: lines.joined())
        if golden.isNew {
            Issue.record("written anew: read the change before you commit it")
        }
        #expect(golden.firstDifference == nil)
    }
}
