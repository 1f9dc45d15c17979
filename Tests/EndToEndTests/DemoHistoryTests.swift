// SPDX-License-Identifier: Apache-2.0

import Testing
import TraceFixtures

/// The timeline of a real session.
@Suite struct DemoHistoryTests {
    @Test func aSessionIsATimelineThatViewersAccept() throws {
        let session = try SharedSessions.session(leaks: ["uncancelled-subscription"])
        let export = try FinishedProcess(
            "ribleak", ["export", "--format", "chrome-trace", session.runs.file("runs")])
        let check = try ChromeTraceCheck(export.output)

        #expect(export.code == 0 && export.errors == "")
        #expect(check.faults == [])
        #expect(
            check.threads == [
                "Root", "Root/LoggedIn", "Root/LoggedIn/OffGame", "Root/LoggedIn/Scores",
                "Root/LoggedIn/TicTacToe", "Root/LoggedOut", "Root/LoggedOut/Login",
                "Root/LoggedOut/Login/CreateAccount",
            ])
        // Each of the three games replaces the screen between games; the session ends on that.
        #expect(check.spans.count { $0.name == "Root/LoggedIn/TicTacToe" } == 3)
        #expect(check.spans.count { $0.name == "Root/LoggedIn/OffGame" } == 5)
        #expect(check.spans.count { $0.name == "Root/LoggedIn/OffGame · active" } == 5)
        #expect(check.spans.count { $0.marks == ["fired while inactive"] } == 2)
    }
}
