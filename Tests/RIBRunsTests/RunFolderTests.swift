// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBRuns
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

    @Test func aCopyThatAPersonNamedIsNotTheNewestRun() throws {
        let runs = try TemporaryFolder()
        for run in ["20260101T000000.000Z-9", "keep"] {
            try makeTrace(at: runs.file("\(run)/app-1"))
        }
        #expect(
            try RunFolder.newestRun(below: runs.path) == [
                runs.file("20260101T000000.000Z-9/app-1")
            ])
    }

    @Test func theNewestRunIsInDoubtWhenItBeganInTheFuture() throws {
        let folder = try TemporaryFolder()
        let traces = try [
            run(1, began: now - 2 * hour, in: folder), run(2, began: now - hour, in: folder),
            run(3, began: now + hour, in: folder), run(4, began: now + 2 * hour, in: folder),
        ]
        let runs = folder.file("runs")
        let newest = try RunFolder.newest(below: runs)
        #expect(newest.found == ["\(runs)/\(name(4))/app-77"])
        let time = ISO8601.text(milliseconds: (now + 2 * hour) / 1_000_000)
        #expect(
            newest.doubts.first
                == "\(runs)/\(name(4)): began in the future, at \(time): its clock or yours was "
                + "wrong, and \(runs)/\(name(2)) may be newer; to take that one, name it")
        #expect(try RunFolder.chosen(at: runs).doubts == newest.doubts)
        #expect(try RunFolder.chosen(at: "\(runs)/\(name(4))").doubts == [])
        withExtendedLifetime(traces) {}
    }

    /// The recorder names a run after the one before it when the clock was set back.
    @Test func aRunWhoseNameAloneIsInTheFutureIsTheNewest() throws {
        let folder = try TemporaryFolder()
        let traces = try [
            run(1, began: now + hour, in: folder), run(2, began: now - hour, in: folder),
        ]
        let newest = try RunFolder.newest(below: folder.file("runs"))
        #expect(newest.found == [folder.file("runs/\(name(2))/app-77")])
        #expect(newest.doubts == [])
        withExtendedLifetime(traces) {}
    }

    @Test func runsThatAllBeganInTheFutureAreInNoDoubt() throws {
        let folder = try TemporaryFolder()
        let traces = try [1, 2].map { try run($0, began: now + hour, in: folder) }
        #expect(try RunFolder.newest(below: folder.file("runs")).doubts == [])
        withExtendedLifetime(traces) {}
    }

    /// Far more than the clocks of machines differ, and than a test takes. In nanoseconds.
    private let hour: Int64 = 3_600_000_000_000
    private let now = Int64(Date().timeIntervalSince1970) * 1_000_000_000

    private func name(_ number: Int) -> String { "21000101T00000\(number).000Z-77" }

    /// - Parameter time: Nanoseconds since 1970.
    private func run(_ number: Int, began time: Int64, in folder: TemporaryFolder) throws
        -> TraceBuilder
    {
        try TraceBuilder(in: folder, at: "\(name(number))/app-77") {
            $0.clockOffset = time - Int64($0.startedAt)
        }
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
