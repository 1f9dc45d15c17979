// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@Suite struct GateSettingsCommandTests {
    @Test func theSettingsOfTheWorkingDirectoryAreRead() throws {
        let (project, trace) = (try GateProject(), try GateProject.trace(leaking: ["Map"]))
        #expect(try project.run(["gate", trace.folder]).code == 1)
        try project.write("budgets:\n  leaks: 1\n", to: ".ribleak.yml")
        #expect(try project.run(["gate", trace.folder]).code == 0)
    }

    @Test func theCommandLineRanksAboveTheEnvironmentAboveTheFile() throws {
        let (project, trace) = (try GateProject(), try GateProject.trace(leaking: ["Map"]))
        try project.write("budgets:\n  leaks: 1\n", to: ".ribleak.yml")
        try project.write("budgets:\n  leaks: 2\n", to: "two.yml")
        func allowed(_ options: [String], _ environment: [String: String]) throws -> String {
            let output = try project.run(["gate", trace.folder] + options, environment).output
            return output.components(separatedBy: "(allowed ")[1].components(separatedBy: ")")[0]
        }
        #expect(try allowed([], [:]) == "1")
        #expect(try allowed([], ["RIBLEAK_CONFIG": "two.yml"]) == "2")
        #expect(try allowed(["--config", ".ribleak.yml"], ["RIBLEAK_CONFIG": "two.yml"]) == "1")
        #expect(try allowed([], ["RIBLEAK_MAX_LEAKS": "3"]) == "3")
        #expect(try allowed(["--max-leaks", "4"], ["RIBLEAK_MAX_LEAKS": "3"]) == "4")
    }

    @Test func aMistakeIsOneLineWithItsPlace() throws {
        let (project, trace) = (try GateProject(), try GateProject.trace(leaking: []))
        try project.write("version: 1\nbugdets:\n  leaks: 1\n", to: ".ribleak.yml")
        for command in [["gate"], ["baseline", "write"]] {
            let run = try project.run(command + [trace.folder])
            #expect(run.code == 78)
            #expect(run.output == "")
            #expect(
                run.errors
                    == "ribleak: error: .ribleak.yml:2: unknown key 'bugdets' in the settings; "
                    + "did you mean budgets?\n")
        }
        #expect(project.names == [".ribleak.yml"])
    }

    @Test func aWrongVariableIsAMistakeOfTheSettings() throws {
        let run = try GateProject().run(["gate"], ["RIBLEAK_MAX_LEAKS": "\u{1B}[31m"])
        #expect(run.code == 78)
        #expect(
            run.errors
                == "ribleak: error: RIBLEAK_MAX_LEAKS: must be a whole number, 0 or more, not "
                + "'\\u{1B}[31m'\n")
    }

    @Test func settingsThatAreNamedMustBeThere() throws {
        let project = try GateProject()
        for (options, environment) in [
            (["--config", "none.yml"], [:]), ([], ["RIBLEAK_CONFIG": "none.yml"]),
        ] {
            let run = try project.run(["gate"] + options, environment)
            #expect(run.code == 78)
            #expect(
                run.errors
                    == "ribleak: error: none.yml: no such file; name another, or none for .ribleak.yml\n"
            )
        }
    }

    @Test func whatIsNoFileOfSettingsIsRefused() throws {
        let project = try GateProject()
        let ten = String(repeating: "# nothing\n", count: 1 << 20)
        try project.write(ten, to: "large.yml")
        try project.write(String(repeating: "[", count: 500_000), to: "deep.yml")
        for (file, reason) in [
            (project.folder.path, ": is a folder, not a file\n"),
            ("/dev/zero", ": is not a regular file\n"),
            ("large.yml", ": is too large; at most 1 MiB are read\n"),
            ("deep.yml", ":1: is not YAML: "),
        ] {
            let run = try project.run(["gate", "--config", file])
            #expect(run.code == 78 && !run.wasKilled)
            #expect(run.errors.hasPrefix("ribleak: error: \(file)\(reason)"))
            #expect(run.errors.split(separator: "\n").count == 1)
        }
    }

    @Test func aHostileKeyIsEscaped() throws {
        let project = try GateProject()
        try project.write("\"\\e[31m\\u202e::set-output\": 1", to: ".ribleak.yml")
        let run = try project.run(["gate"])
        #expect(run.code == 78)
        #expect(
            run.errors
                == "ribleak: error: .ribleak.yml:1: unknown key '\\u{1B}[31m\\u{202E}::set-output' "
                + "in the settings; there are version, budgets, suppressions, library-leaks, "
                + "baseline, allow-empty, count-growth, lint\n")
    }

    @Test func anExpiredSuppressionFailsByName() throws {
        let (project, trace) = (try GateProject(), try GateProject.trace(leaking: ["Map"]))
        func suppress(until day: String) throws -> FinishedProcess {
            try project.write(
                "suppressions:\n- type: MapRouter\n  reason: the SDK\n  expires: \(day)\n",
                to: ".ribleak.yml")
            return try project.run(["gate", trace.folder])
        }
        let holding = try suppress(until: "9999-12-31")
        #expect(holding.code == 0)
        #expect(
            holding.output == """
                ribleak gate: passed: 0 leaks (allowed 0), 0 subscriptions fired while inactive \
                (allowed 0), 1 suppressed, 6 objects tracked
                suppressed: 1; the next to expire, on 9999-12-31: type MapRouter \
                (.ribleak.yml:2): the SDK

                """)
        let expired = try suppress(until: "2020-01-01")
        #expect(expired.code == 1)
        #expect(expired.output.contains("\nexpired on 2020-01-01: type MapRouter (.ribleak.yml:2)"))
    }

    @Test func aPathHasItsOwnLimits() throws {
        let (project, trace) = (try GateProject(), try GateProject.trace(leaking: ["Map", "Menu"]))
        try project.write(
            "budgets:\n  paths:\n  - rib-path: '*/Map'\n    leaks: 1\n", to: ".ribleak.yml")
        let run = try project.run(["gate", trace.folder])
        #expect(run.code == 1)
        #expect(
            run.output.hasPrefix(
                """
                ribleak gate: failed: 1 leak (allowed 0), 0 subscriptions fired while inactive \
                (allowed 0), 1 leak at */Map (allowed 1), 9 objects tracked
                  leaked-router at Root/Menu: MenuRouter; ribleak explain 
                """))
    }
}
