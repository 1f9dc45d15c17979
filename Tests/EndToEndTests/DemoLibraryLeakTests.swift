// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// A team's own description of a library leak, matched against what the demo recorded.
@Suite struct DemoLibraryLeakTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Gates a session whose settings call a retain path a library's.
    private func gate(_ retainPath: String) throws -> FinishedProcess {
        let settings = folder.file("ribleak.yml")
        try """
        library-leaks:
          - name: screens
            retain-path: "\(retainPath)"
            description: the framework keeps the last screen
            link: https://example.com/screens

        """.write(toFile: settings, atomically: true, encoding: .utf8)
        return try SharedSessions.session(leaks: ["parent-keeps-child"])
            .gate("--config", settings)
    }

    @Test func aMatchedLeakIsSetApartAndPasses() throws {
        let gate = try gate("**/LoggedInRouter.previousScreens[*]")
        #expect(gate.code == 0)
        let lines = gate.output.split(separator: "\n")
        #expect(lines.first?.contains("0 leaks (allowed 0)") == true)
        #expect(lines.first?.contains(", 1 library leak, ") == true)
        #expect(
            lines.last.map(String.init)
                == "library leak screens: 1; the framework keeps the last screen "
                + "(https://example.com/screens)")
    }

    @Test func anotherPropertyOfTheSameHolderDoesNotMatch() throws {
        let gate = try gate("**/LoggedInRouter.nextScreens[*]")
        #expect(gate.code == 1)
        #expect(gate.output.contains("failed: 1 leak (allowed 0)"))
        #expect(gate.output.contains("note: unused library leak: screens ("))
    }
}
