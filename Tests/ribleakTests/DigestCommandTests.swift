// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@Suite struct DigestCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A session whose digest has more than a kibibyte.
    private func largerTrace() throws -> TraceBuilder {
        let trace = try TraceBuilder()
        let root = trace.rib("Root")
        trace.launch(root)
        let ribs = (1...9).map { trace.rib("Game\($0)") }
        for rib in ribs {
            trace.attach(rib, to: root)
            trace.detach(rib, from: root)
        }
        trace.settle(alive: ribs.map(\.router))
        return trace
    }

    private func digest(_ arguments: [String]) throws -> FinishedProcess {
        try FinishedProcess("ribleak", ["digest"] + arguments, in: folder.path)
    }

    @Test func writesOneLine() throws {
        let trace = try TraceBuilder.leaky()
        let run = try digest([trace.folder])
        #expect(run.code == 0)
        #expect(run.errors == "")
        #expect(run.output.hasPrefix("{\"app\":{"))
        #expect(run.output.hasSuffix("}\n"))
        #expect(run.output.split(separator: "\n").count == 1)
    }

    @Test func writesAFileForItsUserAlone() throws {
        let trace = try TraceBuilder.leaky()
        let printed = try digest([trace.folder]).output
        let run = try digest([trace.folder, "--output", "digest.json"])
        #expect(run.code == 0)
        #expect(run.output == "")
        let path = folder.file("digest.json")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == printed)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test func writesALineForEachOfSeveralSessions() throws {
        let (first, second) = (try TraceBuilder.leaky(), try TraceBuilder.clean())
        let run = try digest([first.folder, second.folder])
        #expect(run.output.split(separator: "\n").count == 2)
    }

    @Test func writesRows() throws {
        let trace = try TraceBuilder.leaky()
        let lines = try digest([trace.folder, "--format", "rows"]).output.split(separator: "\n")
        #expect(lines.first?.contains("\"record\":\"session\"") == true)
        #expect(lines.dropFirst().allSatisfy { $0.contains("\"record\":\"finding\"") })
        #expect(lines.count > 1)
    }

    @Test func aTraceThatCannotBeReadIsAnError() throws {
        let run = try digest([folder.file("nothing")])
        #expect(run.code == 2)
        #expect(run.output == "")
        #expect(run.errors.contains("no such file or folder"))
    }

    @Test func aFileThatMayNotGrowIsAnErrorAndLeavesNothing() throws {
        let trace = try largerTrace()
        let command = BuiltProducts.folder.appendingPathComponent("ribleak").path
        // In blocks of 1024 bytes, of which the digest has more.
        let run = try FinishedProcess(
            path: "/bin/bash",
            [
                "-c", "ulimit -f 1 && exec \"$0\" digest \"$1\" --output digest.json", command,
                trace.folder,
            ], in: folder.path)
        #expect(run.code == 74)
        #expect(
            run.errors == "ribleak: error: digest.json: cannot be written (File too large); "
                + "free some space\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test func aFullDiskIsAnErrorAndKeepsTheFileThatWasThere() throws {
        let trace = try largerTrace()
        try Data("before".utf8).write(to: URL(fileURLWithPath: folder.file("digest.json")))
        let command = BuiltProducts.folder.appendingPathComponent("ribleak").path
        _ = try FinishedProcess(
            path: "/bin/bash",
            [
                "-c", "ulimit -f 1 && exec \"$0\" digest \"$1\" --output digest.json", command,
                trace.folder,
            ], in: folder.path)
        let text = try String(contentsOfFile: folder.file("digest.json"), encoding: .utf8)
        #expect(text == "before")
    }

    @Test(arguments: [
        (["--symbolize", "d.json"], "digest --symbolize: needs --symbols"),
        (["--symbols", "bin"], "digest --symbols: is for --symbolize"),
    ])
    func argumentsThatDoNotFitAreRefused(arguments: [String], message: String) throws {
        let run = try digest(arguments)
        #expect(run.code == 64)
        #expect(run.errors.contains("--symbol"), "\(run.errors)")
    }

    @Test(arguments: ["", "{}", "[1]", "{\"version\":1,\"images\":[],\"findings\":7}"])
    func whatIsNoDigestIsNotSymbolized(text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file("d.json")))
        let run = try digest(["--symbolize", "d.json", "--symbols", "."])
        #expect(run.code == 2)
        #expect(
            run.errors
                == "ribleak: error: d.json: is not a digest; name a file that ribleak digest wrote\n"
        )
    }

    @Test func aMinusIsStandardOutput() throws {
        let trace = try TraceBuilder.leaky()
        let printed = try digest([trace.folder]).output
        let run = try digest([trace.folder, "--output", "-"])
        #expect(run.code == 0)
        #expect(run.output == printed)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test func aDigestWithFunctionsGetsThemAnew() throws {
        let findings = "\"findings\":[{\"retainPath\":null,\"stacks\":{\"symbols\":[[0,\"12\"]]}}]"
        let rest = "\"version\":1,\"images\":[{\"name\":\"A}\\\"B\",\"buildID\":\"0a1b\"}]"
        for text in [
            "{\(rest),\(findings)}", "{\(rest),\(findings),\"symbols\":[{\"a\":[1,\"]}\"]}]}\n",
            "{\"symbols\":[],\(rest),\"symbols\":7,\(findings)}",
        ] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file("d.json")))
            let run = try digest(["--symbolize", "d.json", "--symbols", "."])
            #expect(run.code == 0)
            #expect(run.output == "{\(rest),\(findings),\"symbols\":[]}\n")
        }
    }

    @Test func onlyTheDigestItselfHasToBeSmall() throws {
        func symbolized(_ key: String) throws -> FinishedProcess {
            let text =
                "{\"version\":1,\"images\":[],\"findings\":[],\"\(key)\":[\""
                + String(repeating: "x", count: 1 << 17) + "\"]}"
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file("d.json")))
            return try digest(["--symbolize", "d.json", "--symbols", "."])
        }
        #expect(
            try symbolized("symbols").output
                == "{\"version\":1,\"images\":[],\"findings\":[],\"symbols\":[]}\n")
        let other = try symbolized("other")
        #expect(other.code == 2)
        #expect(
            other.errors
                == "ribleak: error: d.json: has more than 64 KiB, so it is not one digest; "
                + "name one\n")
    }

    @Test func aFolderInWhichNothingCanBeIsAnError() throws {
        let text = "{\"version\":1,\"images\":[],\"findings\":[]}"
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file("d.json")))
        try FileManager.default.createDirectory(
            atPath: folder.file("empty"), withIntermediateDirectories: false)
        for (name, problem) in [
            ("missing", "no such folder"), ("d.json", "is a file"), ("empty", "is an empty folder"),
        ] {
            let run = try digest(["--symbolize", "d.json", "--symbols", ".", "--symbols", name])
            #expect(run.code == 2)
            #expect(run.output == "")
            #expect(
                run.errors == "ribleak: error: \(name): \(problem); name the folder that the app "
                    + "was built to\n")
        }
        let unnamed = try digest(["--symbolize", "d.json", "--symbols", ""])
        #expect(unnamed.code == 64)
        #expect(
            unnamed.errors == "ribleak: error: digest: the name of a folder of --symbols is empty; "
                + "see ribleak digest --help\n")
    }

    @Test func aDigestWithoutItsBinariesSaysSo() throws {
        let text = """
            {"version":1,"images":[{"name":"Shop","buildID":"0a1b"}],
            "findings":[{"retainPath":null,"stacks":{"allocation":[[0,"12"]]}}]}
            """
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file("d.json")))
        let run = try digest(["--symbolize", "d.json", "--symbols", "."])
        #expect(run.code == 0)
        #expect(
            run.errors == "ribleak: warning: Shop: no file below the folders has its build id "
                + "0a1b; its functions are not named\n")
        #expect(run.output.hasSuffix(",\"symbols\":[]}\n"))
    }
}
