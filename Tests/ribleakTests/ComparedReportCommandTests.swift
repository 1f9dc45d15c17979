// SPDX-License-Identifier: Apache-2.0

import Testing
import TraceFixtures

/// `ribleak report` in a project with a baseline and suppressions.
@Suite struct ComparedReportCommandTests {
    private let project: GateProject

    /// A project that knows of the leaks of Map and Help, and suppresses that of Advert.
    init() throws {
        project = try GateProject()
        let before = try GateProject.trace(leaking: ["Map", "Help"])
        _ = try project.run(["baseline", "write", "--output", "b.json", before.folder])
        try project.write(
            """
            baseline: b.json
            suppressions:
            - type: AdvertRouter
              reason: the SDK
              expires: 9999-12-31
            """, to: ".ribleak.yml")
    }

    @Test func theReportAndTheGateAgree() throws {
        let trace = try GateProject.trace(leaking: ["Map", "Menu", "Advert"], clean: ["Help"])
        let report = try project.run(["report", trace.folder])
        #expect(report.code == 0)
        #expect(
            report.output.contains(
                "1 new leak, 1 known, 1 suppressed, 1 fixed. 15 objects tracked."))
        let gate = try project.run(["gate", trace.folder])
        #expect(gate.code == 1)
        #expect(gate.output.contains("1 new leak (allowed 0)"))
    }

    @Test func aReportOfAPassingGateHasNoError() throws {
        let trace = try GateProject.trace(leaking: ["Map", "Help", "Advert"])
        #expect(try project.run(["gate", trace.folder]).code == 0)
        let annotations = try project.run(["report", "--format", "github", trace.folder])
        #expect(annotations.output.contains("2 known, 1 suppressed"))
        #expect(!annotations.output.contains("::error"))
    }

    @Test func aReportOfOneProcessNamesItsObjectsWithoutIt() throws {
        let trace = try GateProject.trace(leaking: ["Menu"])
        let one = try project.run(["report", trace.folder])
        #expect(one.output.contains("ribleak explain object:") && !one.output.contains("@77"))
    }

    @Test func aReportOfSeveralProcessesNamesTheProcessOfEachObject() throws {
        let (menu, map) = (
            try GateProject.trace(leaking: ["Menu"]), try GateProject.trace(leaking: ["Score"])
        )
        let report = try project.run(["report", menu.folder, map.folder])
        let commands = report.output.split(separator: "\n").filter {
            $0.contains("ribleak explain ")
        }
        #expect(commands.count == 2)
        #expect(commands.allSatisfy { $0.hasSuffix("@77") })
    }

    @Test func anotherBaselineCanBeNamed() throws {
        let trace = try GateProject.trace(leaking: ["Menu"])
        _ = try project.run(["baseline", "write", "--output", "other.json", trace.folder])
        let run = try project.run(["report", "--baseline", "other.json", trace.folder])
        #expect(run.output.contains("No new leaks, 1 known. "))
    }

    @Test func aBaselineThatCannotBeReadIsAnErrorBeforeAnyOutput() throws {
        let trace = try GateProject.trace(leaking: ["Menu"])
        let run = try project.run(
            ["report", "--baseline", "none.json", "--output", "json:out.json", trace.folder])
        #expect(run.code == 2)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("ribleak: error: none.json: no baseline is here"))
        #expect(!project.exists("out.json"))
    }
}
