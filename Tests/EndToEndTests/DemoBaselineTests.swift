// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// A baseline of one session of the demo lets others with the same mistakes pass.
@Suite struct DemoBaselineTests {
    private static let leaks = [
        "parent-keeps-child", "stored-closure", "timer", "uncancelled-subscription", "plain-rib",
    ]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes a baseline of one session, and gates another with it.
    private func gate(_ session: DemoSession, by known: DemoSession) throws -> FinishedProcess {
        let baseline = folder.file("\(UUID().uuidString).json")
        let written = try FinishedProcess(
            "ribleak", ["baseline", "write", "--output", baseline, known.runs.file("runs")])
        #expect(written.code == 0)
        return try session.gate("--baseline", baseline, "--ratchet")
    }

    /// What was found, to tell apart what two runs say of the same mistake.
    private func reports(of sessions: [DemoSession]) throws -> String {
        try sessions.map {
            try FinishedProcess("ribleak", ["report", $0.runs.file("runs")]).output
        }
        .joined()
    }

    @Test func theSameMistakesInAnotherOrderAndFolderAreKnown() throws {
        let gate = try gate(
            SharedSessions.session(leaks: Self.leaks.reversed()),
            by: SharedSessions.session(leaks: Self.leaks))
        #expect(gate.code == 0)
        #expect(gate.output.split(separator: "\n").count == 1)
    }

    @Test(arguments: [true, false])
    func aMachineThatCannotSayWhatKeepsThemAliveAgrees(_ knowsLess: Bool) throws {
        let less = try SharedSessions.session(
            leaks: Self.leaks, environment: ["RIBLEAK_SEARCH_LIMIT": "0"])
        let more = try SharedSessions.session(leaks: Self.leaks)
        let gate = knowsLess ? try gate(more, by: less) : try gate(less, by: more)
        #expect(gate.code == 0)
        // Only the search sees what was freed with the RIB that kept it, so the counts differ.
        #expect(
            gate.output.split(separator: "\n").dropFirst().allSatisfy {
                $0.contains("often than before") || $0.contains("×, was ")
            })
    }

    @Test(arguments: [
        ["RIBLEAK_LEVEL": "counts"], ["RIBLEAK_STACK_DEPTH": "1"], ["RIBLEAK_STACK_DEPTH": "12"],
        ["RIBLEAK_STACK_DEPTH": "24"],
    ])
    func aRunThatKnowsLessOfStacksFixesNothingAndBringsNothing(_ settings: [String: String]) throws
    {
        let leaks = Self.leaks + ["worker-not-stopped", "plain-rib-subscription"]
        let less = try SharedSessions.session(leaks: leaks, environment: settings)
        let more = try SharedSessions.session(leaks: leaks)
        for gate in [try gate(less, by: more), try gate(more, by: less)] {
            #expect(gate.output.contains("ribleak gate: "))
            #expect(!gate.output.contains("fixed"), "\((try? reports(of: [less, more])) ?? "")")
        }
        #expect(try gate(less, by: more).code == 0)
    }

    @Test func oneMistakeMoreIsNamed() throws {
        let gate = try gate(
            SharedSessions.session(leaks: Self.leaks + ["strong-listener"]),
            by: SharedSessions.session(leaks: Self.leaks))
        #expect(gate.code == 1)
        let lines = gate.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines.last?.hasPrefix(
                "  leaked-interactor at Root/LoggedOut/Login/CreateAccount: "
                    + "CreateAccountInteractor, kept at ") == true,
            "\(lines)")
    }
}
