// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import Testing
import TraceFixtures

/// `ribleak fix --verify`: which fixes are proved, and that nothing else changes.
@Suite struct FixVerifyTests {
    private static let passes = "! grep -q '^fail' Sources/App.swift"

    private let project: FixProject
    private let names: [String: String]

    init() throws {
        project = try FixProject([
            "mistake First", "", "", "", "mistake Second", "", "", "", "mistake Third", "", "", "",
            "mistake Fourth",
        ])
        names = try project.lint()
    }

    private func name(_ type: String) throws -> String { try #require(names[type]) }

    /// Fixes that put other lines in place of mistakes.
    private func answer(_ changes: [(type: String, line: String)]) throws -> FixProject.Answer {
        .init(
            fixes: try changes.map { type, line in
                .init(
                    findings: [try name(type)], title: "Mend \(type)",
                    patch: try project.patch(["mistake \(type)\n": "\(line)\n"]))
            })
    }

    private func fix(
        _ arguments: String..., verify: String = passes, answering answer: FixProject.Answer
    ) throws -> FinishedProcess {
        try project.fix(
            [project.other("lint.json"), "--verify", verify] + arguments
                + answer.fixes.flatMap { ["--only", $0.findings[0]] }, answering: answer)
    }

    /// Checks that neither a worktree nor a temporary file is left.
    private func expectNoRemains() throws {
        #expect(try project.git(["worktree", "list"]).split(separator: "\n").count == 1)
        #expect(try project.remains() == [])
    }

    private func row(_ type: String, _ result: String, _ reason: String = "") throws -> String {
        let word = result.padding(toLength: 11, withPad: " ", startingAt: 0)
        return "\(try name(type))  \(word) Sources/App.swift:1: Mend \(type)\(reason)\n"
    }

    // MARK: - What is proved

    @Test func provedFixesAreMadeAtOnce() throws {
        let answer = try answer([("First", "better"), ("Second", "best")])
        let count = project.other("count")
        let fix = try fix(verify: "echo >> '\(count)'; \(Self.passes)", answering: answer)
        #expect(fix.code == 0)
        #expect(fix.errors == "")
        #expect(
            fix.output == "✓ 2 of 2 findings fixed.\n\n" + (try row("First", "proved"))
                + (try row("Second", "proved")))
        #expect(try project.text().hasPrefix("better\n\n\n\nbest\n"))
        // Once without a fix, and once with all.
        #expect(try String(contentsOfFile: count, encoding: .utf8) == "\n\n")
        try expectNoRemains()
    }

    @Test func fixesThatHelpAreKeptAndOthersAreNot() throws {
        let answer = try answer([
            ("First", "better"), ("Second", "mistake Second // still"), ("Third", "fail"),
            ("Fourth", "mistake Fifth"),
        ])
        let fix = try fix(answering: answer)
        #expect(fix.code == 1)
        let new = fix.output.firstMatch(
            of: /it brings a finding, or shows a hidden one: (.*) \([0-9a-f]{16}\)/)
        #expect(new?.1 == "strong-listener in Fifth")
        #expect(
            fix.output.replacing(/\ \([0-9a-f]{16}\)/, with: "") == "✗ 1 of 4 findings fixed.\n\n"
                + (try row("First", "proved"))
                + (try row("Second", "not proved", ": the finding is still there"))
                + (try row(
                    "Third", "not proved",
                    ": the command fails with the code 1, and without the fix it passes"))
                + (try row(
                    "Fourth", "not proved",
                    ": it brings a finding, or shows a hidden one: strong-listener in Fifth")))
        #expect(try project.git(["diff", "--numstat"]) == "1\t1\tSources/App.swift\n")
        #expect(try project.text().hasPrefix("better\n"))
        try expectNoRemains()
    }

    @Test func fixesThatFailOnlyTogetherAreNotBothMade() throws {
        let answer = try answer([("First", "one"), ("Second", "two")])
        let fix = try fix(
            verify: "! (grep -q one Sources/App.swift && grep -q two Sources/App.swift)",
            answering: answer)
        #expect(fix.code == 1)
        #expect(try project.text().hasPrefix("one\n\n\n\nmistake Second\n"))
    }

    @Test func aTestThatFailsAnewIsSeenWhereOthersFail() throws {
        let answer = try answer([("First", "fail")])
        let verify =
            "echo \"Test Case 'A.old' failed (0.1 seconds)\"; "
            + "\(Self.passes) || { echo \"✘ Test new() failed after 0.1 seconds.\"; }"
        let fix = try fix(verify: verify, answering: answer)
        #expect(
            fix.output.hasSuffix(
                try row(
                    "First", "not proved",
                    ": the test new() fails, and without the fix it does not")))
    }

    @Test func changesThatAreNotCommittedAreInTheCopy() throws {
        try project.write("new\n", to: "Sources/New.swift")
        try project.write(try project.text() + "mine\n")
        // A package that the manifest may name by its path.
        mkdir(project.other("near"), 0o700)
        let answer = try answer([("Second", "better")])
        let fix = try fix(
            "--allow-dirty",
            verify:
                "test -e Sources/New.swift && grep -q mine Sources/App.swift && test -d ../near",
            answering: answer)
        #expect(fix.code == 0)
        #expect(try project.text().hasSuffix("mine\n"))
        #expect(
            try project.git(["status", "--porcelain"])
                == " M Sources/App.swift\n?? Sources/New.swift\n")
    }

    @Test func patchesAreWrittenAndADryRunPrintsThemAll() throws {
        let answer = try answer([("First", "better"), ("Third", "fail"), ("Fourth", "best")])
        let folder = project.other("patches")
        let fix = try fix("--dry-run", "--output", folder, answering: answer)
        #expect(fix.code == 1)
        #expect(
            fix.errors
                == "ribleak: warning: \(try name("Third")): the command fails with the code 1, "
                + "and without the fix it passes\n")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
                == [try name("First"), try name("Fourth")].sorted().map { "\($0).patch" }
                + ["proved.patch", "suggestions.json"])
        #expect(
            try String(contentsOfFile: "\(folder)/proved.patch", encoding: .utf8) == fix.output)
        #expect(try project.git(["status", "--porcelain"]) == "")
        _ = try project.git(["apply", "\(folder)/proved.patch"])
        #expect(try project.text().hasPrefix("better\n"))
        #expect(try project.text().hasSuffix("best\n"))
    }

    // MARK: - A command that proves nothing

    @Test func aCommandThatFailsByItselfIsAnError() throws {
        let fix = try fix(verify: "echo why; exit 3", answering: try answer([("First", "better")]))
        #expect(fix.code == 2)
        #expect(
            fix.errors == """
                ribleak:   why
                ribleak: error: --verify: the command, before any fix, fails with the code 3; mend it

                """)
        try expectNoRemains()
    }

    @Test func aCommandThatHangsIsEndedAtItsLimit() throws {
        let hangs = "if grep -q '^hang' Sources/App.swift; then sleep 1000 & wait; fi"
        let fix = try fix(
            "--limit", "2", verify: hangs, answering: try answer([("First", "hang")]))
        #expect(
            fix.output.hasSuffix(
                try row(
                    "First", "not proved",
                    ": the command takes more than 2 s, and without the fix it passes")))
        let first = try self.fix(
            "--limit", "1", verify: "sleep 1000", answering: try answer([("First", "better")]))
        #expect(first.code == 2)
        #expect(
            first.errors
                == "ribleak: error: --verify: the command, before any fix, takes more than "
                + "1 s; give it more by --limit\n")
        #expect(try project.git(["status", "--porcelain"]) == "")
        try expectNoRemains()
    }

    // MARK: - Interrupted

    /// Starts the command with a test that never ends, and waits until that runs.
    ///
    /// - Returns: The process, a pipe that ends with all programs of the test, and their group.
    private func startedHanging() throws -> (SpawnedChild, test: Int32, group: Int32) {
        let answer = try answer([("First", "better")])
        try project.prepare(answer)
        let path = project.other("fifo")
        mkfifo(path, 0o600)
        let test = open(path, O_RDONLY | O_NONBLOCK)
        let nowhere = open("/dev/null", O_RDWR)
        defer { close(nowhere) }
        let verify = "exec 3> '\(path)'; echo $$ >&3; sleep 1000 & wait"
        let child = SpawnedChild(
            BuiltProducts.folder.appendingPathComponent("ribleak").path,
            ["fix", project.other("lint.json"), "--only", try name("First"), "--verify", verify],
            environment: ProcessInfo.processInfo.environment
                .merging(project.environment) { $1 },
            files: [nowhere, nowhere, nowhere], in: project.root)
        let group = Int32(received(test).trimmingCharacters(in: .newlines))
        return (try #require(child), test, try #require(group))
    }

    /// What comes next from a pipe; empty at its end.
    private func received(_ pipe: Int32) -> String {
        var request = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
        var bytes = [UInt8](repeating: 0, count: 64)
        guard poll(&request, 1, 60_000) > 0 else { return "nothing" }
        let count = read(pipe, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func aSignalEndsTheTestAndLeavesNothing(
        signal: Int32
    ) throws {
        // Under nohup or in the background of a shell, the tests ignore it, and so would the command.
        _ = Foundation.signal(signal, SIG_DFL)
        let (child, test, _) = try startedHanging()
        defer { close(test) }
        kill(child.number, signal)
        #expect(child.wait(until: .now() + 60) == .exited(128 + signal))
        #expect(received(test) == "")
        #expect(try project.git(["status", "--porcelain"]) == "")
        try expectNoRemains()
    }

    @Test func theNextCallRemovesWhatAKilledOneLeft() throws {
        let (child, test, group) = try startedHanging()
        child.kill()
        _ = child.wait(until: .now() + 60)
        kill(-group, SIGKILL)
        close(test)
        #expect(try project.git(["status", "--porcelain"]) == "")
        #expect(try project.remains().count == 1)
        #expect(try fix(answering: try answer([("First", "better")])).code == 0)
        try expectNoRemains()
    }
}

/// The same with recorded runs of the demo.
@Suite struct FixRunTests {
    @Test func aRunProvesThatLeaksAreGone() throws {
        let project = try FixProject([
            "leak parent-keeps-child", "", "", "", "leak strong-listener", "", "", "", "leak timer",
        ])
        let names = try project.record()
        let (router, listener, timer) = (
            try #require(names["OffGameRouter"]), try #require(names["CreateAccountInteractor"]),
            try #require(names["TicTacToeInteractor"])
        )
        let changes = [
            (router, "leak parent-keeps-child", "better"),
            (listener, "leak strong-listener", "leak strong-listener\nx"),
            (timer, "leak timer", "leak plain-rib"),
        ]
        let fix = try project.fix(
            ["--verify", "./test.sh"],
            answering: .init(
                fixes: try changes.map { name, line, other in
                    .init(findings: [name], patch: try project.patch([line: other]))
                }))
        #expect(fix.code == 1)
        let results = fix.output.split(separator: "\n").dropFirst().map { line in
            (String(line.prefix(16)), String(line.dropFirst(18)))
        }
        let place = "Sources/App.swift:1: Do better"
        let expected = [
            router: "proved      \(place)",
            listener: "not proved  \(place): the finding is still there",
            timer:
                "not proved  \(place): it brings a finding, or shows a hidden one: ScoresViewContainer at "
                + "Root/LoggedIn/Scores is still alive",
        ]
        #expect(results.count == 3)
        for (name, result) in results {
            #expect(result.replacing(/\ \([0-9a-f]{16}\)/, with: "") == expected[name])
        }
        #expect(
            try project.text()
                == "better\n\n\n\nleak strong-listener\n\n\n\nleak timer\n")
    }

    @Test func aCommandThatRecordsNothingIsAnError() throws {
        let project = try FixProject(["leak timer"])
        let name = try #require(try project.record()["TicTacToeInteractor"])
        let fix = try project.fix(
            ["--verify", "true"],
            answering: .init(
                fixes: [
                    .init(findings: [name], patch: try project.patch(["leak timer": "better"]))
                ]))
        #expect(fix.code == 2)
        #expect(
            fix.errors
                == "ribleak: error: --verify: the command, before any fix, passes and recorded "
                + "no run; it must run tests that record, as ribleak report shows them\n")
    }
}
