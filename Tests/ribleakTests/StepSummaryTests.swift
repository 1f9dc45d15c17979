// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@Suite struct StepSummaryTests {
    private func report(_ format: String, summary: String) throws -> FinishedProcess {
        let trace = try TraceBuilder.clean()
        return try FinishedProcess(
            "ribleak", ["report", "--format", format, trace.folder],
            environment: ["GITHUB_STEP_SUMMARY": summary])
    }

    @Test(arguments: ["github", "markdown"])
    func isAppendedToWhatTheStepWroteBefore(format: String) throws {
        let folder = try TemporaryFolder()
        let summary = folder.file("summary.md")
        try "before\n".write(toFile: summary, atomically: true, encoding: .utf8)
        #expect(try report(format, summary: summary).code == 0)
        #expect(
            try String(contentsOfFile: summary, encoding: .utf8)
                == "before\n\n### ✅ ribleak: No leaks. 3 objects tracked.\n")
    }

    @Test func otherFormatsWriteNone() throws {
        let folder = try TemporaryFolder()
        let summary = folder.file("summary.md")
        #expect(try report("sarif", summary: summary).code == 0)
        #expect(!FileManager.default.fileExists(atPath: summary))
        #expect(try report("github", summary: summary).code == 0)
        #expect(FileManager.default.fileExists(atPath: summary))
    }

    @Test func aFullSummaryIsLeftAsItIs() throws {
        let folder = try TemporaryFolder()
        let summary = folder.file("summary.md")
        let full = Data(repeating: 0x2D, count: 1_048_570)
        try full.write(to: URL(fileURLWithPath: summary))
        let report = try report("github", summary: summary)
        #expect(report.code == 0)
        #expect(
            report.errors == "ribleak: warning: \(summary): there is no space left for the report\n"
        )
        #expect(try Data(contentsOf: URL(fileURLWithPath: summary)) == full)
    }

    @Test func aLinkIsNotFollowedAndFailsNothing() throws {
        let folder = try TemporaryFolder()
        let (link, target) = (folder.file("link"), folder.file("target"))
        try "before".write(toFile: target, atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        let report = try report("github", summary: link)
        #expect(report.code == 0)
        #expect(report.errors.hasPrefix("ribleak: warning: \(link): the summary was not written: "))
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "before")
    }
}
