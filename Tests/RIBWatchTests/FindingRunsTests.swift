// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBRuns
import RIBTrace
import RIBWatch
import Testing
import TraceFixtures

@Suite struct FindingRunsTests {
    @Test func aFolderOfRunsThatIsNotThereIsWaitedFor() throws {
        let folder = try TemporaryFolder()
        let session = WatchSession(.newestRun(below: folder.file("runs")))
        session.catchUp()
        #expect(
            session.gists == ["note: \(folder.file("runs")): no run is here yet; waiting for one"])

        let trace = try TraceBuilder(in: folder)
        _ = trace.rib("Root")
        session.catchUp()
        #expect(session.gists.dropFirst().first == "found app")
        #expect(session.process.events == 6)
    }

    @Test func aNamedFolderThatIsNotThereIsWaitedFor() throws {
        let folder = try TemporaryFolder()
        let run = folder.file("runs/20260102T030405.006Z-77")
        let session = WatchSession(.folders([run]))
        session.catchUp()
        #expect(session.gists == ["note: \(run): is not there yet; waiting for it"])

        let trace = try TraceBuilder(in: folder)
        session.catchUp()
        #expect(session.gists.last == "found app")
        withExtendedLifetime(trace) {}
    }

    @Test func aNamedFolderOfRunsThatIsNotThereIsWaitedForOnce() throws {
        let folder = try TemporaryFolder()
        let runs = folder.file("runs")
        let session = WatchSession(.folders([runs]))
        session.catchUp()
        let trace = try TraceBuilder(in: folder)
        session.catchUp()

        #expect(session.gists == ["note: \(runs): is not there yet; waiting for it", "found app"])
        withExtendedLifetime(trace) {}
    }

    @Test func aTraceIsFoundOnceItsMetadataIsThere() throws {
        let folder = try TemporaryFolder()
        let trace = try TraceBuilder(in: folder)
        let metadata = "\(trace.folder)/metadata"
        try FileManager.default.moveItem(atPath: metadata, toPath: folder.file("aside"))
        let session = WatchSession(.newestRun(below: folder.file("runs")))
        session.catchUp()
        #expect(session.watcher.processes.isEmpty)

        try FileManager.default.moveItem(atPath: folder.file("aside"), toPath: metadata)
        session.catchUp()
        #expect(session.gists.last == "found app")
    }

    @Test func aProcessThatJoinsTheRunIsFound() throws {
        let folder = try TemporaryFolder()
        let first = try TraceBuilder(in: folder, at: "1/app-77")
        let session = WatchSession(.newestRun(below: folder.file("runs")))
        session.catchUp()
        let second = try TraceBuilder(in: folder, at: "1/helper-78") { $0.processName = "helper" }
        _ = second.rib("Helper")
        session.catchUp()

        #expect(
            session.gists == [
                "found app", "found helper", "created HelperRouter at Helper",
                "created HelperInteractor at Helper", "created HelperViewController at Helper",
            ])
        #expect(session.changes.events.map(\.process) == [1, 1, 1])
        withExtendedLifetime(first) {}
    }

    @Test func anEmptyFolderOfRunsIsSaidToBeOneOnce() throws {
        let runs = try TemporaryFolder()
        let session = WatchSession(.newestRun(below: runs.path))
        for _ in 1...3 { session.catchUp() }
        #expect(session.gists == ["note: \(runs.path): no run is here yet; waiting for one"])
    }

    @Test func aFolderWithoutRunsIsThereAndOneThatCannotBeReadSaysWhy() throws {
        let folder = try TemporaryFolder()
        let (empty, loop) = (folder.file("empty"), folder.file("loop"))
        try FileManager.default.createDirectory(
            atPath: empty, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
        let session = WatchSession(.folders([empty, loop]))
        session.catchUp()

        #expect(
            session.changes.notes == [
                "\(empty): no run is here yet; waiting for one",
                "\(loop): Too many levels of symbolic links; waiting until it can be read",
            ])
    }

    @Test func aTraceThatCannotBeReadKeepsNobodyWaiting() throws {
        let folder = try TemporaryFolder()
        let trace = folder.file("trace")
        try FileManager.default.createDirectory(
            atPath: trace, withIntermediateDirectories: true)
        try Data("no metadata".utf8).write(to: URL(fileURLWithPath: "\(trace)/metadata"))
        let session = WatchSession(.folders([trace]))
        session.poll()

        #expect(
            session.changes.notes == [
                "\(trace): is not a trace of ribleak: its metadata is not CTF 1.8; name another"
            ])
        #expect(session.watcher.isOver)
        #expect(session.watcher.unreadable == 1)
    }

    @Test func aNewerRunIsWatchedBesideAnAppThatGoesOn() throws {
        let folder = try TemporaryFolder()
        let old = try TraceBuilder(in: folder, at: "20260102T030405.006Z-77/app-77")
        let session = WatchSession(.newestRun(below: folder.file("runs")))
        session.catchUp()
        let new = try TraceBuilder(in: folder, at: "20260102T030406.007Z-78/app-78") {
            $0.processID = 78
        }
        session.catchUp()
        _ = old.object(.router, "OldRouter")
        old.end()
        session.settle()

        #expect(
            session.gists == ["found app", "found app", "created OldRouter at Old", "0 killed"])
        #expect(session.watcher.processes.map(\.facts.processID) == [77, 78])
        #expect(session.watcher.processes.map(session.watcher.hasNewerRun) == [true, false])
        withExtendedLifetime(new) {}
    }

    @Test func runsThatFollowEachOtherFasterThanPollsAreAllReadToTheirEnds() throws {
        let folder = try TemporaryFolder()
        let first = try TraceBuilder(in: folder, at: "20260102T030405.006Z-77/app-77")
        let session = WatchSession(.newestRun(below: folder.file("runs")))
        session.catchUp()
        _ = first.object(.router, "FirstRouter")
        first.kill()
        let second = try TraceBuilder(in: folder, at: "20260102T030406.007Z-78/app-78")
        _ = second.object(.router, "SecondRouter")
        second.kill()
        let third = try TraceBuilder(in: folder, at: "20260102T030407.008Z-79/app-79")
        _ = third.object(.router, "ThirdRouter")
        session.settle()

        #expect(
            session.changes.events.compactMap(\.type).sorted()
                == ["FirstRouter", "SecondRouter", "ThirdRouter"])
        #expect(session.watcher.processes.map(\.end) == [.killed, .killed, nil])
        withExtendedLifetime(third) {}
    }

    /// Runs are named after the wall clock, which may be set back.
    @Test func aRunThatBeginsAfterTheClockWasSetBackIsTheNewerOne() throws {
        let folder = try TemporaryFolder()
        let old = try TraceBuilder(in: folder, at: "20260102T030405.006Z-77/app-77")
        let session = WatchSession(.newestRun(below: folder.file("runs")))
        session.catchUp()
        let new = try TraceBuilder(in: folder, at: "20260101T000000.000Z-78/app-78") {
            $0.processID = 78
        }
        session.catchUp()

        #expect(session.watcher.processes.map(\.facts.processID) == [77, 78])
        #expect(session.watcher.processes.map(session.watcher.hasNewerRun) == [true, false])
        withExtendedLifetime((old, new)) {}
    }

    @Test func theNewestRunIsInDoubtWhenItBeganInTheFuture() throws {
        let folder = try TemporaryFolder()
        let old = try TraceBuilder(in: folder)
        let new = try TraceBuilder(in: folder, at: "21000101T000000.000Z-78/app-78") {
            $0.clockOffset = 4_102_444_800_000_000_000
        }
        let session = WatchSession(.newestRun(below: folder.file("runs")))
        session.catchUp()

        #expect(session.watcher.processes.map(\.facts.trace) == [new.folder])
        let runs = folder.file("runs")
        #expect(
            session.changes.notes == [
                "\(runs)/21000101T000000.000Z-78: began in the future, at 2100-01-01T00:00:01.000Z: "
                    + "its clock or yours was wrong, and \(runs)/20260102T030405.006Z-77 may be "
                    + "newer; to take that one, name it"
            ])
        withExtendedLifetime(old) {}
    }

    @Test func anOldRunThatIsPutBackIsNotWatched() throws {
        let folder = try TemporaryFolder()
        let new = try TraceBuilder(in: folder, at: "20260102T030405.006Z-77/app-77")
        let session = WatchSession(.newestRun(below: folder.file("runs")))
        session.catchUp()
        let old = try TraceBuilder(in: folder, at: "aside-78/app-78")
        old.end()
        try FileManager.default.moveItem(
            atPath: folder.file("runs/aside-78"),
            toPath: folder.file("runs/20260101T000000.000Z-78"))
        session.catchUp()

        #expect(session.watcher.processes.map(\.facts.processID) == [77])
        withExtendedLifetime(new) {}
    }

    @Test func ofOldRunsOnlyTheNewestIsWatched() throws {
        let folder = try TemporaryFolder()
        let traces = try ["1/app-1", "2/app-2", "3/app-3"].map { place in
            try TraceBuilder(in: folder, at: place) { $0.processName = place }
        }
        for trace in traces { trace.end() }
        let session = WatchSession(.folders([folder.file("runs")]))
        session.settle()

        #expect(session.watcher.processes.map(\.facts.processName) == ["3/app-3"])
        #expect(session.changes.notes == [])
        #expect(session.watcher.isOver)
    }

    @Test func aRunThatWasOverBeforeIsShownAndTheNextOneAwaited() throws {
        let folder = try TemporaryFolder()
        let old = try TraceBuilder(in: folder, at: "1/app-77")
        old.end()
        let session = WatchSession(.newestRun(below: folder.file("runs")))
        session.settle()
        #expect(session.gists == ["found app", "0 killed"])
        #expect(!session.watcher.isOver)

        let new = try TraceBuilder(in: folder, at: "2/app-78")
        new.end()
        session.settle()
        #expect(session.gists.suffix(2) == ["found app", "1 killed"])
        #expect(session.watcher.isOver)
    }

    @Test func aRecoveredCopyIsNoOtherProcess() throws {
        let trace = try TraceBuilder()
        trace.finish()
        _ = try TraceRecovery.copy(of: trace.folder)
        let session = WatchSession(.newestRun(below: trace.runsFolder))
        session.catchUp()

        #expect(session.watcher.processes.map(\.facts.trace) == [trace.folder])
    }
}
