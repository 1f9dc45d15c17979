// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace
import Testing
import TraceFixtures

@testable import RIBRecorder

@Suite struct RunRotationTests {
    private let runs: TemporaryFolder
    private let later = Date(timeIntervalSinceNow: 3_600)

    init() throws {
        runs = try TemporaryFolder()
    }

    /// Makes a run of one trace.
    ///
    /// - Parameter second: Its place in the order of time.
    @discardableResult
    private func makeRun(_ second: Int, bytes: Int = 4_096) throws -> String {
        let name = String(format: "20260102T0304%02d.000Z-%d", second, 100 + second)
        let trace = runs.file("\(name)/app-\(100 + second)")
        try FileManager.default.createDirectory(
            atPath: trace, withIntermediateDirectories: true)
        try Data("/* CTF 1.8 */".utf8).write(to: URL(fileURLWithPath: "\(trace)/metadata"))
        try Data(repeating: 1, count: bytes).write(to: URL(fileURLWithPath: "\(trace)/stream-1"))
        return name
    }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: runs.path)) ?? []).sorted()
    }

    /// The names of what it removes.
    private func rotate(runs mostRuns: Int, bytes: Int = .max) -> [String] {
        let before = names
        RunRotation(mostRuns: mostRuns, mostBytes: bytes).rotate(below: runs.path, now: later)
        return before.filter { !names.contains($0) }
    }

    @Test func theNewestRunsStay() throws {
        let made = try (0..<5).map { try makeRun($0) }
        #expect(rotate(runs: 2) == Array(made[..<3]))
        #expect(names == Array(made[3...]))
    }

    @Test func theOldestRunsGoWhenAllTakeTooMuch() throws {
        let made = try (0..<4).map { try makeRun($0, bytes: 100_000) }
        #expect(rotate(runs: 10, bytes: 250_000) == Array(made[..<2]))
        #expect(names == Array(made[2...]))
    }

    @Test func noOlderRunStaysThanOneThatWasRemoved() throws {
        try makeRun(0, bytes: 1)
        try makeRun(1, bytes: 1_000_000)
        let newest = try makeRun(2, bytes: 1)
        _ = rotate(runs: 10, bytes: 100_000)
        #expect(names == [newest])
    }

    @Test func aRunThatAProcessStillWritesStays() throws {
        let recorder = Recorder(RecorderConfiguration(level: .counts, runsFolder: runs.path))
        let live = names
        try makeRun(0)
        _ = rotate(runs: 0)
        #expect(names == live)
        withExtendedLifetime(recorder) {}
    }

    @Test func aTraceThatIsJustBeingMadeStays() throws {
        let name = try makeRun(0)
        try FileManager.default.removeItem(atPath: runs.file("\(name)/app-100/metadata"))
        RunRotation(mostRuns: 0, mostBytes: 0).rotate(below: runs.path)
        #expect(names == [name])
        #expect(rotate(runs: 0) == [name])
    }

    @Test(arguments: [
        "history.sqlite", "notes", "20260102T030405.000Z", "20260102T030405.000Z-7x", "demo",
    ])
    func whatTheRecorderHasNotMadeStays(name: String) throws {
        try FileManager.default.createDirectory(
            atPath: runs.file("\(name)/app-1"), withIntermediateDirectories: true)
        _ = rotate(runs: 0)
        #expect(names == [name])
    }

    @Test func aLinkIsNotFollowed() throws {
        let outside = try TemporaryFolder()
        let kept = outside.file("kept")
        try Data("x".utf8).write(to: URL(fileURLWithPath: kept))
        let run = try makeRun(0)
        for link in ["\(run)/app-100/link", "\(run)/link", "20260102T030500.000Z-9"] {
            try FileManager.default.createSymbolicLink(
                atPath: runs.file(link), withDestinationPath: outside.path)
        }
        _ = rotate(runs: 0)
        #expect(FileManager.default.fileExists(atPath: kept))
        #expect(names == ["20260102T030500.000Z-9"])
    }

    @Test func whatACrashLeftIsRemoved() throws {
        let name = try makeRun(0)
        let left = RunRotation.removedPrefix + name
        try FileManager.default.moveItem(atPath: runs.file(name), toPath: runs.file(left))
        let newest = try makeRun(1)
        _ = rotate(runs: 5)
        #expect(names == [newest])
    }

    @Test func aSampledRunMakesRoomForItself() throws {
        for second in 0..<4 { try makeRun(second) }
        var configuration = RecorderConfiguration(level: .sampled, runsFolder: runs.path)
        configuration.sampling.keptRuns = 3
        let recorder = Recorder(configuration)
        #expect(names.count == 3)
        #expect(recorder.traceFolder.map { FileManager.default.fileExists(atPath: $0) } == true)
    }

    @Test func otherLevelsRemoveNothing() throws {
        for second in 0..<8 { try makeRun(second) }
        let recorder = Recorder(RecorderConfiguration(level: .counts, runsFolder: runs.path))
        #expect(names.count == 9)
        withExtendedLifetime(recorder) {}
    }
}
