// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// The living tree, as an app prints it itself.
@Suite struct DemoTreeTests {
    @Test(arguments: [
        ("full", ", 1 subscription", ", .ribleak/20260102T030405.006Z-77/ribleak-demo-77"),
        ("off", "", ""),
    ])
    func aSessionPrintsTheTreeItEndsWith(
        level: String, subscription: String, trace: String
    ) throws {
        let session = try DemoSession(options: ["--tree"], environment: ["RIBLEAK_LEVEL": level])
        let told = session.process.output.components(separatedBy: "\n")
            .drop { !$0.hasSuffix(" in the tree") }.joined(separator: "\n")
        #expect(
            CanonicalReport(told).text == """
                3 RIBs in the tree
                  ribleak-demo (process 77)\(trace)

                RootRouter             Root                   active, launched 640 µs ago
                └── LoggedInRouter     Root/LoggedIn          active, attached 640 µs ago\(subscription)
                    └── OffGameRouter  Root/LoggedIn/OffGame  active, attached 640 µs ago\(subscription)

                """)
    }

    @Test func theLivingTreeIsTheOneThatTheRecordingEndsWith() throws {
        let session = try DemoSession(leaks: ["forgotten-detach"], options: ["--tree"])
        let recorded = try FinishedProcess("ribleak", ["tree", session.runs.file("runs")])
        func ribs(_ text: String) -> [String] {
            CanonicalReport(text).text.components(separatedBy: "\n")
                .filter { $0.contains("Router ") }
        }
        #expect(ribs(session.process.output).count > 3)
        #expect(ribs(session.process.output) == ribs(recorded.output))
    }
}
