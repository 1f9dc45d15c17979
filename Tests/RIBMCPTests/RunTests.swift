// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBTrace
import Testing
import TraceFixtures

@testable import RIBMCP

/// Which runs are served, and when they are read.
@Suite struct RunTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Copies a trace into a run.
    private func add(_ trace: TraceBuilder, run: String, as name: String = "app-77") throws {
        let run = folder.file(run)
        try FileManager.default.createDirectory(atPath: run, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: trace.folder, toPath: "\(run)/\(name)")
    }

    private func names(_ folders: String...) -> [String] {
        RunIndex(below: folders).runs.map(\.name)
    }

    // MARK: - What is found

    @Test func theNewestRunComesFirst() throws {
        let trace = try TraceBuilder.leaking(["Game"])
        for run in ["runs/2026-a", "runs/2027-b", "runs/2025-c"] { try add(trace, run: run) }
        #expect(names(folder.file("runs")) == ["2027-b", "2026-a", "2025-c"])
        let answer = try Dialogue([folder.file("runs")]).call("findings")
        #expect(answer["run"]?.string == "2027-b")
    }

    @Test func aRunOrATraceCanBeServedByItself() throws {
        try add(try TraceBuilder.leaking(["Game"]), run: "runs/2026-a")
        #expect(names(folder.file("runs/2026-a/")) == ["2026-a"])
        #expect(names(folder.file("runs/2026-a/app-77")) == ["app-77"])
    }

    @Test func runsOfSeveralFoldersAreToldApart() throws {
        let trace = try TraceBuilder.leaking(["Game"])
        try add(trace, run: "a/2026")
        try add(trace, run: "b/2026")
        let found = names(folder.file("a"), folder.file("b"))
        #expect(found == ["2/2026", "1/2026"])
        let dialogue = try Dialogue([folder.file("a"), folder.file("b")])
        #expect(!dialogue.call("findings", ["run": "1/2026"]).isError)
    }

    @Test(arguments: [
        "..", ".", "/", "/etc", "../other", "2026-a/../../other", "2026-a/", "2026-a/app-77",
        "2026-a\0", "%2e%2e", "~",
    ]) func onlyNamesOfTheListAreRuns(_ name: String) throws {
        let trace = try TraceBuilder.leaking(["Game"])
        try add(trace, run: "runs/2026-a")
        try add(trace, run: "other")
        let dialogue = try Dialogue([folder.file("runs")])
        let answer = dialogue.call("findings", ["run": .string(name)])
        #expect(answer.isError)
        #expect(answer.text.hasPrefix("there is no run "))
        let address = "ribleak://runs/\(name)/report.txt"
        let reply = dialogue.request("resources/read", ["uri": .string(address)])
        #expect(reply["error"]?["code"] == -32602)
    }

    @Test func linksAreNotFollowed() throws {
        let trace = try TraceBuilder.leaking(["Game"])
        try add(trace, run: "outside/secret")
        try add(trace, run: "runs/2026-a")
        let files = FileManager.default
        try files.createSymbolicLink(
            atPath: folder.file("runs/2027-link"),
            withDestinationPath: folder.file("outside/secret"))
        try files.createSymbolicLink(
            atPath: folder.file("runs/2026-a/app-78"),
            withDestinationPath: folder.file("outside/secret/app-77"))
        let runs = RunIndex(below: [folder.file("runs")]).runs
        #expect(runs.map(\.name) == ["2026-a"])
        #expect(runs.map(\.traces.count) == [1])
    }

    @Test func aTraceWithALinkAmongItsFilesIsNotRead() throws {
        try add(try TraceBuilder.leaking(["Game"]), run: "runs/2026-a")
        let stream = folder.file("runs/2026-a/app-77/stream-9")
        try FileManager.default.createSymbolicLink(
            atPath: stream, withDestinationPath: "/etc/passwd")
        let answer = try Dialogue([folder.file("runs")]).call("findings")
        #expect(answer.isError)
        #expect(
            answer.text.contains("app-77: has a link among its files, which may lead elsewhere"))
    }

    // MARK: - When a run is read

    @Test func aRunThatGrowsIsReadAnew() throws {
        let trace = try TraceBuilder()
        let (root, game) = (trace.rib("Root"), trace.rib("Game"))
        trace.launch(root)
        let dialogue = try Dialogue([trace.runsFolder])
        #expect(dialogue.call("findings")["total"] == 0)
        trace.attach(game, to: root)
        trace.detach(game, from: root)
        trace.settle(alive: game.parts)
        #expect(dialogue.call("findings")["total"] == 1)
        trace.finish()
    }

    @Test func aRunThatStaysTheSameIsReadOnce() throws {
        let trace = try TraceBuilder.leaking(["Game"])
        let library = Self.library(trace.runsFolder)
        let run = try library.index.run(named: nil)
        let (first, second) = (library.reading(of: run), library.reading(of: run))
        #expect(first.stamp == second.stamp)
        #expect(first.report == second.report)
        #expect(library.runsRead == 1)
    }

    @Test func onlyTheLastRunsAreKept() throws {
        let trace = try TraceBuilder.leaking(["Game"])
        let names = (0..<5).map { "2026-\($0)" }
        for name in names { try add(trace, run: "runs/\(name)") }
        let library = Self.library(folder.file("runs"))
        for name in names + names { _ = library.reading(of: try library.index.run(named: name)) }
        #expect(library.runsRead == 10)
    }

    private static func library(_ folder: String) -> RunLibrary {
        RunLibrary(of: folder)
    }

    @Test func nothingIsWritten() throws {
        let trace = try TraceBuilder.leaking(["Game"])
        let before = try FileManager.default.subpathsOfDirectory(atPath: trace.runsFolder)
        let dialogue = try Dialogue([trace.runsFolder])
        for tool in ["list_runs", "findings", "tree_at", "subscriptions", "gate"] {
            #expect(!dialogue.call(tool).isError)
        }
        #expect(try FileManager.default.subpathsOfDirectory(atPath: trace.runsFolder) == before)
    }

    // MARK: - Comparing

    @Test func diffSaysWhatIsNewAndFixed() throws {
        try add(try TraceBuilder.leaking(["Game", "Shop"]), run: "runs/2026-a")
        try add(try TraceBuilder.leaking(["Game", "Chat"]), run: "runs/2026-b")
        let dialogue = try Dialogue([folder.file("runs")])
        let answer = dialogue.call("diff", ["before": "2026-a"])
        #expect(answer["counts"]?["new"] == 1)
        #expect(answer["counts"]?["fixed"] == 1)
        #expect(answer["counts"]?["unchanged"] == 1)
        let entries = answer["entries"]?.array?.map { entry in
            "\(entry["change"]?.string ?? "") \(entry["finding"]?["type"]?.string ?? "")"
        }
        #expect(entries == ["new ChatRouter", "fixed ShopRouter", "unchanged GameRouter"])
        #expect(answer.text.hasPrefix("From '2026-a' to '2026-b': 1 new, 1 fixed, 1 unchanged."))
        let first = dialogue.call("diff", ["before": "2026-a", "limit": 1])
        #expect(first["left"] == 2)
        let rest = dialogue.call(
            "diff", ["before": "2026-a", "cursor": .string(first.cursor ?? "")])
        #expect(rest["entries"]?.array?.count == 2)
    }
}
