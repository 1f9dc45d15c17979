// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// `ribleak gate --output`: one command judges and writes everything.
@Suite struct GateOutputCommandTests {
    private let project: GateProject
    private let leaky: TraceBuilder

    /// A project that knows of the leak of Map.
    init() throws {
        project = try GateProject()
        leaky = try GateProject.trace(leaking: ["Map", "Menu"])
        let before = try GateProject.trace(leaking: ["Map"])
        _ = try project.run(["baseline", "write", "--output", "b.json", before.folder])
    }

    private func gate(
        _ arguments: [String], _ environment: [String: String] = [:]
    ) throws -> FinishedProcess {
        try project.run(["gate", "--baseline", "b.json"] + arguments, environment)
    }

    @Test func aFailingGateWritesEachDocumentAsReportDoes() throws {
        let outputs = ["sarif", "json", "html", "junit", "xunit", "gitlab", "markdown", "text"]
        let gate = try gate(
            outputs.flatMap { ["--output", "\($0):gate.\($0)"] } + [leaky.folder])
        #expect(gate.code == 1)
        #expect(gate.output.hasPrefix("ribleak gate: failed: 1 new leak (allowed 0)"))
        _ = try project.run(
            ["report", "--baseline", "b.json"]
                + outputs.flatMap { ["--output", "\($0):report.\($0)"] } + [leaky.folder])
        for format in outputs {
            #expect(try project.text(of: "gate.\(format)") == project.text(of: "report.\(format)"))
        }
    }

    @Test func annotationsGoToStandardOutputBelowTheVerdict() throws {
        let gate = try gate(["--output", "github:-", leaky.folder])
        #expect(gate.code == 1)
        let lines = gate.output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("ribleak gate: failed: ") == true)
        #expect(lines.filter { $0.hasPrefix("::error ") }.count == 1)
        #expect(!project.exists("-"))
    }

    @Test func theCommentSaysHowTheGateEnded() throws {
        _ = try gate(["--output", "comment:c.md", leaky.folder])
        let failed = try project.text(of: "c.md")
        #expect(
            failed.hasPrefix("<!-- ribleak comment: . -->\n### ❌ ribleak: 1 new leak, 1 known. "))
        #expect(failed.contains("\n**The gate** failed&#58; 1 new leak "))
        let passing = try gate(["--max-leaks", "1", "--output", "comment:c.md", leaky.folder])
        #expect(passing.code == 0)
        #expect(try project.text(of: "c.md").contains("\n### ✅ ribleak: 1 new leak, 1 known. "))
    }

    @Test func theSummaryOfTheStepIsWritten() throws {
        let summary = ["GITHUB_STEP_SUMMARY": project.folder.file("summary.md")]
        _ = try gate([leaky.folder], summary)
        #expect(!project.exists("summary.md"))
        _ = try gate(["--output", "github:-", leaky.folder], summary)
        #expect(
            try project.text(of: "summary.md").hasPrefix("### ❌ ribleak: 1 new leak, 1 known. "))
    }

    @Test func theCommentHasTheTrendOfTheHistory() throws {
        let before = try GateProject.trace(leaking: ["Map"])
        _ = try project.run([
            "history", "import", "--database", "h.sqlite", "--branch", "main", "--time",
            "2026-01-01T00:00:00Z", before.folder,
        ])
        let arguments = ["--database", "h.sqlite", "--output", "comment:c.md", leaky.folder]
        _ = try gate(arguments, ["GITHUB_BASE_REF": "main"])
        #expect(
            try project.text(of: "c.md").contains(
                "\n📈 Over the last run of main and this one&#58; leaks ▄█ rose from 1 to 2\n"))
        let none = try gate(
            ["--database", "none.sqlite", "--output", "comment:c.md", leaky.folder])
        #expect(none.code == 1)
        #expect(none.errors.hasPrefix("ribleak: warning: none.sqlite: no history is here"))
    }

    @Test func withoutARunTheCommentSaysSoAndNothingElseIsWritten() throws {
        let gate = try gate(["--output", "comment:c.md", "--output", "sarif:s.sarif"])
        #expect(gate.code == 2)
        #expect(
            try project.text(of: "c.md").contains(
                "### ❌ ribleak: There is no run to judge.\n\n**The gate** failed&#58; .ribleak&#58; "
            ))
        #expect(!project.exists("s.sarif"))
    }

    @Test func aFolderThatIsNotThereIsAnErrorBeforeTheVerdict() throws {
        let gate = try gate(["--output", "json:none/a.json", leaky.folder])
        #expect(gate.code == 74 && gate.output == "")
        #expect(
            gate.errors == "ribleak: error: none/a.json: cannot be written "
                + "(No such file or directory); make its folder first\n")
    }

    @Test func foldersOutsideOfTheRepositoryCanBeLeftOut() throws {
        _ = try gate(["--redact-paths", "--output", "json:r.json", leaky.folder])
        #expect(try !project.text(of: "r.json").contains(leaky.folder))
    }
}
