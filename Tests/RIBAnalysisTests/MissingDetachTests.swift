import RIBTrace
import Testing
import TraceFixtures

@Suite struct MissingDetachTests {
    @Test func aViewThatLeftWhileItsRouterStaysAttachedIsAMissingDetach() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.append(.viewLeft(home.view, stack: .none))
        trace.settle()

        #expect(try gists(of: trace) == ["view-gone-still-attached HomeRouter at Root/Home"])
    }

    @Test func aViewThatLeftBeforeItsDetachIsNone() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.append(.viewLeft(home.view, stack: .none))
        trace.detach(home, from: root)
        trace.settle()

        #expect(try gists(of: trace) == [])
    }

    @Test func aViewThatCameBackIsNone() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.append(.viewLeft(home.view, stack: .none))
        trace.append(.viewAppeared(home.view))
        trace.settle()

        #expect(try gists(of: trace) == [])
    }

    @Test func aViewThatLeftBeforeItsRouterWasAttachedAgainIsNone() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.append(.viewLeft(home.view, stack: .none))
        trace.detach(home, from: root)
        trace.attach(home, to: root)
        trace.settle()

        #expect(try gists(of: trace) == [])
    }

    @Test func aSharedViewAccusesTheRouterThatIsAttachedNow() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        let successor = trace.object(.router, "SuccessorRouter")
        trace.append(.owned(home.view, by: successor))
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        trace.append(.attached(child: successor, parent: root.router, stack: .none))
        trace.append(.viewLeft(home.view, stack: .none))
        trace.settle()

        #expect(
            try gists(of: trace) == ["view-gone-still-attached SuccessorRouter at Root/Successor"])
    }

    @Test func theRootsViewMayLeave() throws {
        let (trace, root) = try launchedRoot()
        trace.append(.viewLeft(root.view, stack: .none))
        trace.settle()

        #expect(try gists(of: trace) == [])
    }

    @Test func aChildOfADetachedRIBIsNone() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        let detail = trace.rib("Detail")
        trace.attach(home, to: root)
        trace.attach(detail, to: home)
        trace.append(.viewLeft(detail.view, stack: .none))
        trace.detach(home, from: root)
        trace.settle()

        #expect(try gists(of: trace) == [])
    }
}
