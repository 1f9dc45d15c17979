// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBTrace
import Testing
import TraceFixtures

@Suite struct RunFolderTests {
    @Test func theNewestRunIsTheOneWithTheGreatestName() throws {
        let runs = try TemporaryFolder()
        for run in ["20260101T000000.000Z-9", "20260102T000000.000Z-8"] {
            try makeTrace(at: runs.file("\(run)/app-1"))
        }
        #expect(
            try RunFolder.newestRun(below: runs.path) == [
                runs.file("20260102T000000.000Z-8/app-1")
            ])
    }

    @Test func allTracesOfARunAreTaken() throws {
        let runs = try TemporaryFolder()
        for trace in ["b-2", "a-1"] { try makeTrace(at: runs.file("run/\(trace)")) }
        #expect(
            try RunFolder.traces(at: runs.file("run")) == [
                runs.file("run/a-1"), runs.file("run/b-2"),
            ])
    }

    @Test func aRecoveredCopyCountsOnlyWithoutItsOriginal() throws {
        let runs = try TemporaryFolder()
        for trace in ["a-1", "a-1-recovered", "b-2-recovered"] {
            try makeTrace(at: runs.file("run/\(trace)"))
        }
        #expect(
            try RunFolder.traces(at: runs.file("run")) == [
                runs.file("run/a-1"), runs.file("run/b-2-recovered"),
            ])
    }

    @Test func aFolderOfRunsMeansItsNewest() throws {
        let runs = try TemporaryFolder()
        try makeTrace(at: runs.file("1/app-1"))
        try makeTrace(at: runs.file("2/app-1"))
        #expect(try RunFolder.traces(at: runs.path) == [runs.file("2/app-1")])
    }

    @Test func aMissingFolderSaysWhatToDo() {
        #expect(
            throws: TraceError(
                .notFound, path: "/no/runs",
                "no run is here; run your tests or app with ribleak first, or name a trace")
        ) {
            try RunFolder.newestRun(below: "/no/runs")
        }
    }

    @Test func anEmptyFolderSaysWhatToDo() throws {
        let folder = try TemporaryFolder()
        #expect(
            throws: TraceError(
                .empty, path: folder.path,
                "no run is in this folder; run your tests or app with ribleak first, "
                    + "or name a trace")
        ) {
            try RunFolder.traces(at: folder.path)
        }
    }

    private func makeTrace(at path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: "\(path)/metadata"))
    }
}
