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
        #expect(golden.printed == golden.checkedIn)
    }
}
