// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@Suite struct BaselineCommandTests {
    private let project: GateProject

    init() throws { project = try GateProject() }

    // MARK: - The gate

    @Test func onlyNewFindingsFail() throws {
        let known = try GateProject.trace(leaking: ["Map"])
        #expect(
            try project.run(["baseline", "write", "--output", "b.json", known.folder]).code == 0)
        #expect(try project.run(["gate", "--baseline", "b.json", known.folder]).code == 0)
        let more = try GateProject.trace(leaking: ["Menu", "Map"])
        let gate = try project.run(["gate", more.folder], ["RIBLEAK_BASELINE": "b.json"])
        #expect(gate.code == 1)
        #expect(
            gate.output.hasPrefix(
                """
                ribleak gate: failed: 1 new leak (allowed 0), 0 new subscriptions fired while \
                inactive (allowed 0), 1 in the baseline, 9 objects tracked
                  leaked-router at Root/Menu: MenuRouter; ribleak explain 
                """))
    }

    @Test func whatIsFixedIsNamedAndFailsARatchet() throws {
        let before = try GateProject.trace(leaking: ["Map"])
        _ = try project.run(["baseline", "write", "--output", "b.json", before.folder])
        let now = try GateProject.trace(leaking: [], clean: ["Map"])
        let gate = ["gate", "--baseline", "b.json", now.folder]
        let plain = try project.run(gate)
        #expect(plain.code == 0)
        #expect(
            plain.output.hasSuffix(
                "\nbaseline: 1 fixed; after a run of all tests, ribleak baseline write takes them "
                    + "out:\n  leaked-router at Root/Map: MapRouter\n"))
        #expect(try project.run(gate + ["--ratchet"]).code == 1)

        let written = try project.run(["baseline", "write", "--output", "b.json", now.folder])
        #expect(
            written.output.hasPrefix(
                "ribleak baseline: 0 findings in b.json: 0 added, 1 taken out\n"))
        #expect(try project.run(gate + ["--ratchet"]).code == 0)
    }

    @Test func aRatchetNeedsABaseline() throws {
        let run = try project.run(["gate", "--ratchet"])
        #expect(run.code == 64)
        #expect(run.errors.hasPrefix("ribleak: error: gate: --ratchet needs a baseline; "))
    }

    @Test func aBaselineThatCannotBeReadFailsTheGate() throws {
        let trace = try GateProject.trace(leaking: [])
        try project.write("{\"version\": 4}", to: "later.json")
        try project.write("<<<<<<< HEAD", to: "merge.json")
        try project.write("", to: "large.json")
        try FileHandle(forWritingTo: URL(fileURLWithPath: project.folder.file("large.json")))
            .truncate(atOffset: 17 << 20)
        for (file, reason) in [
            ("none.json", "no baseline is here; make one with ribleak baseline write"),
            (".", "is a folder, not a file"), ("/dev/zero", "is not a regular file"),
            (
                "later.json",
                "is a baseline of version 4, and this ribleak reads version 3; update ribleak"
            ),
            (
                "merge.json",
                "is not a baseline, which is a JSON object with a version; name another file"
            ),
            ("large.json", "is too large; at most 16 MiB are read"),
        ] {
            let run = try project.run(["gate", "--baseline", file, trace.folder])
            #expect(run.code == 2)
            #expect(run.output == "")
            #expect(run.errors == "ribleak: error: \(file): \(reason)\n")
        }
    }

    // MARK: - Writing

    @Test func itIsWrittenWhereTheGateReadsIt() throws {
        let trace = try GateProject.trace(leaking: ["Map"])
        let unset = try project.run(["baseline", "write", trace.folder])
        #expect(
            unset.output == """
                ribleak baseline: 1 finding in .ribleak-baseline.json: 1 added, 0 taken out

                """)
        // Tests find it there, so the gate does too.
        #expect(try project.run(["gate", trace.folder]).code == 0)
        #expect(try project.run(["gate", "--baseline", "none", trace.folder]).code == 1)
        let aside = try project.run(["baseline", "write", "--output", "b.json", trace.folder])
        #expect(!aside.output.contains("for the gate to use it"))
        try FileManager.default.removeItem(atPath: project.folder.file("b.json"))
        try FileManager.default.createDirectory(
            atPath: project.folder.file("ci"), withIntermediateDirectories: false)
        try project.write("baseline: known.json\n", to: "ci/ribleak.yml")
        let set = try project.run(["baseline", "write", "--config", "ci/ribleak.yml", trace.folder])
        #expect(
            set.output == "ribleak baseline: 1 finding in ci/known.json: 1 added, 0 taken out\n")
        #expect(try project.text(of: "ci/known.json") == project.text(of: ".ribleak-baseline.json"))
        #expect(try project.run(["gate", "--config", "ci/ribleak.yml", trace.folder]).code == 0)
    }

    @Test func whatIsSuppressedIsLeftOut() throws {
        let trace = try GateProject.trace(leaking: ["Map", "Menu"])
        try project.write(
            "suppressions:\n- {type: MapRouter, reason: R, expires: 9999-12-31}\n",
            to: ".ribleak.yml")
        let run = try project.run(["baseline", "write", "--output", "b.json", trace.folder])
        #expect(
            run.output.hasPrefix(
                "ribleak baseline: 1 finding in b.json: 1 added, 0 taken out; "
                    + "1 suppressed left out\n"))
        #expect(try !project.text(of: "b.json").contains("\"type\": \"MapRouter\", \"count\""))
    }

    // MARK: - The copy of the settings

    @Test func aSuppressionReachesTestsWithoutARun() throws {
        let trace = try GateProject.trace(leaking: ["Map", "Menu"])
        try project.write("budgets: {leaks: 1}\n", to: ".ribleak.yml")
        let write = ["baseline", "write"]
        #expect(try project.run(write + ["--allow-doubtful", trace.folder]).code == 0)
        let findings = try project.text(of: ".ribleak-baseline.json")
        #expect(try project.run(["gate", trace.folder]).errors == "")

        try project.write(
            "suppressions:\n- {type: MapRouter, reason: R, expires: 9999-12-31}\n",
            to: ".ribleak.yml")
        func warning(_ verb: String, _ end: String) -> String {
            "ribleak: warning: .ribleak.yml: tests \(verb) suppressions and library leaks"
                + "\(end); run ribleak baseline write --settings-only\n"
        }
        #expect(
            try project.run(["gate", trace.folder]).errors == warning("do not know its", " yet"))
        #expect(
            try project.run(["report", trace.folder]).errors == warning("do not know its", " yet"))
        let renewed = try project.run(write + ["--settings-only"])
        #expect(
            renewed.output
                == "ribleak baseline: 1 suppression and 0 library leaks in "
                + ".ribleak-baseline.json; its findings are as they were\n")
        #expect(
            try project.text(of: ".ribleak-baseline.json")
                == findings.replacing(
                    "\n  ]\n}",
                    with: """

                          ],
                          "suppressions": [
                            {"type": "MapRouter", "reason": "R", "expires": "9999-12-31", \
                        "place": ".ribleak.yml:2"}
                          ]
                        }
                        """))
        #expect(try project.run(["gate", trace.folder]).errors == "")

        try project.write("", to: ".ribleak.yml")
        #expect(
            try project.run(["gate", trace.folder]).errors == warning("still use its older", ""))
        let doctor = try project.run(["doctor"]).output
        #expect(doctor.contains("! .ribleak.yml: tests still use its older suppressions"))
        #expect(try project.run(write + ["--settings-only"]).code == 0)
        #expect(try project.text(of: ".ribleak-baseline.json") == findings)
        #expect(try project.run(write + ["--settings-only", trace.folder]).code == 64)
    }

    @Test(arguments: [
        ("{\"version\": 4}", "is a baseline of version 4"), ("", "is not a baseline"),
        ("a letter to my love", "is not a baseline"), ("{\"version\": 1}", "is damaged"),
    ])
    func aFileThatItCannotReadIsNotOverwritten(_ text: String, _ reason: String) throws {
        let trace = try GateProject.trace(leaking: ["Map"])
        try project.write(text, to: "b.json")
        let run = try project.run(["baseline", "write", "--output", "b.json", trace.folder])
        #expect(run.code == 2)
        #expect(run.errors.hasPrefix("ribleak: error: b.json: \(reason)"))
        #expect(run.errors.hasSuffix("; it was not overwritten\n"))
        #expect(try project.text(of: "b.json") == text)
        #expect(project.names == ["b.json"])
    }

    @Test func noLinkIsFollowed() throws {
        let trace = try GateProject.trace(leaking: ["Map"])
        let before = "{\"version\": 1, \"findings\": []}"
        try project.write(before, to: "target.json")
        try FileManager.default.createSymbolicLink(
            atPath: project.folder.file("link.json"), withDestinationPath: "target.json")
        let run = try project.run(["baseline", "write", "--output", "link.json", trace.folder])
        #expect(run.code == 74)
        #expect(
            run.errors
                == "ribleak: error: link.json: is not a regular file, so it was not replaced; name another\n"
        )
        #expect(try project.text(of: "target.json") == before)
        #expect(project.names == ["link.json", "target.json"])
    }

    @Test func aFolderIsNotReplacedAndAMissingOneNotMade() throws {
        let trace = try GateProject.trace(leaking: ["Map"])
        for (path, reason) in [
            (".", "is not a regular file, so it was not replaced; name another"),
            ("none/b.json", "cannot be written (No such file or directory); make its folder first"),
        ] {
            let run = try project.run(["baseline", "write", "--output", path, trace.folder])
            #expect(run.code == 74)
            #expect(run.errors == "ribleak: error: \(path): \(reason)\n")
        }
        #expect(project.names == [])
    }

    @Test func aRunThatCannotBeJudgedIsWrittenOnlyOnRequest() throws {
        for trace in [try GateProject.unsettledTrace(), try GateProject.emptyTrace()] {
            let write = ["baseline", "write", "--output", "b.json", trace.folder]
            let strict = try project.run(write)
            #expect(strict.code == 2)
            #expect(
                strict.errors.hasSuffix(
                    "ribleak: error: the run: could not be judged completely, so nothing was "
                        + "written; --allow-doubtful writes what was found\n"))
            #expect(project.names == [])
            #expect(try project.run(write + ["--allow-doubtful"]).code == 0)
            try FileManager.default.removeItem(atPath: project.folder.file("b.json"))
        }
    }

    @Test func whereThereIsNothingToReadNothingIsWritten() throws {
        let trace = try GateProject.trace(leaking: ["Map"])
        let off = ["RIBLEAK_LEVEL": "off", "RIBLEAK_TRACE_DIR": trace.runsFolder]
        #expect(try project.run(["baseline", "write"], off).code == 2)
        #expect(try project.run(["baseline", "write"]).code == 2)
        #expect(try project.run(["baseline", "write", "none", trace.folder]).code == 2)
        #expect(project.names == [])
    }
}
