// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBTrace
import RIBWatch
import Testing
import TraceFixtures

/// A process that is killed while it is watched, and writes as fast as it can.
@Suite struct FollowKillTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func allThatAKilledProcessWroteIsGivenOnce(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let runs = try TemporaryFolder()
        let victim = try RunningVictim("until-killed", runs: runs.file("runs"))
        let watcher = RunWatcher(
            .newestRun(below: runs.file("runs")), symbolizer: NoSymbols(), judgesAside: false)
        var now: UInt64 = 0
        var listed = 0
        func poll() {
            now += RunWatcher.period
            for change in watcher.poll(now: WatchMoment(nanoseconds: now)) {
                switch change {
                case .event: listed += 1
                case .skipped(_, let count): listed += Int(count)
                case .processFound, .processEnded, .findings, .note: break
                }
            }
        }
        for _ in 1...40 {
            victim.read(victim.acknowledged.count + Int.random(in: 1...400, using: &generator))
            poll()
        }
        #expect(watcher.processes.map(\.end) == [nil])
        victim.kill()
        while !watcher.isOver { poll() }

        let process = try #require(watcher.processes.first)
        #expect(process.end == .killed)
        var reader = try TraceReader(folder: process.facts.trace)
        var counts = (all: 0, listed: 0)
        while let event = reader.next() {
            switch event.event {
            case .stringDefined, .stackDefined, .imageDefined: continue
            case .supertypeDefined, .owned, .subscriptionOwned, .stillSubscribed, .placed,
                .retainStep, .retained, .grew, .growthMeasured:
                break
            default: counts.listed += 1
            }
            counts.all += 1
        }
        #expect(process.events == UInt64(counts.all))
        #expect(listed == counts.listed)
        #expect(process.caveats.contains { $0.kind == .neverSettled })
    }
}
