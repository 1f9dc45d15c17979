// SPDX-License-Identifier: Apache-2.0

import Testing
import TraceFixtures

/// Each mistake of the demo must be reported as exactly its culprit and nothing else.
@Suite struct DemoLeakTests {
    @Test(arguments: DemoMistakes.found.keys.sorted())
    func eachMistakeIsReportedAsItsCulpritAndNothingElse(leak: String) throws {
        let session = try SharedSessions.session(leaks: [leak])

        #expect(session.process.code == 0)
        let findings = try session.findings()
        #expect(findings.map(\.description) == [DemoMistakes.found[leak]?.finding])
        #expect(findings.map(\.suspectEdge) == [DemoMistakes.found[leak]?.suspect])
        #expect(try session.gate().code == 1)
    }

    @Test func everyMistakeTheDemoKnowsIsExpectedHere() throws {
        let list = try FinishedProcess("ribleak-demo", ["--leak", "list"])
        #expect(
            list.output.split(separator: "\n").map(String.init).sorted()
                == DemoMistakes.found.keys.sorted())
    }

    /// The app prints each screen, each move and each answer of its server.
    @Test(arguments: [[], DemoMistakes.found.keys.sorted()])
    func anAppDoesTheSameInTheSameOrderWhetherItIsRecordedOrNot(leaks: [String]) throws {
        let recorded = try SharedSessions.session(leaks: leaks)
        let plain = try DemoSession(leaks: leaks, environment: ["RIBLEAK_LEVEL": "off"])

        #expect(recorded.process.output.split(separator: "\n").count > 30)
        #expect(recorded.process.output == plain.process.output)
    }

    /// Down to the order in which their objects are freed.
    @Test func aHundredRandomAppsDoTheSameInTheSameOrderWhetherTheyAreRecordedOrNot() throws {
        let logs = try ["off", "full"].map { level in
            let runs = try TemporaryFolder()
            let played = try FinishedProcess(
                "watched-app", ["random", "100"],
                environment: ["RIBLEAK_LEVEL": level, "RIBLEAK_TRACE_DIR": runs.file("runs")])
            #expect(played.code == 0)
            return played.output.split(separator: "\n")
        }
        #expect(logs[0].count { $0.hasPrefix("app ") } == 100)
        #expect(logs[0].count { $0.hasSuffix(" interactor freed") } > 1_000)
        let place = zip(logs[0], logs[1]).prefix { $0 == $1 }.count
        #expect(logs[0].dropFirst(place).prefix(3) == logs[1].dropFirst(place).prefix(3))
    }

    @Test func aSessionWithoutMistakesIsClean() throws {
        let session = try SharedSessions.session()

        #expect(try session.findings().isEmpty)
        #expect(try session.report().output.hasPrefix("✓ No leaks. 65 objects tracked.\n"))
        #expect(try session.gate().code == 0)
    }

    @Test(arguments: [
        (
            "task",
            """
            ├─ kept alive by a task
            │    a task (inferred)
            │    ↓ closure #1 in OffGameInteractor.waitForInvitations() at \
            Tools/ribleak-demo/OffGame/OffGameInteractor.swift:81 captures self

            """
        ),
        (
            "global-observer",
            """
            ├─ kept alive by a global variable
            │    NotificationCenter (inferred)
            │    ↓ closure #1 in LoggedInInteractor.logOutWhenSessionExpires() at \
            Tools/ribleak-demo/LoggedIn/LoggedInInteractor.swift:102 captures self

            """
        ),
    ])
    func whatNoTypeDescribesIsNamedAsTheCodeHasIt(leak: String, path: String) throws {
        let session = try SharedSessions.session(leaks: [leak])
        let report = try session.report().output
        #expect(report.contains(path), "\(report)")
    }

    @Test func allMistakesTogetherAreAllReported() throws {
        let session = try DemoSession(leaks: DemoMistakes.found.keys.sorted())
        let findings = try session.findings()

        #expect(
            Set(findings.map(\.kind)) == [
                "leaked-router", "leaked-interactor", "leaked-view", "view-gone-still-attached",
                "fired-while-inactive",
            ])
        // What would be found on its own is dragged along by the interactors that use it.
        #expect(
            ["GameClock", "FriendGameWorkflow"].allSatisfy { type in
                findings.contains { $0.victims.contains { $0.type == type } }
            })
    }

    @Test func atLevelCountsTheCulpritIsNamedWithoutStacks() throws {
        let session = try DemoSession(
            leaks: ["parent-keeps-child"], environment: ["RIBLEAK_LEVEL": "counts"])
        let report = try session.report()

        #expect(
            try session.findings().map(\.description)
                == [
                    // Without the search, only what is alive at the end is found.
                    DemoMistakes.found["parent-keeps-child"]?.finding.replacing("3×", with: "1×")
                ])
        #expect(report.output.contains("RIBLEAK_LEVEL=counts: no call stacks"))
        #expect(!report.output.contains("made by"))
    }

    @Test func atLevelOffNothingIsWritten() throws {
        let session = try DemoSession(
            leaks: ["parent-keeps-child"], environment: ["RIBLEAK_LEVEL": "off"])
        #expect(session.process.errors == "")
        #expect(try session.gate().code == 2)
    }

    @Test func aTraceFolderThatCannotBeMadeCostsOneWarningAndNothingElse() throws {
        let session = try DemoSession(environment: ["RIBLEAK_TRACE_DIR": "/dev/null/runs"])
        #expect(session.process.code == 0)
        #expect(session.process.errors.hasPrefix("ribleak: warning: /dev/null/runs/"))
        #expect(session.process.errors.hasSuffix(": Not a directory: nothing is recorded\n"))
        #expect(session.process.errors.split(separator: "\n").count == 1)
        #expect(session.process.output == (try SharedSessions.session().process.output))
    }
}
