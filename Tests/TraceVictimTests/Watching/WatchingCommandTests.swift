// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBRuns
import Testing
import TraceFixtures

/// `ribleak watch` beside processes and file systems that do not behave.
@Suite struct WatchingCommandTests {
    /// As a laptop that is closed, or a terminal that holds its output, stops it.
    @Test func aWatcherThatWasStoppedCatchesUpAndLosesNothing() throws {
        let runs = try TemporaryFolder()
        let command = try WatchingCommand("--until-end", runs.file("runs"))
        let victim = try RunningVictim("until-killed", runs: runs.file("runs"))
        victim.read(500)
        try command.read(to: "processFound")
        command.stop()
        victim.read(30_000)
        victim.kill()
        command.goOn()
        try command.readToEnd()

        let trace = try #require(RunFolder.traces(at: runs.file("runs")).first)
        let written = try RecordedVictim(trace).threads.values.reduce(0) { $0 + $1.count }
        #expect(written >= victim.acknowledged.count)
        let end = try #require(command.lines.last)
        #expect(end.kind == "processEnded")
        #expect(end.end == "killed")
        #expect(end.events == written)
        let others: Set = ["note", "processFound", "processEnded", "skipped"]
        let listed = command.lines.count { !others.contains($0.kind) }
        let skipped = command.lines.compactMap { $0.kind == "skipped" ? $0.count : nil }
        #expect(listed + skipped.reduce(0, +) == written)
    }

    @Test func aTraceThatIsRemovedWhileItIsWrittenEndsTheWatching() throws {
        let runs = try TemporaryFolder()
        let command = try WatchingCommand("--until-end", runs.file("runs"))
        let victim = try RunningVictim("until-killed", runs: runs.file("runs"))
        victim.read(500)
        try command.read(to: "processFound")
        try FileManager.default.removeItem(atPath: runs.file("runs"))
        try command.readToEnd()
        victim.kill()

        #expect(command.lines.last?.kind == "processEnded")
        #expect(command.lines.last?.end == "removed")
    }

    @Test(.enabled(if: FullDisk.canBeMade, "nothing can be mounted here"))
    func aRunOnAReadOnlyDiskIsWatchedAsAnyOther() throws {
        let disk = try FullDisk(kilobytes: 16_384)
        let victim = try FinishedProcess(
            "trace-victim", ["leak-and-end", disk.folder.file("runs"), "exit"],
            environment: ["RIBLEAK_TRACE_DIR": disk.folder.file("runs")])
        #expect(victim.code == 0)
        let trace = try #require(try RunFolder.traces(at: disk.folder.file("runs")).first)
        try disk.becomeReadOnly()
        let watched = try FinishedProcess("ribleak", ["watch", "--until-end", "--events", trace])
        try disk.becomeWritable()
        let writable = try FinishedProcess("ribleak", ["watch", "--until-end", "--events", trace])

        #expect(watched.errors == "")
        #expect(watched.code == 0)
        #expect(watched.output.contains("\"kind\":\"finding\""))
        #expect(watched.output == writable.output)
    }
}

/// `ribleak watch --events`, which runs beside the test.
private final class WatchingCommand {
    /// One line of it.
    struct Line: Decodable {
        let kind: String
        let end: String?
        /// Of a `skipped`.
        let count: Int?
        /// Of a `processEnded`.
        let events: Int?
    }

    private(set) var lines: [Line] = []
    private let process: SpawnedChild
    private let pipe = Pipe()
    private var rest = Data()

    /// - Parameter arguments: Follow `watch --events`.
    init(_ arguments: String...) throws {
        let command = SpawnedChild(
            BuiltProducts.folder.appendingPathComponent("ribleak").path,
            ["watch", "--events"] + arguments,
            environment: ProcessInfo.processInfo.environment,
            files: [STDIN_FILENO, pipe.fileHandleForWriting.fileDescriptor, STDERR_FILENO])
        guard let command else { throw NotStarted() }
        process = command
        try pipe.fileHandleForWriting.close()
    }

    /// Keeps it from running until it is continued.
    func stop() { kill(process.number, SIGSTOP) }

    func goOn() { kill(process.number, SIGCONT) }

    /// Reads lines until one of this kind.
    func read(to kind: String) throws {
        let known = lines.count
        while !lines.dropFirst(known).contains(where: { $0.kind == kind }), try readSome() {}
    }

    /// Reads all lines that it writes before it ends.
    func readToEnd() throws {
        while try readSome() {}
        _ = process.wait(until: .distantFuture)
    }

    /// - Returns: False at the end.
    private func readSome() throws -> Bool {
        guard let data = try pipe.fileHandleForReading.read(upToCount: 1 << 16), !data.isEmpty
        else { return false }
        rest += data
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(try JSONDecoder().decode(Line.self, from: rest[..<end]))
            rest = Data(rest[(end + 1)...])
        }
        return true
    }

    private struct NotStarted: Error {}
}
