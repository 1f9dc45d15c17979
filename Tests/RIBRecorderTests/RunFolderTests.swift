// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace
import Testing
import TraceFixtures

@testable import RIBRecorder

@Suite struct RunFolderTests {
    private let parent = ParentProcess(
        processID: 42, startTicks: 777, startedAt: 1_767_323_045_006_000_000)

    @Test func aRunOfSiblingsIsNamedAfterTheirParent() throws {
        let runs = try TemporaryFolder()
        #expect(
            parent.runFolder(in: runs.path)
                == runs.file("20260102T030405.006Z-42-777"))
    }

    @Test func aSiblingsFolderIsUsedAgainThoughTheClockReadsDifferently() throws {
        let runs = try TemporaryFolder()
        let existing = runs.file("20260102T030404.999Z-42-777")
        try FileManager.default.createDirectory(
            atPath: existing, withIntermediateDirectories: true)
        #expect(parent.runFolder(in: runs.path) == existing)
    }

    @Test func anEarlierProcessWithTheSameNumberIsNoSibling() throws {
        let runs = try TemporaryFolder()
        let other = runs.file("20250102T030404.999Z-42-1777")
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
        #expect(
            parent.runFolder(in: runs.path)
                == runs.file("20260102T030405.006Z-42-777"))
    }

    @Test func aRunAfterTheClockWasSetBackHasAGreaterNameThanTheOneBefore() throws {
        let runs = try TemporaryFolder()
        for name in ["20270101T000000.000Z-9", "keep", "20250101T000000.000Z-8"] {
            try FileManager.default.createDirectory(
                atPath: runs.file(name), withIntermediateDirectories: true)
        }
        #expect(
            parent.runFolder(in: runs.path)
                == runs.file("20270101T000000.001Z-42-777"))
        let metadata = TraceMetadata(
            processName: "app", processID: 77, workingDirectory: "/app",
            clockOffset: 1_767_323_045_006_000_000 - 1_000_000_000, startedAt: 1_000_000_000,
            level: .full, capturesStacks: true)
        #expect(
            metadata.runFolder(in: runs.path) == runs.file("20270101T000000.001Z-77"))
    }

    @Test func aProcessNameWithBlanksAndParenthesesIsSkipped() {
        let stat = "42 (a) b (c) S 1 42 42 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 777 0 0"
        #expect(ParentProcess.startTicks(inStat: stat) == 777)
        #expect(ParentProcess.startTicks(inStat: "42 (a) S 1") == nil)
        #expect(ParentProcess.startTicks(inStat: "") == nil)
    }
}
