// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// The gate does not pass because there was nothing to find.
@Suite struct EmptyGateCommandTests {
    @Test func noRunFailsUnlessAllowed() throws {
        let project = try GateProject()
        let strict = try project.run(["gate"])
        #expect(strict.code == 2)
        #expect(strict.errors == "")
        #expect(
            strict.output
                == "ribleak gate: failed: .ribleak: no run is here; run your tests or app with "
                + "ribleak first, or name a trace; use --allow-empty to accept this\n")
        for (options, environment) in [
            (["--allow-empty"], [:]), ([], ["RIBLEAK_ALLOW_EMPTY": "1"]),
            (["--allow-empty"], ["RIBLEAK_ALLOW_EMPTY": "0"]),
        ] {
            let loose = try project.run(["gate"] + options, environment)
            #expect(loose.code == 0)
            #expect(loose.output.hasSuffix("or name a trace, which is allowed\n"))
        }
        try project.write("allow-empty: true\n", to: ".ribleak.yml")
        #expect(try project.run(["gate"]).code == 0)
        #expect(try project.run(["gate", "--no-allow-empty"]).code == 2)
    }

    @Test func aFolderOfRunsThatIsEmptyIsNoRun() throws {
        let project = try GateProject()
        try FileManager.default.createDirectory(
            atPath: project.folder.file(".ribleak/run/trace"), withIntermediateDirectories: true)
        #expect(try project.run(["gate"]).code == 2)
        #expect(try project.run(["gate", "--allow-empty"]).code == 0)
        #expect(try project.run(["gate", "--allow-empty", ".ribleak"]).code == 0)
    }

    @Test func whatIsLeftOfATraceIsNotEmptiness() throws {
        let project = try GateProject()
        try FileManager.default.createDirectory(
            atPath: project.folder.file(".ribleak/run/trace"), withIntermediateDirectories: true)
        try project.write("bytes", to: ".ribleak/run/trace/stream-1")
        let run = try project.run(["gate", "--allow-empty"])
        #expect(run.code == 2)
        #expect(run.output == "ribleak gate: failed: a trace cannot be read\n")
    }

    @Test func aNameThatIsMisspeltIsNotEmptiness() throws {
        let project = try GateProject()
        let run = try project.run(["gate", "--allow-empty", "ribleek"])
        #expect(run.code == 2)
        #expect(
            run.errors == "ribleak: error: ribleek: no such file or folder; name a run or a trace\n"
        )
    }

    @Test func aRunWithoutRIBsFailsUnlessAllowed() throws {
        let (project, trace) = (try GateProject(), try GateProject.emptyTrace())
        let strict = try project.run(["gate", trace.folder])
        #expect(strict.code == 2)
        #expect(
            strict.output
                == "ribleak gate: failed: the run could not be judged: app (pid 77) made no RIB "
                + "while it was recorded\n")
        #expect(try project.run(["gate", "--allow-empty", trace.folder]).code == 0)
    }

    @Test func anOldRunIsNotJudgedWhileTheRecorderIsOff() throws {
        let (project, trace) = (try GateProject(), try GateProject.trace(leaking: []))
        let off = ["RIBLEAK_LEVEL": "OFF", "RIBLEAK_TRACE_DIR": trace.runsFolder]
        let strict = try project.run(["gate"], off)
        #expect(strict.code == 2)
        #expect(
            strict.output
                == "ribleak gate: failed: RIBLEAK_LEVEL is off, so nothing was recorded; "
                + "use --allow-empty to accept this\n")
        #expect(try project.run(["gate", "--allow-empty"], off).code == 0)
        #expect(try project.run(["gate", trace.folder], off).code == 0)
    }

    @Test func anUnsettledEndFailsWhateverIsAllowed() throws {
        let (project, trace) = (try GateProject(), try GateProject.unsettledTrace())
        for options in [[], ["--allow-empty"]] {
            let run = try project.run(["gate", trace.folder] + options)
            #expect(run.code == 2)
            #expect(
                run.output
                    == "ribleak gate: failed: the run could not be judged: app (pid 77) was "
                    + "killed or still runs: it never settled\n")
        }
    }
}
