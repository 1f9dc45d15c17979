// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace
import Testing
import TraceFixtures

/// When the recorder cannot write, its host goes on and prints at most one line.
@Suite struct HarmedHostTests {
    /// Checks that the host came to its own end with at most one line of warning.
    private func check(_ victim: FinishedVictim, warns: Bool = true) {
        #expect(victim.process.code == 0)
        #expect(!victim.process.wasKilled)
        let warnings = victim.process.errors.split(separator: "\n")
        #expect(warnings.count == (warns ? 1 : 0), "\(warnings)")
        #expect(warnings.allSatisfy { $0.hasPrefix("ribleak: warning: ") })
    }

    /// Bytes that end inside the metadata, before a first packet, and after some packets.
    @Test(arguments: [0, 1_000, 10_000, 200_000])
    func aLimitOnFileSizesEndsTheRecordingAndNotTheHost(bytes: Int) throws {
        let victim = try FinishedVictim("limit", ["\(bytes)", "10000"])
        // At a limit of 0 bytes, even a warning that goes to a file would end the host.
        check(victim, warns: bytes > 0)
        guard bytes >= 200_000 else { return }
        let recorded = try RecordedVictim(victim.trace())
        #expect(recorded.undefinedUses == 0)
        #expect(recorded.eventCount > 1_000)
        #expect(recorded.discarded > 20_000)
    }

    @Test func aFolderThatMayNotBeWrittenTurnsRecordingOff() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
        let victim = try FinishedVictim("nobody", runsFolder: folder.file("runs"))
        check(victim)
        #expect(victim.process.errors.hasSuffix(": Permission denied: nothing is recorded\n"))
        #expect(!FileManager.default.fileExists(atPath: folder.file("runs")))
    }

    @Test func aFolderThatIsRemovedWhileRecordingDisturbsNobody() throws {
        let victim = try FinishedVictim("removed-folder")
        check(victim)
        #expect(!FileManager.default.fileExists(atPath: victim.runs.file("runs")))
    }

    @Test(.enabled(if: FullDisk.canBeMade, "only root may mount the small disk to fill"))
    func aFullDiskEndsTheRecordingAndNotTheHost() throws {
        let disk = try FullDisk(kilobytes: 300)
        let victim = try FinishedVictim(
            "record", ["10000"], runsFolder: disk.folder.file("runs"))
        check(victim)
        let run = try #require(
            try FileManager.default.contentsOfDirectory(atPath: disk.folder.file("runs")).first)
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: disk.folder.file("runs/\(run)"))
                .first)
        let recorded = try RecordedVictim(disk.folder.file("runs/\(run)/\(name)"))
        #expect(recorded.undefinedUses == 0)
        #expect(recorded.eventCount > 1_000)
        #expect(recorded.discarded > 20_000)
    }
}
