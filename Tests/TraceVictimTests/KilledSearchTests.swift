// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBRuns
import RIBTrace
import Testing
import TraceFixtures

/// What was past its deadline is in the report of a process that was killed, above all while it searched for
/// what keeps something alive.
@Suite struct KilledSearchTests {
    /// In all; `RIBLEAK_NIGHTLY` has more done.
    private static let kills = Nightly.isOn ? 1_000 : 16

    /// Two at a time. A third of them are killed as soon as a search has begun.
    @Test(arguments: [1, 2] as [UInt64])
    func everyJudgedLeakSurvivesAKill(lane: UInt64) throws {
        var generator = SeededGenerator(seed: lane)
        var missingPaths = 0
        for number in 1...Self.kills / 2 {
            let isInSearch = number % 3 == 0
            let count = Int.random(in: isInSearch ? 1...4 : 1...400, using: &generator)
            let runs = try TemporaryFolder()
            let victim = try RunningVictim("leak-until-killed", runs: runs.file("runs"))
            victim.read(isInSearch ? "searching" : "judged", count)
            victim.kill()
            let trace = try #require(RunFolder.traces(at: runs.file("runs")).first)
            let recorded = try JudgedLeaks(trace)
            #expect(recorded.complaints(about: victim) == [], "kill \(number)")
            let report = try Analysis.report(on: [trace], symbolizer: NoSymbols())
            #expect(report.findings.reduce(0) { $0 + $1.count } == recorded.judged.count)
            #expect(report.caveats.map(\.kind).contains(.neverSettled))
            if recorded.explained.count < recorded.judged.count { missingPaths += 1 }
        }
        // Else no kill came during a search.
        #expect(missingPaths >= Self.kills / 6)
    }
}

/// The leaks in the trace of a process that leaks one object after the other.
private struct JudgedLeaks {
    /// By the order of the judgements that count.
    private(set) var judged: [UInt64] = []
    /// Those of which the trace says why they are alive.
    private(set) var explained: Set<UInt64> = []

    init(_ trace: String) throws {
        var reader = try TraceReader(folder: trace)
        var alive: [UInt64] = []
        while let event = reader.next() {
            switch event.event {
            case .stillAlive(let id, _): alive.append(id.rawValue)
            case .settled: (judged, alive) = (judged + alive, [])
            case .retained(let id, _): explained.insert(id.rawValue)
            default: break
            }
        }
    }

    /// The faults of the trace, given what the process had said when it ended.
    func complaints(about victim: RunningVictim) -> [String] {
        let said = victim.numbers(after: "judged")
        let leaked = victim.numbers(after: "leaked")
        var complaints: [String] = []
        if !judged.starts(with: said) {
            complaints.append("judged \(said.count), the trace has \(judged.count)")
        }
        // One may be judged and not said yet.
        if judged.count > said.count + 1 || !leaked.starts(with: judged) {
            complaints.append("the trace has inventions: \(judged.count) of \(leaked.count)")
        }
        return complaints
    }
}
