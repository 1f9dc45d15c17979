// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis
@testable import RIBRuns

/// Since when objects should have been gone. Each event takes a microsecond.
@Suite struct AfterlifeTests {
    private func afterlife(of object: ObjectID, in trace: TraceBuilder) throws -> Afterlife? {
        try TraceTimeline(reading: trace.folder).afterlives[object.rawValue]
    }

    private func now(_ trace: TraceBuilder) -> UInt64 { UInt64(trace.events.count) * 1_000 }

    /// A trace with a RIB that was detached, and when that was.
    private func departed() throws -> (trace: TraceBuilder, home: SyntheticRIB, left: UInt64) {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.append(.deactivated(interactor: home.interactor))
        trace.append(.detached(child: home.router, parent: root.router, stack: .none))
        return (trace, home, now(trace))
    }

    @Test func aRouterShouldBeGoneSinceItsDetach() throws {
        let (trace, home, left) = try departed()
        trace.settle(alive: [home.router])
        #expect(try afterlife(of: home.router, in: trace) == Afterlife(start: left))
    }

    @Test func anInteractorShouldBeGoneSinceItsDeactivation() throws {
        let (trace, home, left) = try departed()
        trace.settle(alive: [home.interactor])
        #expect(try afterlife(of: home.interactor, in: trace) == Afterlife(start: left - 1_000))
    }

    @Test func aViewShouldBeGoneSinceItsRouterWasDetached() throws {
        let (trace, home, left) = try departed()
        trace.settle(alive: [home.view])
        #expect(try afterlife(of: home.view, in: trace) == Afterlife(start: left))
    }

    @Test func whatIsFreedInTheEndStayedUntilThen() throws {
        let (trace, home, left) = try departed()
        trace.passDeadline(of: [home.router])
        trace.destroy(home.router)
        let freed = now(trace)
        trace.settle()
        #expect(try afterlife(of: home.router, in: trace) == Afterlife(start: left, end: freed))
    }

    @Test func whatIsAttachedAgainDidNotStay() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        trace.passDeadline(of: [home.router])
        trace.attach(home, to: root)
        trace.settle()
        #expect(try afterlife(of: home.router, in: trace) == nil)
    }

    @Test func aRouterWithoutItsViewShouldBeGoneSinceTheViewLeft() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.append(.viewLeft(home.view, scope: .none, stack: .none))
        let left = now(trace)
        trace.settle()
        #expect(try afterlife(of: home.router, in: trace) == Afterlife(start: left))
    }

    @Test func aViewThatCameBackDidNotLeaveItsRouterAlone() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.append(.viewLeft(home.view, scope: .none, stack: .none))
        trace.append(.viewAppeared(home.view))
        trace.settle()
        #expect(try afterlife(of: home.router, in: trace) == nil)
    }
}
