// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@Suite struct DiffCommandTests {
    private let project: GateProject

    init() throws { project = try GateProject() }

    @Test func runsAndBaselinesAreCompared() throws {
        let old = try GateProject.trace(leaking: ["Map", "Menu"])
        let new = try GateProject.trace(leaking: ["Chat", "Menu"])
        _ = try project.run(["baseline", "write", "--output", "old.json", old.folder])
        let outputs = try [[old.folder, new.folder], ["old.json", new.runsFolder]].map {
            let run = try project.run(["diff"] + $0)
            #expect(run.code == 0 && run.errors == "")
            return run.output
        }
        #expect(outputs[0] == outputs[1])
        let lines = outputs[0].split(separator: "\n").map { $0.prefix { $0 != ":" } }
        #expect(
            lines == [
                "1 new, 1 fixed, 1 unchanged", "new", "  leaked-router at Root/Chat", "fixed",
                "  leaked-router at Root/Map", "unchanged", "  leaked-router at Root/Menu",
            ])
    }

    @Test func jsonIsForPrograms() throws {
        let trace = try GateProject.trace(leaking: ["Map"])
        let run = try project.run(["diff", "--format", "json", trace.folder, trace.folder])
        #expect(run.code == 0)
        let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let lists = try #require(json as? [String: Any])
        #expect(lists["version"] as? Int == 1)
        #expect((lists["unchanged"] as? [[String: Any]])?.first?["type"] as? String == "MapRouter")
        #expect((lists["new"] as? [Any])?.count == 0)
    }

    @Test func doubtsAreWarnings() throws {
        let (whole, killed) = (
            try GateProject.trace(leaking: []), try GateProject.unsettledTrace()
        )
        let run = try project.run(["diff", whole.folder, killed.folder])
        #expect(run.code == 0)
        #expect(
            run.errors
                == "ribleak: warning: \(killed.folder): app (pid 77) was killed or still runs: "
                + "it never settled\n")
    }

    @Test func whatCannotBeReadIsOneLine() throws {
        let trace = try GateProject.trace(leaking: [])
        try project.write("{\"version\": 4}", to: "later.json")
        for (path, reason) in [
            ("none", "no such file or folder; name a run or a trace"),
            (
                "later.json",
                "is a baseline of version 4, and this ribleak reads version 3; update ribleak"
            ),
            ("/dev/zero", "is not a regular file"),
        ] {
            for pair in [[path, trace.folder], [trace.folder, path]] {
                let run = try project.run(["diff"] + pair)
                #expect(run.code == 2)
                #expect(run.output == "")
                #expect(run.errors == "ribleak: error: \(path): \(reason)\n")
            }
        }
    }
}
