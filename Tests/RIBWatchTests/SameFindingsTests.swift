// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns
import RIBTrace
import RIBTrees
import RIBWatch
import Testing
import TraceFixtures

/// What is forgotten changes nothing: the findings are those of a report that keeps all.
@Suite struct SameFindingsTests {
    private var forgetful: WatchLimits {
        var limits = WatchLimits()
        limits.leastToForget = 500
        limits.changes = 400
        limits.listed = 10
        return limits
    }

    @Test(arguments: 1...4) func forgettingChangesNoFinding(seed: UInt64) throws {
        var play = try RandomApp(seed: seed)
        let session = WatchSession(play.trace, limits: forgetful)
        for turn in 0..<3_000 {
            play.step()
            if turn % 50 == 0 { session.poll() }
        }
        play.finish()
        play.trace.end()
        session.settle()

        let report = try Analysis.report(on: [play.trace.folder], symbolizer: NoSymbols())
        #expect(!report.findings.isEmpty)
        #expect(session.process.findings == report.findings)
        #expect(session.process.summary == report.summary)
        #expect(session.process.caveats == report.caveats)
    }

    @Test(arguments: 1...4) func theListOfSubscriptionsIsThatOfAReport(seed: UInt64) throws {
        var play = try RandomApp(seed: seed)
        var limits = forgetful
        limits.endedSubscriptions = 40
        let session = WatchSession(play.trace, limits: limits)
        for turn in 0..<3_000 {
            play.step()
            if turn % 50 == 0 { session.poll() }
        }
        play.finish()
        play.trace.end()
        session.settle()

        let reading = try SubscriptionReading(of: play.trace.folder, SubscriptionFilter())
        let report = SubscriptionReport([reading], symbolizer: NoSymbols())
        let all = report.lists.flatMap(\.subscriptions).sorted { $0.id < $1.id }
        let (rows, omitted) = session.changes.list
        let shown = Set(rows.map(\.id))
        #expect(rows == all.filter { shown.contains($0.id) })
        #expect(all.filter { $0.end == nil }.allSatisfy { shown.contains($0.id) })
        #expect((40...50).contains(rows.count { $0.end != nil }))
        #expect(omitted == all.count - rows.count && omitted > 0)
    }

    @Test func theTreeOfThePastIsThatOfTheTrace() throws {
        var play = try RandomApp(seed: 77)
        let session = WatchSession(play.trace, limits: forgetful)
        var moments: [Int64] = []
        for turn in 0..<600 {
            play.step()
            if turn % 20 == 0 {
                session.catchUp()
                moments.append(session.process.history.upperBound)
            }
        }
        session.catchUp()
        let kept = moments.filter { session.process.history.contains($0) }
        #expect(kept.count >= 3 && kept.count < moments.count)
        for moment in kept {
            let expected = try TreeSnapshot(reading: play.trace.folder, at: .wallTime(moment))
            let found = session.process.tree(at: moment)
            #expect(found.tree == expected.tree)
            #expect(found.detached == expected.detached)
            #expect(found.time == expected.time)
        }
    }

    @Test func withoutAPastEachMomentShowsThePresent() throws {
        let trace = try TraceBuilder()
        var limits = WatchLimits()
        limits.changes = 0
        let session = WatchSession(trace, limits: limits)
        let root = trace.rib("Root")
        trace.launch(root)
        session.catchUp()
        let before = session.process.history.upperBound
        trace.attach(trace.rib("Home"), to: root)
        session.catchUp()

        let now = session.process.history.upperBound
        #expect(session.process.history == now...now)
        #expect(session.process.tree(at: before).tree == session.process.tree().tree)
        #expect(session.process.tree(at: before).isEnd)
    }

    @Test func memoryDoesNotGrowWithWhatIsOver() throws {
        let trace = try TraceBuilder()
        var limits = WatchLimits()
        limits.leastToForget = 1_000
        limits.listed = 0
        let session = WatchSession(trace, limits: limits)
        let root = trace.rib("Root")
        trace.launch(root)
        for turn in 0..<8_000 {
            let home = trace.rib("Home")
            trace.attach(home, to: root)
            let sink = trace.subscription(of: home, chain: "sink")
            trace.append(.subscriptionEnded(sink, .cancelled, counts: DeliveryCounts()))
            trace.detach(home, from: root)
            trace.destroy(home.view, home.interactor, home.router)
            if turn % 100 == 0 { session.poll() }
        }
        session.catchUp()

        #expect(session.process.size < 4 * limits.leastToForget)
        #expect(session.process.tree().tree.map(\.ribPath) == ["Root"])
    }

    @Test func oneOfManyProcessesKeepsLessOfWhatIsOver() throws {
        let folder = try TemporaryFolder()
        let traces = try (101...140).map { try TraceBuilder(in: folder, at: "run/app-\($0)") }
        var limits = WatchLimits()
        limits.listed = 0
        limits.leastToForgetOfAll = 40_000
        let session = WatchSession(.folders([folder.file("runs/run")]), limits: limits)
        session.catchUp()
        let last = try #require(traces.last)
        let root = last.rib("Root")
        last.launch(root)
        for turn in 0..<4_000 {
            let home = last.rib("Home")
            last.attach(home, to: root)
            last.detach(home, from: root)
            last.destroy(home.view, home.interactor, home.router)
            if turn % 100 == 0 { session.poll() }
        }
        session.catchUp()

        let process = try #require(session.watcher.processes.last)
        #expect(process.facts.trace == last.folder)
        #expect(process.size < 4_000)
        #expect(process.tree().tree.map(\.ribPath) == ["Root"])
    }
}
