// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@testable import RIBCommand
@testable import RIBTrace

@Suite struct HistoryStoreCommandTests {
    private let quiet = [
        "GITHUB_SHA": "", "GITHUB_HEAD_REF": "", "GITHUB_REF_NAME": "", "CI_COMMIT_SHA": "",
        "CI_COMMIT_REF_NAME": "",
    ]

    @Test func anImportedRunIsShown() throws {
        let (trace, folder) = (try TraceBuilder.leaky(), try TemporaryFolder())
        let database = ["--database", folder.file("h.sqlite")]
        let added = try FinishedProcess(
            "ribleak",
            [
                "history", "import", trace.folder, "--branch", "main", "--time",
                "2026-03-01T12:00:00+02:00",
            ]
                + database,
            environment: quiet.merging(["GITHUB_SHA": "4f2c9d1a"]) { $1 })
        #expect(added.code == 0)
        #expect(
            added.errors
                == "ribleak: \(folder.file("h.sqlite")): added the run of commit 4f2c9d1a, "
                + "branch main\n")
        let shown = try FinishedProcess("ribleak", ["history"] + database)
        #expect(shown.code == 0)
        #expect(shown.output.hasPrefix("1 run, 2026-03-01 4f2c9d1\n"))
        #expect(shown.output.contains("\n✗ GameRouter at Root/Game  █\n"))
    }

    @Test func aSecondImportChangesNothing() throws {
        let (trace, folder) = (try TraceBuilder.leaky(), try TemporaryFolder())
        let arguments = [
            "history", "import", trace.folder, "--database", folder.file("h.sqlite"),
        ]
        _ = try FinishedProcess("ribleak", arguments)
        let again = try FinishedProcess("ribleak", arguments)
        #expect(again.code == 0)
        #expect(again.errors == "ribleak: \(folder.file("h.sqlite")): already has this run\n")
    }

    @Test func importsAtTheSameMomentAreAllStored() throws {
        let folder = try TemporaryFolder()
        let database = ["--database", folder.file("h.sqlite")]
        let traces = try (1...8).map { try TraceBuilder.leaky(of: $0) }
        let folders = traces.map(\.folder)
        DispatchQueue.concurrentPerform(iterations: folders.count) { index in
            _ = try? FinishedProcess(
                "ribleak", ["history", "import", folders[index]] + database)
        }
        // Each of them again says that it is there.
        for folder in folders {
            let again = try FinishedProcess("ribleak", ["history", "import", folder] + database)
            #expect(again.code == 0)
            #expect(again.errors.hasSuffix(": already has this run\n"), "\(again.errors)")
        }
    }

    /// A night has more kills.
    @Test func anImportThatIsKilledAtAnyMomentLeavesAHistoryToAddTo() throws {
        let isNight = ProcessInfo.processInfo.environment["RIBLEAK_NIGHTLY"] != nil
        let (trace, program) = (try TraceBuilder.leaky(), BuiltProducts.folder)
        let tool = program.appendingPathComponent("ribleak").path
        for kill in 1...(isNight ? 300 : 12) {
            let folder = try TemporaryFolder()
            let arguments = [
                "history", "import", trace.folder, "--database", folder.file("h.sqlite"),
            ]
            _ = try FinishedProcess(
                path: "/usr/bin/timeout",
                ["-s", "KILL", "0.\(String(1_000 + kill * 5 % 60).dropFirst())", tool] + arguments)
            let next = try FinishedProcess("ribleak", arguments)
            #expect(next.code == 0, "\(kill): \(next.errors)")
        }
    }

    @Test func aMissingHistoryIsOneClearLine() throws {
        let history = try FinishedProcess(
            "ribleak", ["history"], environment: ["RIBLEAK_HISTORY": ""])
        #expect(history.code == 2)
        #expect(
            history.errors
                == "ribleak: error: .ribleak/history.sqlite: no history is here; make one with "
                + "ribleak history import\n")
    }

    @Test func aPageIsWrittenToAFile() throws {
        let (trace, folder) = (try TraceBuilder.leaky(), try TemporaryFolder())
        let settings = ["RIBLEAK_HISTORY": folder.file("h.sqlite")]
        _ = try FinishedProcess(
            "ribleak", ["history", "import", trace.folder], environment: settings)
        let page = folder.file("history.html")
        let shown = try FinishedProcess(
            "ribleak", ["history", "--format", "html", "--output", page], environment: settings)
        #expect(shown.code == 0)
        #expect(try String(contentsOfFile: page, encoding: .utf8).hasPrefix("<!DOCTYPE html>"))
    }

    @Test func aRunHasTheCommitThatWasRecordedWithIt() throws {
        let trace = try TraceBuilder { metadata in
            metadata.origin.revision = SourceRevision(commit: "0ldc0mm1t", branch: "topic")
        }
        trace.launch(trace.rib("Root"))
        trace.settle()
        trace.finish()
        let folder = try TemporaryFolder()
        let added = try FinishedProcess(
            "ribleak", ["history", "import", trace.folder, "--database", folder.file("h.sqlite")],
            environment: quiet.merging(["GITHUB_SHA": "4f2c9d1a", "GITHUB_REF_NAME": "main"]) { $1 }
        )
        #expect(added.errors.hasSuffix(": added the run of commit 0ldc0mm1t, branch topic\n"))
    }

    @Test func theCheckoutSaysWhatTheEnvironmentDoesNot() throws {
        let folder = try TemporaryFolder()
        let commit = String(repeating: "a1", count: 20)
        let files = [
            ".git/HEAD": "ref: refs/heads/topic/x\n", ".git/refs/heads/topic/x": "\(commit)\n",
        ]
        for (name, text) in files {
            let file = URL(fileURLWithPath: folder.file(name))
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let deep = folder.file("Sources/App")
        try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
        let found = SourceRevision(in: ["CI_COMMIT_SHA": ""], orAround: deep)
        #expect(found == SourceRevision(commit: commit, branch: "topic/x"))
        let named = SourceRevision(in: ["GITHUB_REF_NAME": "main"], orAround: deep)
        #expect(named == SourceRevision(commit: commit, branch: "main"))
    }

    @Test func aPackedBranchIsFoundAndADetachedHeadHasNone() throws {
        let folder = try TemporaryFolder()
        let commit = String(repeating: "b2", count: 20)
        try FileManager.default.createDirectory(
            atPath: folder.file(".git"), withIntermediateDirectories: true)
        try "ref: refs/heads/main\n".write(
            toFile: folder.file(".git/HEAD"), atomically: true, encoding: .utf8)
        try "# pack-refs\n\(commit) refs/heads/main\n".write(
            toFile: folder.file(".git/packed-refs"), atomically: true, encoding: .utf8)
        #expect(SourceRevision.checkedOut(around: folder.path).commit == commit)
        try "\(commit)\n".write(
            toFile: folder.file(".git/HEAD"), atomically: true, encoding: .utf8)
        #expect(SourceRevision.checkedOut(around: folder.path).branch == nil)
        #expect(SourceRevision.checkedOut(around: folder.path).commit == commit)
    }
}
