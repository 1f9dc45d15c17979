// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@testable import RIBCommand
@testable import RIBText

@Suite struct DoctorTests {
    private static let page = "Sources/RIBRecorder/RIBRecorder.docc/Settings.md"

    private func lines(_ examinations: [Examination]) -> [String] {
        examinations.flatMap(\.lines).map { $0.rendered(colored: false) }
    }

    @Test func thisMachineIsFine() throws {
        let folder = try TemporaryFolder()
        let doctor = try FinishedProcess(
            "ribleak", ["doctor"], environment: ["RIBLEAK_TRACE_DIR": folder.file("runs")])
        #expect(doctor.code == 0)
        let lines = doctor.output.split(separator: "\n")
        #expect(
            lines[0].contains(
                /^✓ machine: .+; \w+ [\w.+-]+; \w+, \d+ processors; ribleak [\d.]+, built by Swift 6\.\d/
            ))
        #expect(lines[1] == "✓ libunwind: call stacks are recorded")
        #expect(
            doctor.output.contains(
                "✓ trace folder \(folder.file("runs")): can be made; no run is there yet\n"))
    }

    @Test func aRecorderThatIsOffIsBroken() throws {
        let doctor = try FinishedProcess(
            "ribleak", ["doctor"], environment: ["RIBLEAK_LEVEL": "off"])
        #expect(doctor.code == 1)
        #expect(
            doctor.output.hasSuffix(
                "✗ RIBLEAK_LEVEL: is off: nothing is recorded\n  → unset it where the tests run\n"))
    }

    @Test func anUnknownSettingIsReported() {
        #expect(
            lines(Examination.settings(["RIBLEAK_TRACEDIR": "x", "PATH": "y"])) == [
                "! RIBLEAK_TRACEDIR: is not a ribleak setting",
                "  → did you mean RIBLEAK_TRACE_DIR?",
            ])
        #expect(Examination.settings(["RIBLEAK_LEVEL": "full"]).isEmpty)
    }

    @Test func eachKnownSettingIsDocumented() throws {
        let page = try String(
            contentsOfFile: "\(BuiltProducts.packageRoot)/\(Self.page)", encoding: .utf8)
        for name in Examination.knownSettings { #expect(page.contains("`\(name)`"), "\(name)") }
    }

    @Test func aFileInPlaceOfTheFolderIsBroken() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("runs")
        try Data().write(to: URL(fileURLWithPath: file))
        let found = Examination.traceFolder(["RIBLEAK_TRACE_DIR": file])
        #expect(found.result == .broken)
        #expect(found.finding == "is a file")
    }

    @Test func theNewestRunIsLookedAt() throws {
        let trace = try TraceBuilder()
        trace.launch(trace.rib("Root"))
        trace.finish()
        let found = Examination.traceFolder(["RIBLEAK_TRACE_DIR": trace.runsFolder])
        #expect(found.result == .poorer)
        #expect(
            found.finding.hasPrefix("its newest run cannot be judged: app (pid 77) was killed"))
    }
}
