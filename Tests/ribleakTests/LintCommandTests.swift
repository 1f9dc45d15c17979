// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// `ribleak lint`, `new` and `doubles`, with a small program in place of `ribleak-lint`.
@Suite struct LintCommandTests {
    let project: GateProject

    init() throws { project = try GateProject() }

    static func finding(
        _ rule: String, line: Int, file: String = "Sources/Profile.swift", subject: String = "",
        ignored: String = "null"
    ) -> String {
        """
        {"rule": "\(rule)", "file": "\(file)", "line": \(line), "column": 9, "message": "it breaks \
        \(rule)", "fix": "mend it", "type": "ProfileInteractor", "member": null, \
        "subject": "\(subject)", \
        "ignored": \(ignored), "fixed": false}
        """
    }

    static func document(_ findings: String..., problems: String = "") -> String {
        """
        {"version": 1, "tool": "0.1.0", "files": 2, "lines": 80, "rules": [
          {"id": "missing-super", "severity": "warning", "summary": "s", "reason": "r", "fix": "f"},
          {"id": "strong-listener", "severity": "error", "summary": "s", "reason": "r", "fix": "f"}],
        "findings": [\(findings.joined(separator: ","))], "problems": [\(problems)]}
        """
    }

    static let strong = finding("strong-listener", line: 12)
    private static let missing = finding("missing-super", line: 30)

    /// Makes the program that stands for `ribleak-lint`.
    func makeTool(_ script: String) throws {
        try ExecutableScript.make(script, at: project.folder.file("tool"))
    }

    /// Runs the command with a program that prints a document.
    func run(
        _ arguments: [String], printing document: String, _ environment: [String: String] = [:]
    ) throws -> FinishedProcess {
        try project.write(document, to: "answer.json")
        try makeTool("cat '\(project.folder.file("answer.json"))'")
        return try run(arguments, environment)
    }

    func run(
        _ arguments: [String], _ environment: [String: String] = [:]
    ) throws -> FinishedProcess {
        let usual = ["RIBLEAK_LINT": project.folder.file("tool"), "LC_ALL": ""]
        return try project.run(arguments, usual.merging(environment) { $1 })
    }

    // MARK: - Lint

    @Test func anErrorFailsWithOne() throws {
        let lint = try run(["lint"], printing: Self.document(Self.strong, Self.missing))
        #expect(lint.code == 1)
        #expect(lint.errors == "")
        let lines = lint.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first == "✗ 1 error, 1 warning. 2 files, 80 lines read.")
        #expect(
            lines.dropFirst(2).first
                == "Sources/Profile.swift:12:9: error: it breaks strong-listener (strong-listener)")
    }

    @Test func aWarningFailsOnlyWithStrict() throws {
        #expect(try run(["lint"], printing: Self.document(Self.missing)).code == 0)
        #expect(try run(["lint", "--strict"]).code == 1)
    }

    @Test func whatCannotBeReadExitsWithTwo() throws {
        let document = Self.document(problems: #"{"file": "B.swift", "message": "no Swift"}"#)
        let lint = try run(["lint"], printing: document)
        #expect(lint.code == 2)
        #expect(lint.output.contains("! B.swift: no Swift\n"))
    }

    @Test func theSettingsAndTheBaselineAreHeeded() throws {
        try project.write(
            "baseline: known.json\nlint:\n  rules:\n    missing-super: error\n", to: ".ribleak.yml")
        let all = Self.document(Self.strong, Self.missing)
        let written = try run(["lint", "--write-baseline", "--output", "text:out"], printing: all)
        // Without a baseline, the file that the settings name is a mistake of every other call.
        #expect(written.code == 0)
        #expect(
            written.output == "ribleak lint: 2 mistakes in known.json: 2 added, 0 taken out\n")
        let again = try run(["lint"])
        #expect(again.code == 0)
        #expect(
            again.output.hasPrefix("✓ No new mistakes found, 2 known. 2 files, 80 lines read.\n"))
        let fewer = try run(["lint"], printing: Self.document(Self.strong))
        #expect(fewer.output.contains("1 mistake is fixed, and still in the baseline"))
        let other = Self.finding("strong-listener", line: 70)
        #expect(try run(["lint"], printing: Self.document(Self.strong, other)).code == 1)
    }

    @Test func theBaselineOfRunsAndThatOfSourcesShareAFile() throws {
        let trace = try GateProject.trace(leaking: ["Game"])
        let written = try project.run(["baseline", "write", "--output", "known.json", trace.folder])
        #expect(written.code == 0)
        try project.write("baseline: known.json\n", to: ".ribleak.yml")
        _ = try run(["lint", "--write-baseline"], printing: Self.document(Self.strong))
        let gate = try project.run(["gate", "--ratchet", trace.folder])
        #expect(gate.code == 0)
        #expect(!gate.output.contains("fixed"))
        let lint = try run(["lint"])
        #expect(lint.code == 0)
        #expect(!lint.output.contains("fixed"))
        _ = try project.run(["baseline", "write", "--output", "known.json", trace.folder])
        #expect(try project.text(of: "known.json").contains("\"rule\": \"strong-listener\""))
    }

    @Test func anUnknownRuleOfTheSettingsIsAnError() throws {
        try project.write("lint:\n  rules:\n    strong-listner: off\n", to: ".ribleak.yml")
        let lint = try run(["lint"], printing: Self.document())
        #expect(lint.code == 78)
        #expect(
            lint.errors
                == "ribleak: error: .ribleak.yml:3: unknown rule 'strong-listner' in lint; did you mean strong-listener?\n"
        )
    }

    @Test func documentsAreWritten() throws {
        let lint = try run(
            [
                "lint", "--output", "sarif:a.sarif", "--output", "json:a.json", "--output",
                "comment:-",
            ],
            printing: Self.document(Self.strong))
        #expect(lint.output.hasPrefix("<!-- ribleak comment: lint . -->\n"))
        #expect(try project.text(of: "a.sarif").contains("\"ruleId\" : \"strong-listener\""))
        #expect(try project.text(of: "a.json").contains("\"fingerprint\" : "))
    }

    @Test func whatShowsRunsIsRefused() throws {
        let output = try run(["lint", "--output", "html:a.html"], printing: Self.document())
        #expect(output.code == 64)
        #expect(
            output.errors
                == "ribleak: error: lint --output: 'html:a.html' is not valid; html shows only recorded runs; give one of text, json, markdown, comment, github, gitlab, sarif, junit, xunit, xcode\n"
        )
        let format = try run(["lint", "--format", "speedscope"])
        #expect(format.code == 64)
        #expect(!project.exists("a.html"))
    }

    @Test func inAnASCIILocaleTheTextIsASCII() throws {
        try project.write(Self.document(Self.strong), to: "answer.json")
        try makeTool("cat '\(project.folder.file("answer.json"))'")
        let lint = try project.run(
            ["lint", "--width", "40"],
            ["RIBLEAK_LINT": project.folder.file("tool"), "LC_ALL": "C"])
        #expect(lint.output.utf8.allSatisfy { $0 < 0x80 })
        #expect(lint.output.split(separator: "\n").allSatisfy { $0.count <= 40 })
    }

    // MARK: - Without a good program

    @Test func aMissingProgramExitsWith69() throws {
        let lint = try project.run(["lint"], ["RIBLEAK_LINT": "/nowhere/ribleak-lint"])
        #expect(lint.code == 69)
        #expect(
            lint.errors
                == "ribleak: error: RIBLEAK_LINT: names no program: '/nowhere/ribleak-lint'; name ribleak-lint, or unset it\n"
        )
    }

    @Test func aCrashIsAnError() throws {
        try makeTool("kill -SEGV $$")
        let lint = try run(["lint"])
        #expect(lint.code == 2)
        #expect(
            lint.errors
                == "ribleak: error: \(project.folder.file("tool")): crashed by the signal 11, so nothing was checked; build it anew\n"
        )
    }

    @Test func whatTheProgramRefusesIsItsToSay() throws {
        try makeTool("echo 'ribleak-lint: error: Nowhere: no such folder' >&2; exit 2")
        let lint = try run(["lint", "Nowhere"])
        #expect(lint.code == 2)
        #expect(lint.errors == "ribleak-lint: error: Nowhere: no such folder\n")
    }

    // MARK: - New and doubles

    @Test(arguments: ["new", "doubles"])
    func theyBecomeTheProgram(subcommand: String) throws {
        try makeTool("echo \"$@\"; exit 7")
        let process = try run([
            subcommand, "rib", "Profile", "--parent", "LoggedIn", "--help", "-x",
        ])
        #expect(process.output == "\(subcommand) rib Profile --parent LoggedIn --help -x\n")
        #expect(process.code == 7)
    }

    @Test func theRulesAreThoseOfTheProgram() throws {
        try makeTool("echo \"$@\"")
        #expect(try run(["lint", "--rules"]).output == "rules\n")
    }
}

extension LintCommandTests {
    // MARK: - Joined to a run

    @Test func aRunTellsWhatWasSeen() throws {
        let trace = try GateProject.trace(leaking: ["Game"], clean: ["Profile"])
        let lint = try run(
            ["lint", "--trace", trace.folder], printing: Self.document(Self.strong))
        #expect(lint.code == 1)
        #expect(lint.output.contains("\nRan in tests, and was freed\n"))
        let missing = try run(["lint", "--trace", "nowhere"])
        #expect(missing.code == 2)
    }

    @Test func aReportCountsWhatNoRuleForesees() throws {
        let trace = try GateProject.trace(leaking: ["Game"])
        try project.write(Self.document(Self.strong), to: "lint.json")
        let report = try project.run(["report", "--lint", "lint.json", trace.folder])
        #expect(report.code == 0)
        #expect(
            report.output.contains(
                "\n  ribleak lint already reports 0 of 1 finding\n"))
        let json = try project.run(
            ["report", "--format", "json", "--lint", "lint.json", trace.folder])
        #expect(json.output.contains("\"unforeseen\" : 1"))
    }

    @Test func whatIsNoJSONOfLintIsRefused() throws {
        let trace = try GateProject.trace(leaking: ["Game"])
        try project.write("hello", to: "lint.json")
        let report = try project.run(["report", "--lint", "lint.json", trace.folder])
        #expect(report.code == 2)
        #expect(
            report.errors
                == "ribleak: error: lint.json: is not the JSON of ribleak-lint, which is an object with a version; ribleak lint --output json:FILE writes one\n"
        )
    }
}
