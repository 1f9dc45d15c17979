// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@Suite struct ReportOutputTests {
    @Test func whatAKilledCommandLeftUnfinishedIsRemoved() throws {
        let (trace, folder) = (try TraceBuilder.clean(), try TemporaryFolder())
        // No process has a number beyond four million.
        let mine = "r.json.\(ProcessInfo.processInfo.processIdentifier)-1.partial"
        for name in ["r.json.4999999-1.partial", mine, "r.json.old.partial"] {
            try Data().write(to: URL(fileURLWithPath: folder.file(name)))
        }
        let report = try FinishedProcess(
            "ribleak", ["report", trace.folder, "--output", "json:\(folder.file("r.json"))"])
        #expect(report.code == 0)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(left == ["r.json", mine, "r.json.old.partial"].sorted())
    }

    @Test func severalFilesAreWrittenAndNothingElse() throws {
        let (trace, folder) = (try TraceBuilder.leaky(), try TemporaryFolder())
        let (text, json) = (folder.file("report.txt"), folder.file("report.json"))
        let report = try FinishedProcess(
            "ribleak",
            ["report", "--output", "text:\(text)", "--output", "json:\(json)", trace.folder])
        #expect(report.code == 0)
        #expect(report.output == "")
        #expect(try String(contentsOfFile: text, encoding: .utf8).hasPrefix("✗ 1 leak."))
        #expect(try String(contentsOfFile: json, encoding: .utf8).hasPrefix("{\n  \"caveats\""))
    }

    @Test(arguments: [
        ["digest"], ["export", "--format", "chrome-trace"], ["export", "--format", "ndjson"],
        ["baseline", "write"],
    ])
    func aMinusIsStandardOutputForEachCommandThatWritesAFile(command: [String]) throws {
        let (trace, folder) = (try TraceBuilder.leaky(), try TemporaryFolder())
        let written = try FinishedProcess(
            "ribleak", command + [trace.folder, "--output", folder.file("it")])
        let printed = try FinishedProcess(
            "ribleak", command + [trace.folder, "--output", "-"], in: folder.path)
        #expect((written.code, printed.code) == (0, 0))
        #expect(
            printed.output == (try String(contentsOfFile: folder.file("it"), encoding: .utf8)))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["it"])
    }

    @Test(arguments: [
        ["digest"], ["export", "--format", "ndjson"], ["baseline", "write"], ["history", "show"],
    ])
    func aFileWithoutANameIsRefused(command: [String]) throws {
        let run = try FinishedProcess("ribleak", command + ["--output", ""])
        #expect(run.code == 64)
        #expect(run.output == "")
        #expect(
            run.errors
                == "ribleak: error: \(command.prefix { !$0.hasPrefix("-") }.joined(separator: " ")) "
                + "--output: '' is not valid; the name of the file is empty; give one, or - for "
                + "standard output\n")
    }

    @Test func aFormatIsPrintedBesideTheFiles() throws {
        let (trace, folder) = (try TraceBuilder.leaky(), try TemporaryFolder())
        let json = "json:\(folder.file("report.json"))"
        let report = try FinishedProcess(
            "ribleak", ["report", "--format", "text", "--output", json, trace.folder])
        #expect(report.output.hasPrefix("✗ 1 leak."))
    }

    @Test func nothingIsReadOrReplacedWhenAFileCannotBeWritten() throws {
        let (trace, folder) = (try TraceBuilder.leaky(), try TemporaryFolder())
        let (good, missing) = (folder.file("good.json"), folder.file("missing/report.json"))
        try "before".write(toFile: good, atomically: true, encoding: .utf8)
        let report = try FinishedProcess(
            "ribleak",
            ["report", "--output", "json:\(good)", "--output", "json:\(missing)", trace.folder])
        #expect(report.code == 74)
        #expect(
            report.errors == "ribleak: error: \(missing): cannot be written "
                + "(No such file or directory); make its folder first\n")
        #expect(try String(contentsOfFile: good, encoding: .utf8) == "before")
    }

    @Test func aLinkIsNotFollowed() throws {
        let (trace, folder) = (try TraceBuilder.leaky(), try TemporaryFolder())
        let (link, target) = (folder.file("link"), folder.file("target"))
        try "before".write(toFile: target, atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        let report = try FinishedProcess(
            "ribleak", ["report", "--output", "json:\(link)", trace.folder])
        #expect(report.code == 74)
        #expect(report.errors.hasPrefix("ribleak: error: \(link): is not a regular file"))
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "before")
    }

    @Test func aFileThatCannotBeWrittenWholeLeavesTheOldOne() throws {
        let (trace, folder) = (try TraceBuilder.leaky(), try TemporaryFolder())
        let file = folder.file("report.html")
        try "before".write(toFile: file, atomically: true, encoding: .utf8)
        let ribleak = BuiltProducts.folder.appendingPathComponent("ribleak").path
        // As on a full disk: no file of this process may grow beyond some KiB.
        let report = try FinishedProcess(
            path: "/bin/bash",
            [
                "-c", "ulimit -f 4; exec \"$0\" report --output \"html:$1\" \"$2\"", ribleak, file,
                trace.folder,
            ])
        #expect(report.code == 74)
        #expect(
            report.errors
                == "ribleak: error: \(file): cannot be written (File too large); free some space\n")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "before")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["report.html"])
    }
}
