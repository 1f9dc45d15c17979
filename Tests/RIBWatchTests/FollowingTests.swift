// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace
import RIBWatch
import Testing
import TraceFixtures

@Suite struct FollowingTests {
    @Test func whatIsWrittenIsGivenOnceInTheOrderOfTime() throws {
        let trace = try TraceBuilder()
        let session = WatchSession(trace)
        let root = trace.rib("Root")
        trace.launch(root)
        session.catchUp()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        session.catchUp()

        #expect(
            session.gists == [
                "found app",
                "created RootRouter at Root", "created RootInteractor at Root",
                "created RootViewController at Root",
                "launched RootRouter at Root", "activated RootInteractor at Root",
                "created HomeRouter at Home", "created HomeInteractor at Home",
                "created HomeViewController at Home",
                "attached HomeRouter at Root/Home", "activated HomeInteractor at Root/Home",
            ])
    }

    @Test func threadsThatWriteLaterThanOthersAreGivenInTheOrderOfTheirClocks() throws {
        let trace = try TraceBuilder()
        let session = WatchSession(trace)
        let root = trace.rib("Root")
        let before = trace.now
        trace.append(.launched(router: root.router, stack: .none), at: before + 2_000)
        session.poll()
        // It read the clock before, and has written nothing when the other thread was looked at.
        try trace.turn(toThread: 1)
        trace.append(.activated(interactor: root.interactor), at: before + 1_000)
        session.catchUp()

        #expect(
            session.gists.suffix(2) == [
                "activated RootInteractor at Root", "launched RootRouter at Root",
            ])
        #expect(session.process.lateEvents == 0)
    }

    @Test func anEventIsGivenWithinTwoPolls() throws {
        let trace = try TraceBuilder()
        let session = WatchSession(trace)
        let root = trace.rib("Root")
        session.catchUp()
        trace.launch(root)

        #expect(session.poll() + session.poll() == session.changes.suffix(2))
        #expect(session.gists.last == "activated RootInteractor at Root")
    }

    @Test func anEventOfAnIdleProcessIsGivenWithinThreePolls() throws {
        let trace = try TraceBuilder()
        let session = WatchSession(trace)
        let root = trace.rib("Root")
        session.settle()
        trace.launch(root)

        let changes = session.poll() + session.poll() + session.poll()
        #expect(changes.events.map(\.kind) == [.launched, .activated])
    }

    @Test func streamsThatAppearAndPacketsThatFollowAreRead() throws {
        let trace = try TraceBuilder()
        let session = WatchSession(trace)
        let root = trace.rib("Root")
        session.catchUp()
        for thread in 0..<20 {
            try trace.turn(toThread: thread)
            for _ in 0..<500 {
                trace.append(.activated(interactor: root.interactor))
                trace.append(.deactivated(interactor: root.interactor))
            }
            session.catchUp()
        }

        #expect(session.process.events == 20 * 1_000 + 6)
        let events = session.changes.events
        #expect(events.count == 20 * 1_000 + 3)
        #expect(events.map(\.time) == events.map(\.time).sorted())
        #expect(session.process.lateEvents == 0)
    }

    @Test func moreThanIsListedIsCountedAndRead() throws {
        let trace = try TraceBuilder()
        var limits = WatchLimits()
        limits.listed = 2
        let session = WatchSession(trace, limits: limits)
        let root = trace.rib("Root")
        trace.launch(root)
        session.catchUp()

        #expect(
            session.gists == [
                "found app", "created RootRouter at Root", "created RootInteractor at Root",
                "skipped 3",
            ])
        #expect(session.process.tree().tree.map(\.isActive) == [true])
    }

    @Test func withoutALimitAllEventsAreListedPartByPart() throws {
        let trace = try TraceBuilder()
        let roots = (0..<3).map { trace.rib("Root\($0)") }
        for turn in 0..<60 {
            try trace.turn(toThread: turn % 3)
            for _ in 0..<100 {
                trace.append(.activated(interactor: roots[turn % 3].interactor))
                trace.append(.deactivated(interactor: roots[turn % 3].interactor))
            }
        }
        var limits = WatchLimits()
        limits.listed = .max
        let whole = WatchSession(trace, limits: limits)
        whole.catchUp()
        limits.listed = nil
        let parted = WatchSession(trace, limits: limits)
        parted.poll()
        var parts: [Int] = []
        repeat { parts.append(parted.poll().events.count) } while parted.watcher.isBehind

        #expect(parted.changes.events == whole.changes.events)
        #expect(parted.changes.events.count == 12_009)
        // No part has more than a packet of each of the three threads, and the first ones are small.
        #expect(parts.count > 3)
        #expect(parts[0] < 3_000)
    }

    @Test func ofManyProcessesAPollReadsAsManyAsListEnough() throws {
        let folder = try TemporaryFolder()
        let traces = try (1...3).map { try TraceBuilder(in: folder, at: "run/app-\($0)") }
        for trace in traces {
            trace.launch(trace.rib("Root"))
            trace.end()
        }
        var limits = WatchLimits()
        // What is found counts too.
        limits.listedOfAll = 4
        let session = WatchSession(.folders([folder.file("runs/run")]), limits: limits)
        var readers: [Set<Int>] = []
        repeat {
            readers.append(Set(session.poll().events.map(\.process)))
        } while session.watcher.isBehind

        #expect(readers == [[0], [1], [2]])
        #expect(session.changes.events.count == 15)
        #expect(session.watcher.processes.allSatisfy { $0.end == .killed })
    }

    @Test func eventsCarryWhatBelongsToThem() throws {
        let trace = try TraceBuilder()
        let session = WatchSession(trace)
        let root = trace.rib("Root")
        trace.launch(root)
        let sink = trace.subscription(of: root, chain: "PassthroughSubject → sink")
        trace.append(.deactivated(interactor: root.interactor))
        trace.append(
            .firedWhileInactive(sink, scope: .none, stack: .none, sinceDeactivation: 3_000_000))
        trace.append(
            .subscriptionEnded(
                sink, .cancelled, counts: DeliveryCounts(whileActive: 2, whileInactive: 1)))
        trace.settle()
        session.catchUp()

        let events = session.changes.events
        let fired = try #require(events.first { $0.kind == .firedWhileInactive })
        #expect(fired.type == "PassthroughSubject → sink" && fired.ribPath == "Root")
        #expect(fired.other == root.interactor.rawValue && fired.after == 3_000_000)
        let ended = try #require(events.first { $0.kind == .subscriptionEnded })
        #expect(ended.end == .cancelled && ended.count == 3 && ended.id == sink.rawValue)
        #expect(events.last?.reason == .exit)
        #expect(events.map(\.time).min() == 1_767_323_045_006_002_000)
    }
}
