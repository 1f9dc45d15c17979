// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns
import RIBWatch
import Testing
import TraceFixtures

/// A watcher shows all that a killed process had recorded, nothing else, and that it was killed.
@Suite struct WatchedKillTests {
    /// `RIBLEAK_NIGHTLY` has ten times as many.
    private static let killsALane = Nightly.isOn ? 100 : 10

    @Test(arguments: [1, 2] as [UInt64])
    func everyEventOfAProcessKilledAtAnyMomentIsShownOnce(lane: UInt64) throws {
        var generator = SeededGenerator(seed: lane)
        for number in 1...Self.killsALane {
            // Half of them early, while the trace is found and its streams begin.
            let moment = Int.random(in: 0...(number % 2 == 0 ? 200 : 8_000), using: &generator)
            let runs = try TemporaryFolder()
            let watch = LiveWatch(runs.file("runs"))
            let victim = try RunningVictim("until-killed", runs: runs.file("runs"))
            while victim.acknowledged.count < moment {
                victim.read(min(moment, victim.acknowledged.count + 100))
                watch.poll()
            }
            victim.kill()
            watch.pollToEnd()
            #expect(
                try complaints(about: watch, of: victim) == [],
                "killed after \(moment) acknowledgements")
        }
    }

    /// The moments of judgements, while functions are looked up and paths are searched.
    @Test func theFindingsOfAKilledProcessAreThoseOfItsReport() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 1...Self.killsALane {
            let count = Int.random(in: 1...100, using: &generator)
            let runs = try TemporaryFolder()
            let watch = LiveWatch(runs.file("runs"))
            let victim = try RunningVictim("leak-until-killed", runs: runs.file("runs"))
            for judged in 1...count {
                victim.read("judged", judged)
                watch.poll()
            }
            victim.kill()
            watch.pollToEnd()

            let trace = try #require(RunFolder.traces(at: runs.file("runs")).first)
            let report = try Analysis.report(on: [trace], symbolizer: NoSymbols())
            let process = try #require(watch.watcher.processes.first)
            #expect(process.findings == report.findings, "killed after \(count) judgements")
            #expect(process.end == .killed)
        }
    }

    private func complaints(
        about watch: LiveWatch, of victim: RunningVictim
    ) throws -> [String] {
        guard let trace = try? RunFolder.traces(at: watch.runs).first else {
            return victim.acknowledged.isEmpty ? [] : ["there is no trace"]
        }
        guard let process = watch.watcher.processes.first else { return ["found no process"] }
        let recorded = try RecordedVictim(trace)
        var complaints = recorded.complaints(about: victim.acknowledged)
        if process.end != .killed { complaints.append("ended: \(process.end as Any)") }
        if !process.caveats.contains(where: { $0.kind == .neverSettled }) {
            complaints.append("the killing is no caveat")
        }
        let written = recorded.threads.values.flatMap(\.self)
        for (kind, shown) in [(Acknowledgement.Kind.created, .created), (.destroyed, .freed)]
            as [(Acknowledgement.Kind, RunEvent.Kind)]
        {
            let ids = written.filter { $0.kind == kind }.map(\.id).sorted()
            let shownIDs = watch.events.filter { $0.kind == shown }.compactMap(\.id).sorted()
            if ids != shownIDs {
                complaints.append("\(kind): \(ids.count) written, \(shownIDs.count) shown")
            }
        }
        let scopes = watch.events.count { $0.kind == .scopeBegan }
        if scopes != written.count(where: { $0.kind == .scope }) {
            complaints.append("\(scopes) scopes are shown")
        }
        return complaints
    }
}

/// A watcher of a process that runs meanwhile. Its clock goes on by a little with each poll, so that a process
/// that says when it has done something also says when to poll. The less it goes on, the longer a thread of
/// the process may wait for a core before what it was writing counts as damaged.
private final class LiveWatch {
    let watcher: RunWatcher
    let runs: String
    private(set) var events: [RunEvent] = []
    private(set) var notes: [String] = []
    private var now: UInt64 = 1_000_000_000

    init(_ runs: String) {
        self.runs = runs
        var limits = WatchLimits()
        limits.listed = .max
        watcher = RunWatcher(
            .newestRun(below: runs), symbolizer: NoSymbols(), limits: limits, judgesAside: false)
    }

    func poll() {
        now += 2_000_000
        for change in watcher.poll(now: WatchMoment(nanoseconds: now)) {
            switch change {
            case .event(let event): events.append(event)
            case .note(_, let text): notes.append(text)
            default: break  // the watcher's processes have it too
            }
        }
    }

    /// Polls until all processes have ended, or as often as that takes at most.
    func pollToEnd() {
        for _ in 1...4_000 where !watcher.isOver { poll() }
    }
}
