// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBRecorder

/// What is in a trace of the level `sampled`.
@Suite struct SampledRecordingTests {
    private final class GameRouter {}
    private final class ScoreRouter {}

    /// Processor time that goes on by the same at each look.
    private static func clock(step: UInt64) -> @Sendable () -> UInt64 {
        let time = AtomicCounter()
        return { time.add(step) }
    }

    private func recording(
        step: UInt64 = 0, _ change: (inout Sampling) -> Void = { _ in }
    ) throws -> Recording {
        var sampling = Sampling()
        change(&sampling)
        return try Recording {
            $0.level = .sampled
            $0.sampling = sampling
            $0.searchClock = Self.clock(step: step)
        }
    }

    private func stacks(in recording: Recording) throws -> [StackID] {
        try recording.events().compactMap {
            if case .objectCreated(_, _, _, let stack) = $0 { stack } else { nil }
        }
    }

    private func budgetEvents(in recording: Recording) throws -> [TraceEvent] {
        try recording.events().filter { if case .budgetSpent = $0 { true } else { false } }
    }

    @Test func stacksAreCapturedForTheRIBsThatAreChosen() throws {
        let seed = try #require(
            (UInt64(0)..<100).first { seed in
                let ribs = SampledRIBs(
                    percent: 50, seed: seed,
                    budget: CostBudget(timeLimit: 1, byteLimit: 1, clock: { 0 }))
                return ribs.chooses("Game") && !ribs.chooses("Score")
            })
        let recording = try Recording {
            $0.level = .sampled
            $0.sampling.percentOfRIBs = 50
            $0.seed = seed
        }
        let game = recording.recorder.objectCreated(.router, type: GameRouter.self)
        let score = recording.recorder.objectCreated(.router, type: ScoreRouter.self)
        #expect(try stacks(in: recording).map(\.isNone) == [false, true])
        for router in [game, score] {
            recording.recorder.attached(router, to: ObjectID(9))
            recording.recorder.detached(router, from: ObjectID(9))
        }
        let detaches = try recording.events().compactMap { event -> Bool? in
            if case .detached(_, _, let stack) = event { stack.isNone } else { nil }
        }
        #expect(detaches == [false, true])
    }

    @Test func everythingElseIsRecordedAsAtLevelCounts() throws {
        func facts(_ level: RecordingLevel) throws -> [TraceEvent] {
            let recording = try Recording {
                $0.level = level
                $0.sampling.percentOfRIBs = 0
            }
            let recorder = recording.recorder
            let parent = recorder.objectCreated(.router, type: GameRouter.self)
            let child = recorder.objectCreated(.router, type: ScoreRouter.self)
            recorder.launched(parent)
            recorder.attached(child, to: parent)
            recorder.detached(child, from: parent)
            recorder.objectDestroyed(child)
            return try recording.events()
        }
        #expect(try facts(.sampled) == facts(.counts))
    }

    @Test func theBudgetOfProcessorTimeIsExactAndItsEndIsRecordedOnce() throws {
        // Each capture takes 10 ms, by two looks at the clock.
        let recording = try recording(step: 10_000_000) { $0.millisecondsOfStacks = 35 }
        for _ in 0..<8 { _ = recording.recorder.objectCreated(.router, type: GameRouter.self) }
        #expect(
            try stacks(in: recording).map(\.isNone)
                == [false, false, false, false, true, true, true, true])
        let spent = try budgetEvents(in: recording)
        guard spent.count == 1, case .budgetSpent(let limit, let uses, let time, _) = spent[0]
        else {
            Issue.record("\(spent)")
            return
        }
        #expect(limit == .processorTime)
        #expect(uses == 4)
        #expect(time == 40_000_000)
    }

    @Test func theBudgetOfBytesIsNeverExceeded() throws {
        let recording = try recording { $0.kibibytesOfStacks = 1 }
        // Each depth is another stack.
        for depth in 0..<40 { create(in: recording, depth: depth) }
        let events = try recording.events()
        let bytes = events.reduce(0) { sum, event in
            if case .stackDefined = event { sum + event.encodedSize } else { sum }
        }
        let spent = events.compactMap { event -> UInt64? in
            if case .budgetSpent(.bytes, _, _, let bytes) = event { bytes } else { nil }
        }
        #expect(bytes <= 1_024)
        #expect(spent == [UInt64(bytes)])
        #expect(try stacks(in: recording).last == StackID.none)
    }

    @inline(never)
    private func create(in recording: Recording, depth: Int) {
        if depth > 0 { return create(in: recording, depth: depth - 1) }
        _ = recording.recorder.objectCreated(.router, type: GameRouter.self)
    }

    @Test(arguments: ["time", "bytes", "share"])
    func withoutABudgetNoStackIsCaptured(what: String) throws {
        let recording = try recording {
            if what == "time" { $0.millisecondsOfStacks = 0 }
            if what == "bytes" { $0.kibibytesOfStacks = 0 }
            if what == "share" { $0.percentOfRIBs = 0 }
        }
        _ = recording.recorder.objectCreated(.router, type: GameRouter.self)
        #expect(try stacks(in: recording) == [.none])
        #expect(try budgetEvents(in: recording) == [])
    }

    @Test func theTraceSaysWhatWasChosenAndWhichReleaseItIs() throws {
        let recording = try recording {
            $0.oneProcessOf = 100
            $0.percentOfRIBs = 25
            $0.release = "7.12.0"
            $0.build = "4711"
        }
        let folder = try #require(recording.recorder.traceFolder)
        let origin = try TraceReader(folder: folder).metadata.origin
        #expect(origin.oneProcessOf == 100)
        #expect(origin.percentOfRIBs == 25)
        #expect(origin.release == "7.12.0")
        #expect(origin.build == "4711")
        #expect(!origin.system.isEmpty)
    }

    @Test func neverAttachedRoutersAreNotJudged() throws {
        let recording = try recording()
        _ = recording.recorder.objectCreated(.router, type: GameRouter.self)
        recording.recorder.settle()
        let survivors = try recording.events().filter {
            if case .stillAlive = $0 { true } else { false }
        }
        #expect(survivors == [])
    }
}
