// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBTrace
import Testing
import TraceFixtures

@testable import RIBGate

/// A baseline says the same of the same mistakes, however a run came about.
@Suite struct BaselineStabilityTests {
    @Test(arguments: 1...20)
    func itDoesNotDependOnOrderProcessesFoldersOrLines(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let plain = try MadeUpRun(mistakes: MadeUpRun.mistakes, processes: 1)
        let shuffled = try MadeUpRun(
            mistakes: MadeUpRun.mistakes.shuffled(using: &random),
            processes: Int.random(in: 1...4, using: &random),
            noise: Int.random(in: 0...9, using: &random))
        let moved = Places(
            folder: "Sources/Moved\(seed)", line: Int.random(in: 1...999, using: &random))
        let baselines = [
            try plain.baseline(Places(folder: "Sources/App", line: 10)),
            try shuffled.baseline(moved),
        ]
        #expect(baselines[0].entries.count == MadeUpRun.mistakes.count)
        #expect(baselines[0].text == baselines[1].text)
    }

    @Test func whatOccursInSeveralProcessesIsOneEntry() throws {
        let twice = MadeUpRun.mistakes + MadeUpRun.mistakes
        let run = try MadeUpRun(mistakes: twice, processes: 3)
        let once = try MadeUpRun(mistakes: MadeUpRun.mistakes, processes: 1)
        let places = Places(folder: "Sources/App", line: 10)
        let (baseline, known) = (try run.baseline(places), try once.baseline(places))
        #expect(baseline.entries.map(\.identity) == known.entries.map(\.identity))
        #expect(baseline.entries.map(\.count) == known.entries.map { $0.count.map { 2 * $0 } })
    }

    @Test func theGateFindsNothingNewInSuchARun() throws {
        let known = try MadeUpRun(mistakes: MadeUpRun.mistakes, processes: 1)
            .baseline(Places(folder: "Sources/App", line: 10))
        let report = try MadeUpRun(mistakes: MadeUpRun.mistakes.reversed(), processes: 2)
            .report(Places(folder: "Lib", line: 500))
        let judgement = GateJudgement(
            .run(report), settings: GateSettings(), baseline: known, ratchets: true,
            today: GateSamples.day("2026-06-15"))
        #expect(judgement.outcome == .passed)
        #expect(judgement.known.count == MadeUpRun.mistakes.count)
    }

    @Test func aPartOfTheTestsFixesOnlyWhatItTried() throws {
        let known = try MadeUpRun(mistakes: MadeUpRun.mistakes, processes: 1)
            .baseline(Places(folder: "Sources/App", line: 10))
        let report = try MadeUpRun(mistakes: Array(MadeUpRun.mistakes.prefix(3)), processes: 1)
            .report(Places(folder: "Sources/App", line: 10))
        let judgement = GateJudgement(
            .run(report), settings: GateSettings(), baseline: known, ratchets: true,
            today: GateSamples.day("2026-06-15"))
        #expect(judgement.outcome == .passed)
        #expect(judgement.untried.count == MadeUpRun.mistakes.count - 3)
    }
}
