// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import RIBTrees
import Testing
import TraceFixtures

@testable import RIBAnalysis
@testable import RIBRuns

@Suite struct TreeSnapshotTests {
    private func snapshot(
        _ trace: TraceBuilder, at moment: TraceTime = .end
    ) throws -> TreeSnapshot {
        try TreeSnapshot(reading: trace.folder, at: moment)
    }

    /// Such as `  HomeRouter at Root/Home, attached, active`.
    private func gist(_ node: RIBTree.Node) -> String {
        String(repeating: "  ", count: node.depth)
            + "\(node.type) at \(node.ribPath), \(node.standing), "
            + (node.isActive ? "active" : "inactive")
    }

    @Test func childrenStandBelowTheirParentInTheOrderOfTheirAttachment() throws {
        let (trace, root) = try launchedRoot()
        let (first, second, below) = (trace.rib("First"), trace.rib("Second"), trace.rib("Below"))
        trace.attach(second, to: root)
        trace.attach(first, to: root)
        trace.attach(below, to: second)

        let snapshot = try snapshot(trace)
        #expect(
            snapshot.tree.map(gist) == [
                "RootRouter at Root, launched, active",
                "  SecondRouter at Root/Second, attached, active",
                "    BelowRouter at Root/Second/Below, attached, active",
                "  FirstRouter at Root/First, attached, active",
            ])
        #expect(
            snapshot.tree.map(\.parent) == [
                nil, root.router.rawValue, second.router.rawValue, root.router.rawValue,
            ])
        #expect(snapshot.detached == [])
    }

    @Test func aDetachedLiveSubtreeIsListedSeparately() throws {
        let (trace, root) = try launchedRoot()
        let (home, detail, gone) = (trace.rib("Home"), trace.rib("Detail"), trace.rib("Gone"))
        trace.attach(home, to: root)
        trace.attach(detail, to: home)
        trace.attach(gone, to: root)
        trace.detach(home, from: root)
        trace.detach(gone, from: root)
        trace.destroy(gone.router)

        let snapshot = try snapshot(trace)
        #expect(snapshot.tree.map(gist) == ["RootRouter at Root, launched, active"])
        #expect(
            snapshot.detached.map(gist) == [
                "HomeRouter at Root/Home, detached, inactive",
                "  DetailRouter at Root/Home/Detail, attached, active",
            ])
    }

    @Test func aChildOfAFreedParentIsListedSeparately() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.destroy(root.router)

        #expect(
            try snapshot(trace).detached.map(gist) == [
                "HomeRouter at Root/Home, orphaned, active"
            ])
    }

    @Test func aParentThatTheTraceDoesNotKnowIsNotSaidToBeFreed() throws {
        let trace = try TraceBuilder()
        let home = trace.rib("Home")
        trace.append(.attached(child: home.router, parent: ObjectID(999), stack: .none))

        #expect(try snapshot(trace).tree.map(\.standing) == [.attached])
    }

    @Test func theTreeIsThatOfTheMoment() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        // A microsecond an event, from the start on.
        let attached = UInt64(trace.events.count) * 1_000
        trace.detach(home, from: root)

        let then = try snapshot(trace, at: .sinceStart(attached))
        #expect(then.tree.map(\.type) == ["RootRouter", "HomeRouter"])
        #expect(then.moment == attached)
        #expect(!then.isEnd)
        let now = try snapshot(trace)
        #expect(now.tree.map(\.type) == ["RootRouter"])
        #expect(now.moment == attached + 2_000)
        #expect(now.isEnd)
        #expect(try snapshot(trace, at: .sinceStart(.max)) == now)
    }

    @Test func aWallTimeIsAMomentOfEachProcessesClock() throws {
        let (trace, root) = try launchedRoot()
        let launched = UInt64(trace.events.count) * 1_000
        trace.attach(trace.rib("Home"), to: root)

        let start: Int64 = 1_767_323_045_006_000_000
        let then = try snapshot(trace, at: .wallTime(start + Int64(launched)))
        #expect(then == (try snapshot(trace, at: .sinceStart(launched))))
        #expect(then.tree.map(\.type) == ["RootRouter"])
        #expect(then.time == "2026-01-02T03:04:05.006Z")
        let before = try snapshot(trace, at: .wallTime(start - 5_000_000_000))
        #expect(before.tree == [] && before.moment == 0)
        #expect(before.time == "2026-01-02T03:04:05.006Z")
    }

    @Test func ageIsTheTimeSinceTheLastMove() throws {
        let (trace, root) = try launchedRoot()
        // It is activated after it is launched.
        let launched = UInt64(trace.events.count - 1) * 1_000
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        trace.attach(home, to: root)
        trace.append(.loaded(router: home.router))

        let end = UInt64(trace.events.count) * 1_000
        #expect(try snapshot(trace).tree.map(\.age) == [end - launched, 2_000])
    }

    @Test func subscriptionsAndWorkersStandAtTheRIBOfTheirInteractor() throws {
        let (trace, root) = try launchedRoot()
        let ended = trace.subscription(of: root, chain: "Just")
        _ = trace.subscription(of: root, chain: "Timer")
        trace.append(.subscriptionEnded(ended, .cancelled, counts: DeliveryCounts()))
        let (sync, log) = (trace.object(.worker, "SyncWorker"), trace.object(.worker, "LogWorker"))
        let freed = trace.object(.worker, "FreedWorker")
        for worker in [log, sync, freed] {
            trace.append(.workerStarted(worker, by: root.interactor))
        }
        trace.append(.workerStopped(log))
        trace.destroy(freed)

        let node = try #require(try snapshot(trace).tree.first)
        #expect(node.subscriptions == 1)
        #expect(node.workers == ["SyncWorker"])
    }

    @Test func aRIBWithoutBaseClassesIsInTheTreeAsARouter() throws {
        let (trace, root) = try launchedRoot()
        let (home, detail) = (trace.object(.rib, "Home"), trace.object(.rib, "Detail"))
        trace.append(.attached(child: home, parent: root.router, stack: .none))
        trace.append(.activated(interactor: home))
        trace.append(.attached(child: detail, parent: home, stack: .none))
        let chain = trace.string("Timer")
        trace.append(
            .subscribed(
                SubscriptionID(1), owner: home, ownerIsActive: true, chain: chain, stack: .none))

        let tree = try snapshot(trace).tree
        #expect(
            tree.map(gist) == [
                "RootRouter at Root, launched, active", "  Home at Root/Home, attached, active",
                "    Detail at Root/Home/Detail, attached, inactive",
            ])
        #expect(tree.map(\.subscriptions) == [0, 1, 0])
    }

    @Test func thePlaceThatTheHostSaysCountsForAllBelow() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        let place = trace.string("Shell/Main")
        trace.append(.placed(root.router, ribPath: place))

        #expect(try snapshot(trace).tree.map(\.ribPath) == ["Shell/Main", "Shell/Main/Home"])
    }

    @Test func ribsThatAreAttachedInACircleAreEachShownOnce() throws {
        let trace = try TraceBuilder()
        let (home, detail) = (trace.rib("Home"), trace.rib("Detail"))
        trace.attach(home, to: detail)
        trace.attach(detail, to: home)

        #expect(try snapshot(trace).tree.map(\.type) == ["HomeRouter", "DetailRouter"])
    }

    @Test func whatIsTooDeepIsCountedWhereTheListEnds() throws {
        let trace = try TraceBuilder()
        var routers = [trace.object(.router, "RootRouter")]
        for _ in 1..<20_000 {
            let next = trace.object(.router, "HomeRouter")
            trace.append(.attached(child: next, parent: routers[routers.count - 1], stack: .none))
            routers.append(next)
        }

        let tree = try snapshot(trace).tree
        #expect(tree.map(\.depth) == Array(0..<TreeDescent<ObjectID>.mostLevels))
        #expect(
            tree.map(\.omitted).filter { $0 > 0 } == [20_000 - TreeDescent<ObjectID>.mostLevels])
    }

    @Test func missingEventsAreSaid() throws {
        let trace = try TraceBuilder()
        trace.append(.dropped(.lifecycle, count: 3))

        #expect(
            try snapshot(trace).gaps
                == "\(trace.folder): 3 events were dropped while recording: "
                + "what is shown may be incomplete")
    }
}
