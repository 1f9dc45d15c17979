// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@testable import RIBRecorder
@testable import RIBs

/// A leak is judged and written first, and then responded to.
///
/// The recorder and the detector under test tick only when told, each on a clock of its own.
@Suite(.serialized) final class LeakResponseTests {
    private final class Thing {}

    /// Keeps things as a forgotten field does.
    private final class Keeper: @unchecked Sendable {
        // Safe: one test at a time uses it.
        var things: [Thing] = []
    }

    private static let keeper = Keeper()

    private let runs: TemporaryFolder
    private let recorder: Recorder
    private let session: RecordingSession
    private let detector: LeakDetector
    private let recorderClock = AtomicCounter(5_000_000_000)
    private let detectorClock = AtomicCounter(1_000_000_000)
    private let lines = Protected<[String]>([])
    private let reports = Protected<[LeakReport]>([])

    init() throws {
        runs = try TemporaryFolder()
        let recorderClock = recorderClock
        var configuration = RecorderConfiguration(level: .full, runsFolder: runs.file("runs"))
        configuration.ticks = false
        configuration.clock = { recorderClock.value }
        recorder = Recorder(configuration)
        session = try #require(recorder.session)
        detector = Self.detector(recorder, detectorClock, lines)
        let reports = reports
        detector.response = .call { report in reports.withLock { $0.append(report) } }
    }

    private static func detector(
        _ recorder: Recorder, _ clock: AtomicCounter, _ lines: Protected<[String]>
    ) -> LeakDetector {
        LeakDetector(
            LeakDetector.Environment(
                recorder: recorder, isDisabled: false, ticksByItself: false,
                clock: { clock.value },
                say: { line in lines.withLock { $0.append(line) } },
                stop: { line in lines.withLock { $0.append(line) } }))
    }

    deinit { Self.keeper.things = [] }

    private func passDetectorTime() {
        for _ in 1...40 { detector.tick(at: detectorClock.add(33_000_000)) }
    }

    private func passDeadline() {
        for _ in 1...15 { session.tick(at: recorderClock.add(100_000_000)) }
    }

    /// Lets the detector ask until the searches that it asked for are done.
    private func passSearches() {
        for _ in 1...3 {
            passDetectorTime()
            session.finishSearches()
        }
        passDetectorTime()
    }

    private func judgedCount() throws -> Int {
        var reader = try TraceReader(folder: session.folder)
        var (alive, judged) = (0, 0)
        while let event = reader.next() {
            if case .stillAlive = event.event { alive += 1 }
            if case .settled = event.event { (judged, alive) = (judged + alive, 0) }
        }
        return judged
    }

    private func expectKeptThing() {
        let thing = Thing()
        Self.keeper.things.append(thing)
        detector.expectDeallocate(object: thing)
    }

    private var answered: [LeakReport] { reports.withLock { $0 } }

    @Test func nothingIsSaidBeforeTheJudgementIsWritten() throws {
        expectKeptThing()
        passSearches()
        #expect(answered == [])
        #expect(try judgedCount() == 0)

        passDeadline()
        #expect(try judgedCount() == 1)
        passSearches()
        #expect(answered.map(\.typeName) == ["Thing"])
    }

    @Test func theReportSaysWhatKeepsTheObjectAndWhoLetItGo() throws {
        expectKeptThing()
        passDeadline()
        passSearches()
        let report = try #require(answered.first)
        #expect(report.retainPath == ["static LeakResponseTests.keeper", "Keeper.things[0]"])
        #expect(report.function == "LeakResponseTests.expectKeptThing()")
        #expect(
            report.description
                == "Thing is still alive 1.0 s after it was released in "
                + "LeakResponseTests.expectKeptThing(): kept alive by "
                + "static LeakResponseTests.keeper → Keeper.things[0]")
    }

    @Test func aTrapComesAfterTheJudgementAndNamesThePath() throws {
        detector.response = .trap
        expectKeptThing()
        passSearches()
        #expect(lines.withLock { $0 } == [])
        passDeadline()
        passSearches()
        let said = lines.withLock { $0 }
        #expect(said.count == 1)
        #expect(said.first?.hasSuffix("Keeper.things[0]") == true)
        #expect(try judgedCount() == 1)
    }

    @Test func withoutASearchItIsRespondedToOnceItIsJudged() throws {
        let recorderClock = recorderClock
        var configuration = RecorderConfiguration(level: .counts, runsFolder: runs.file("counts"))
        configuration.ticks = false
        configuration.clock = { recorderClock.value }
        let recorder = Recorder(configuration)
        let detector = Self.detector(recorder, detectorClock, lines)
        detector.response = .trap
        Self.keeper.things.append(Thing())
        detector.expectDeallocate(object: Self.keeper.things[0])
        for _ in 1...40 { detector.tick(at: detectorClock.add(33_000_000)) }
        #expect(lines.withLock { $0 } == [])
        for _ in 1...15 { recorder.session?.tick(at: recorderClock.add(100_000_000)) }
        detector.tick(at: detectorClock.add(33_000_000))
        #expect(
            lines.withLock { $0 } == [
                "Thing is still alive 1.0 s after it was released: something still holds it, such "
                    + "as a property, a closure or a subscription"
            ])
    }

    @Test func whatIsFreedBeforeTheJudgementIsNoLeak() throws {
        expectKeptThing()
        passSearches()
        Self.keeper.things = []
        passDeadline()
        passSearches()
        #expect(answered == [])
        #expect(try judgedCount() == 0)
    }

    @Test func whatIsInUseAgainIsNoLeak() throws {
        expectKeptThing()
        recorder.track(Self.keeper.things[0], ribPath: "Root")
        passDeadline()
        passSearches()
        #expect(answered == [])
    }

    @Test func aCancelledExpectationThatWaitsForItsJudgementIsOver() throws {
        Self.keeper.things.append(Thing())
        let handle = detector.expectDeallocate(object: Self.keeper.things[0])
        passDetectorTime()
        handle.cancel()
        passDeadline()
        passSearches()
        #expect(answered == [])
    }

    @Test func whatWasJudgedLongAgoIsRespondedToWithItsPath() throws {
        expectKeptThing()
        passDeadline()
        session.finishSearches()
        passSearches()
        detector.expectDeallocate(object: Self.keeper.things[0])
        passSearches()
        #expect(answered.count == 2)
        #expect(answered.last?.retainPath.last == "Keeper.things[0]")
    }

    @Test func manyLeaksAreEachRespondedToOnce() throws {
        for _ in 1...300 { expectKeptThing() }
        passDeadline()
        passSearches()
        #expect(answered.count == 300)
        #expect(answered.allSatisfy { $0.retainPath.count == 2 })
        passSearches()
        #expect(answered.count == 300)
    }
}
