// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBRuns
import RIBTrace
import Testing
import TraceFixtures

/// The host lives and the trace can be read, even if a file system has no room for promised pages.
///
/// In the daily run on a file system in memory only.
@Suite(.serialized) struct FileSystemTests {
    private static let isNight = Nightly.isOn

    private static var kinds: [String] {
        isNight ? LoopDisk.makeable : FullDisk.canBeMade ? ["tmpfs"] : []
    }

    private func trace(in folder: String) throws -> String {
        let runs = try FileManager.default.contentsOfDirectory(atPath: folder)
        let run = try #require(runs.first)
        return try #require(try RunFolder.traces(at: "\(folder)/\(run)").first)
    }

    /// Every event is in the trace or counted as dropped, and most of what came when there was room is there.
    @Test(arguments: kinds)
    func aDiskThatIsFullForAWhileCostsTheHostOnlyEvents(kind: String) throws {
        let disk = try LoopDisk(kind)
        let victim = try FinishedVictim(
            "full-disk", [disk.folder.file("filler")], runsFolder: disk.folder.file("runs"))
        #expect(victim.process.code == 0)
        #expect(!victim.process.wasKilled)
        #expect(victim.process.errors.split(separator: "\n").count == 1)
        let recorded = try RecordedVictim(trace(in: disk.folder.file("runs")))
        #expect(recorded.dropped > 0)
        let told = UInt64(recorded.eventCount - recorded.judgementCount) + recorded.dropped
        #expect(victim.said("appended") == ["\(told)"])
        print("\(kind): \(recorded.eventCount) events read, \(recorded.dropped) dropped")
    }

    @Test(arguments: kinds)
    func aTraceThatIsTruncatedCostsTheHostOnlyEvents(kind: String) throws {
        let disk = try LoopDisk(kind)
        let victim = try FinishedVictim("truncated", runsFolder: disk.folder.file("runs"))
        #expect(victim.process.code == 0)
        #expect(!victim.process.wasKilled)
        #expect(victim.process.errors.split(separator: "\n").count == 1)
        let recorded = try RecordedVictim(trace(in: disk.folder.file("runs")))
        #expect(recorded.threads.values.map(\.count) == [20_000])
    }

    @Test(arguments: kinds)
    func aTraceThatIsRemovedDisturbsNobody(kind: String) throws {
        let disk = try LoopDisk(kind)
        let victim = try FinishedVictim("removed-folder", runsFolder: disk.folder.file("runs"))
        #expect(victim.process.code == 0)
        #expect(!victim.process.wasKilled)
    }

    /// The disk below has less room than the file system on it assumes.
    @Test(arguments: kinds.filter { $0 != "tmpfs" })
    func aFileSystemWithoutADiskBelowItCostsTheHostOnlyEvents(kind: String) throws {
        let below = try FullDisk(kilobytes: 100_000)
        let disk = try LoopDisk(kind, backing: below.folder.path)
        let victim = try FinishedVictim(
            "full-disk", [disk.folder.file("filler")], runsFolder: disk.folder.file("runs"))
        #expect(victim.process.code == 0)
        #expect(!victim.process.wasKilled)
    }
}
