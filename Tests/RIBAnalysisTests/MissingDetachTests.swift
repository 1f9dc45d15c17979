// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@Suite struct MissingDetachTests {
    @Test func aViewThatLeftWhileItsRouterStaysAttachedIsAMissingDetach() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.append(.viewLeft(home.view, scope: .none, stack: .none))
        trace.settle()

        #expect(try gists(of: trace) == ["view-gone-still-attached HomeRouter at Root/Home"])
    }

    @Test func aViewThatLeftBeforeItsDetachIsNotReported() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.append(.viewLeft(home.view, scope: .none, stack: .none))
        trace.detach(home, from: root)
        trace.settle()

        try expectClean(trace)
    }

    @Test func aViewThatCameBackIsNotReported() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.append(.viewLeft(home.view, scope: .none, stack: .none))
        trace.append(.viewAppeared(home.view))
        trace.settle()

        try expectClean(trace)
    }

    @Test func aViewThatLeftBeforeItsRouterWasAttachedAgainIsNotReported() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.append(.viewLeft(home.view, scope: .none, stack: .none))
        trace.detach(home, from: root)
        trace.attach(home, to: root)
        trace.settle()

        try expectClean(trace)
    }

    @Test func aSharedViewAccusesTheRouterThatIsAttachedNow() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        let successor = trace.object(.router, "SuccessorRouter")
        trace.append(.owned(home.view, by: successor))
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        trace.append(.attached(child: successor, parent: root.router, stack: .none))
        trace.append(.viewLeft(home.view, scope: .none, stack: .none))
        trace.settle()

        #expect(
            try gists(of: trace) == ["view-gone-still-attached SuccessorRouter at Root/Successor"])
    }

    @Test func theRootsViewMayLeave() throws {
        let (trace, root) = try launchedRoot()
        trace.append(.viewLeft(root.view, scope: .none, stack: .none))
        trace.settle()

        try expectClean(trace)
    }

    /// Attaches a flow, and a screen below it.
    private func flow(
        _ trace: TraceBuilder, below root: SyntheticRIB
    ) -> (home: SyntheticRIB, detail: SyntheticRIB) {
        let home = trace.rib("Home")
        let detail = trace.rib("Detail")
        trace.attach(home, to: root)
        trace.attach(detail, to: home)
        return (home, detail)
    }

    private static let leftBehind = "view-gone-still-attached DetailRouter at Root/Home/Detail"

    @Test func aViewThatLeftAFlowWhichStillShowsItsOwnWasNotDetached() throws {
        let (trace, root) = try launchedRoot()
        let (home, detail) = flow(trace, below: root)
        trace.append(.viewLeft(detail.view, scope: .none, stack: .none))
        trace.detach(home, from: root)
        trace.settle()

        #expect(try gists(of: trace) == [Self.leftBehind])
    }

    @Test func aViewThatLeftAFlowWhichStillShowsItsOtherScreenWasNotDetached() throws {
        let (trace, root) = try launchedRoot()
        let flow = trace.object(.router, "HomeRouter")
        let (list, detail) = (trace.rib("List"), trace.rib("Detail"))
        trace.append(.attached(child: flow, parent: root.router, stack: .none))
        for screen in [list, detail] {
            trace.append(.attached(child: screen.router, parent: flow, stack: .none))
        }
        trace.append(.viewLeft(detail.view, scope: .none, stack: .none))
        trace.append(.detached(child: flow, parent: root.router, stack: .none))
        trace.settle()

        #expect(try gists(of: trace) == [Self.leftBehind])
    }

    @Test(arguments: [[0, 1], [1, 0]])
    func aViewThatLeftWithItsFlowsOwnIsNotReported(order: [Int]) throws {
        let (trace, root) = try launchedRoot()
        let (home, detail) = flow(trace, below: root)
        for index in order {
            trace.append(.viewLeft([home, detail][index].view, scope: .none, stack: .none))
        }
        trace.detach(home, from: root)
        trace.settle()

        try expectClean(trace)
    }

    @Test func theLastViewThatAFlowWithoutOneShowedIsNotReported() throws {
        let (trace, root) = try launchedRoot()
        let flow = trace.object(.router, "HomeRouter")
        let detail = trace.rib("Detail")
        trace.append(.attached(child: flow, parent: root.router, stack: .none))
        trace.append(.attached(child: detail.router, parent: flow, stack: .none))
        trace.append(.viewLeft(detail.view, scope: .none, stack: .none))
        trace.append(.detached(child: flow, parent: root.router, stack: .none))
        trace.settle()

        try expectClean(trace)
    }

    @Test func aViewThatTookItsOwnScreensAlongIsOneMissingDetach() throws {
        let (trace, root) = try launchedRoot()
        let (home, detail) = flow(trace, below: root)
        trace.attach(trace.rib("Zoom"), to: detail)
        trace.append(.viewLeft(detail.view, scope: .none, stack: .none))
        trace.detach(home, from: root)
        trace.settle()

        #expect(try gists(of: trace) == [Self.leftBehind])
    }

    @Test func aViewThatCameBackBeforeItsFlowWasDetachedIsNotReported() throws {
        let (trace, root) = try launchedRoot()
        let (home, detail) = flow(trace, below: root)
        trace.append(.viewLeft(detail.view, scope: .none, stack: .none))
        trace.append(.viewAppeared(detail.view))
        trace.detach(home, from: root)
        trace.settle()

        try expectClean(trace)
    }
}
