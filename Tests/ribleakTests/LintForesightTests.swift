// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// Reports and `lint` without anybody joining them: where the sources and a run are at hand.
extension LintCommandTests {
    /// What the analyser says of `ProfileInteractor.listener`.
    private static let listener = document(finding("strong-listener", line: 2, subject: "listener"))
    private static let sentence =
        "ribleak lint already reports it: strong-listener at Sources/Profile.swift:2"

    /// A project with the property that keeps a RIB in the run.
    private func writeSources() throws {
        try project.write("", to: "Package.swift")
        try FileManager.default.createDirectory(
            atPath: project.folder.file("Sources"), withIntermediateDirectories: true)
        try project.write(
            "class ProfileInteractor {\n    var listener: AnyObject?\n}\n",
            to: "Sources/Profile.swift")
    }

    private func keptGame() throws -> TraceBuilder {
        let (trace, root) = try launchedRoot()
        let game = trace.rib("Game")
        trace.attach(game, to: root)
        trace.detach(game, from: root)
        trace.retain(
            game.router, .attachedRouter, [.object("ProfileInteractor", "listener", "GameRouter")])
        trace.settle(alive: game.parts)
        trace.finish()
        return trace
    }

    // MARK: - A report names the rule

    @Test(arguments: [["report"], ["gate", "--max-leaks", "1", "--output", "text:-"]])
    func aFindingInASourceAtHandNamesTheRule(command: [String]) throws {
        try writeSources()
        let trace = try keptGame()
        let report = try run(command + [trace.folder], printing: Self.listener)
        #expect(report.output.contains(Self.sentence))
        #expect(report.errors == "")
        #expect(report.code == 0)
    }

    @Test(arguments: [["report"], ["report", "--lint", "none"]])
    func nothingIsAskedWithoutASourceOrAgainstTheWish(command: [String]) throws {
        if command.count > 1 { try writeSources() }
        try makeTool("touch asked")
        let trace = try keptGame()
        let report = try run(command + [trace.folder])
        #expect(report.output.contains("GameRouter"))
        #expect(!report.output.contains("ribleak lint"))
        #expect(!project.exists("asked"))
    }

    @Test func nothingIsAskedAboutACleanRun() throws {
        try writeSources()
        try makeTool("touch asked")
        let trace = try GateProject.trace(leaking: [], clean: ["Game"])
        let report = try run(["report", trace.folder])
        #expect(report.output.hasPrefix("✓ No leaks. "))
        #expect(!project.exists("asked"))
    }

    @Test(arguments: [
        ("exit 3", "ended with the code 3, so nothing was checked; build it anew"),
        ("echo no Swift >&2; exit 2", "refused to read the sources"),
    ])
    func withoutAnAnswerItIsAReportAllTheSame(script: String, reason: String) throws {
        try writeSources()
        let trace = try keptGame()
        try makeTool(script)
        let report = try run(["report", trace.folder])
        #expect(report.code == 0)
        #expect(report.output == (try run(["report", "--lint", "none", trace.folder]).output))
        #expect(
            report.errors
                == "ribleak: warning: what lint says of the findings is not known: "
                + "\(project.folder.file("tool")): \(reason)\n")
    }

    // MARK: - lint names the finding

    @Test func theNewestRunProvesAMistake() throws {
        let trace = try keptGame()
        let runs = ["RIBLEAK_TRACE_DIR": trace.runsFolder]
        let lint = try run(["lint"], printing: Self.listener, runs)
        #expect(lint.output.contains("seen leaking: leaked-router at Root/Game; ribleak explain "))
        let untold = try run(["lint", "--trace", "none"], printing: Self.listener, runs)
        #expect(!untold.output.contains("seen leaking"))
        #expect(lint.code == untold.code)
    }

    /// It may be the run of one test.
    @Test func theNewestRunIsNotSaidToShowThatSomethingWasFreed() throws {
        let trace = try GateProject.trace(leaking: [], clean: ["Profile"])
        let lint = try run(
            ["lint"], printing: Self.listener, ["RIBLEAK_TRACE_DIR": trace.runsFolder])
        #expect(!lint.output.contains("in tests"))
    }

    // MARK: - The document

    @Test(.enabled(if: Judge.isInstalled)) func theJSONIsWhatItsSchemaSays() throws {
        let problem = #"{"file": "B.swift", "message": "no Swift"}"#
        let document = Self.document(
            Self.finding("strong-listener", line: 2, subject: "listener"),
            Self.finding("missing-super", line: 9, ignored: #"{"line": 8, "reason": "why"}"#),
            Self.finding("missing-super", line: 30), problems: problem)
        try project.write(
            """
            lint:
              suppressions:
              - rule: missing-super
                path: Sources/Profile.swift
                reason: old
                expires: 9999-12-31

            """, to: ".ribleak.yml")
        let trace = try keptGame()
        _ = try run(
            ["lint", "--output", "json:lint.json", "--trace", trace.folder], printing: document)
        let schema = "\(BuiltProducts.packageRoot)/Reports/lint.schema.json"
        for file in ["lint.json", "answer.json"] {
            let answer = try Judge.ask("json_report.py", [schema, project.folder.file(file)])
            #expect(answer.output == "valid\n", "\(file): \(answer.errors)")
        }
    }
}
