// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// `ribleak tree` and `ribleak export`.
@Suite struct HistoryCommandTests {
    /// A trace in which a RIB is detached by its last event, and how long it takes.
    private func trace() throws -> (TraceBuilder, microseconds: Int) {
        let trace = try TraceBuilder()
        let root = trace.rib("Root")
        let game = trace.rib("Game")
        trace.launch(root)
        trace.attach(game, to: root)
        trace.detach(game, from: root)
        trace.finish()
        return (trace, trace.events.count)
    }

    // MARK: - tree

    @Test func treeShowsTheEndByDefault() throws {
        let (trace, microseconds) = try trace()
        let end = try FinishedProcess("ribleak", ["tree", trace.folder])
        #expect(end.code == 0 && end.errors == "")
        #expect(end.output.hasPrefix("1 RIB in the tree, 1 detached and still alive\n"))
        let before = try FinishedProcess(
            "ribleak", ["tree", "--at", "\(microseconds - 1)us", trace.folder])
        #expect(before.output.hasPrefix("2 RIBs in the tree\n"))
        let early = try FinishedProcess(
            "ribleak", ["tree", "--at", "2026-01-02T03:04:05.006Z", trace.folder])
        #expect(early.output.hasPrefix("No RIB in the tree\n"))
    }

    @Test func treeWritesEachFormat() throws {
        let (trace, _) = try trace()
        let json = try FinishedProcess("ribleak", ["tree", "--format=json", trace.folder])
        #expect(json.output.hasSuffix("\n  \"version\" : 1\n}\n"))
        let mermaid = try FinishedProcess("ribleak", ["tree", "--format=mermaid", trace.folder])
        #expect(mermaid.output.hasPrefix("graph TD\n"))
    }

    @Test func treeSaysWhichMomentsThereAre() throws {
        let (trace, _) = try trace()
        let tree = try FinishedProcess("ribleak", ["tree", "--at", "noon", trace.folder])
        #expect(tree.code == 64)
        #expect(
            tree.errors.hasPrefix(
                "ribleak: error: tree --at: 'noon' is not valid; give seconds since recording "
                    + "began (1.25, 1.25s, 250ms) or a time (2026-01-02T03:04:05.006Z)\n"))
    }

    @Test(arguments: [["tree"], ["export", "--format", "chrome-trace"]])
    func whatCanBeReadIsShownBesideWhatCannot(_ command: [String]) throws {
        let (trace, _) = try trace()
        let run = try FinishedProcess("ribleak", command + ["/nonexistent", trace.folder])
        #expect(run.code == 2)
        #expect(
            run.errors
                == "ribleak: error: /nonexistent: no such file or folder; name a run or a trace\n")
        #expect(run.output.contains("Root"))
    }

    // MARK: - export

    @Test func exportWritesToStandardOutput() throws {
        let (trace, _) = try trace()
        let export = try FinishedProcess(
            "ribleak", ["export", "--format", "chrome-trace", trace.folder])
        #expect(export.code == 0 && export.errors == "")
        let check = try ChromeTraceCheck(export.output)
        #expect(check.faults == [])
        #expect(check.threads == ["Root", "Root/Game"])
    }

    @Test func exportPutsTheWholeFileInPlaceOfTheOld() throws {
        let (trace, _) = try trace()
        let folder = try TemporaryFolder()
        try Data("old".utf8).write(to: URL(fileURLWithPath: folder.file("out.json")))
        let export = try FinishedProcess(
            "ribleak",
            ["export", "--format=chrome-trace", "--output", "out.json", trace.folder],
            in: folder.path)
        #expect(export.code == 0 && export.output == "" && export.errors == "")
        let text = try String(contentsOfFile: folder.file("out.json"), encoding: .utf8)
        #expect(try ChromeTraceCheck(text).faults == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["out.json"])
    }

    @Test func exportFollowsNoLinkAndReplacesNoFolder() throws {
        let (trace, _) = try trace()
        let folder = try TemporaryFolder()
        try Data("precious".utf8).write(to: URL(fileURLWithPath: folder.file("target")))
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link"), withDestinationPath: folder.file("target"))
        for place in [folder.file("link"), folder.path] {
            let export = try FinishedProcess(
                "ribleak", ["export", "--format=chrome-trace", "--output", place, trace.folder])
            #expect(export.code == 74)
            #expect(
                export.errors
                    == "ribleak: error: \(place): is not a regular file, so it was not replaced; name another\n"
            )
        }
        #expect(
            try String(contentsOfFile: folder.file("target"), encoding: .utf8) == "precious")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
                == ["link", "target"])
    }

    @Test func exportLeavesNoFileWhenNothingCanBeRead() throws {
        let folder = try TemporaryFolder()
        let export = try FinishedProcess(
            "ribleak", ["export", "--format=chrome-trace", "--output", "out.json", "/nonexistent"],
            in: folder.path)
        #expect(export.code == 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test(arguments: [["export"], ["export", "--format", "xml"], ["tree", "--format", "html"]])
    func wrongArgumentsAreUsageErrors(_ arguments: [String]) throws {
        #expect(try FinishedProcess("ribleak", arguments).code == 64)
    }
}
