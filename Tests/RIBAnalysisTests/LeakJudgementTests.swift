// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@Suite struct LeakJudgementTests {
    @Test func aDetachedRouterThatIsStillAliveIsLeakedAndDragsItsRIBAlong() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        trace.settle(alive: home.parts)

        #expect(
            try gists(of: trace) == [
                "leaked-router HomeRouter at Root/Home, dragging HomeInteractor, HomeViewController"
            ])
    }

    @Test func anInteractorThatOutlivesItsRouterIsTheCulprit() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        trace.destroy(home.router)
        trace.settle(alive: [home.interactor, home.view])

        #expect(
            try gists(of: trace) == [
                "leaked-interactor HomeInteractor at Root/Home, dragging HomeViewController"
            ])
    }

    @Test func aViewThatOutlivesItsRIBIsTheCulprit() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        trace.destroy(home.router, home.interactor)
        trace.settle(alive: [home.view])

        #expect(try gists(of: trace) == ["leaked-view HomeViewController at Root/Home"])
    }

    @Test func aLeakedParentDragsItsAttachedChildrenAlong() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        let detail = trace.rib("Detail")
        trace.attach(home, to: root)
        trace.attach(detail, to: home)
        trace.detach(home, from: root)
        trace.settle(alive: home.parts + detail.parts)

        #expect(
            try gists(of: trace) == [
                "leaked-router HomeRouter at Root/Home, dragging HomeInteractor, HomeViewController, "
                    + "DetailRouter, DetailInteractor, DetailViewController"
            ])
    }

    @Test func aLeakedChildOfAFreedParentIsNamedByItself() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        let detail = trace.rib("Detail")
        trace.attach(home, to: root)
        trace.attach(detail, to: home)
        trace.detach(home, from: root)
        trace.destroy(home.router, home.interactor, home.view)
        trace.settle(alive: detail.parts)

        #expect(
            try gists(of: trace) == [
                "leaked-router DetailRouter at Root/Home/Detail, "
                    + "dragging DetailInteractor, DetailViewController"
            ])
    }

    @Test func nothingIsLeakedThatNoSettlingFoundAlive() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        trace.settle()

        try expectClean(trace)
    }

    @Test func survivorsOfASettlingThatWasNotCompletedDoNotCount() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        trace.append(.stillAlive(home.router))

        try expectClean(trace)
    }

    @Test func anAttachedRIBIsNotLeaked() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.settle(alive: home.parts + root.parts)

        try expectClean(trace)
    }

    @Test func aRIBThatWasAttachedAgainIsNotLeaked() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        trace.attach(home, to: root)
        trace.settle(alive: home.parts)

        try expectClean(trace)
    }

    @Test func aViewThatAnotherAttachedRIBUsesIsNotLeaked() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        let successor = trace.object(.router, "SuccessorRouter")
        trace.append(.owned(home.view, by: successor))
        trace.attach(home, to: root)
        trace.append(.attached(child: successor, parent: root.router, stack: .none))
        trace.detach(home, from: root)
        trace.destroy(home.router, home.interactor)
        trace.settle(alive: [home.view])

        try expectClean(trace)
    }

    @Test func aRouterUnderTestThatWasNeverAttachedKeepsItsChildrenInUse() throws {
        let trace = try TraceBuilder()
        let home = trace.rib("Home")
        let detail = trace.rib("Detail")
        trace.attach(detail, to: home)
        trace.settle(alive: home.parts + detail.parts)

        try expectClean(trace)
    }

    @Test func partsOfARIBThatNeverWasInATreeAreNotJudged() throws {
        let trace = try TraceBuilder()
        let home = trace.rib("Home")
        trace.destroy(home.router)
        trace.settle(alive: [home.interactor, home.view])

        try expectClean(trace)
    }

    @Test func anInteractorThatNobodyOwnsIsNotJudged() throws {
        let trace = try TraceBuilder()
        let interactor = trace.object(.interactor, "HomeInteractor")
        trace.settle(alive: [interactor])

        try expectClean(trace)
    }

    @Test func anObjectFreedWhileItWasJudgedIsNotLeaked() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        trace.append(.stillAlive(home.router))
        trace.destroy(home.router)
        trace.settle()

        try expectClean(trace)
    }

    @Test func theSameMistakeCountsOnceAndSaysHowOften() throws {
        let (trace, root) = try launchedRoot()
        for _ in 1...3 {
            let home = trace.rib("Home")
            trace.attach(home, to: root)
            trace.detach(home, from: root)
            trace.settle(alive: home.parts, reason: .request)
        }

        #expect(
            try gists(of: trace) == [
                "leaked-router HomeRouter at Root/Home, "
                    + "dragging HomeInteractor, HomeViewController, 3 times"
            ])
        #expect(try report(on: trace).summary.leaks == 1)
    }

    @Test func aLeakThatTwoSettlingsSeeIsOneLeak() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        trace.settle(alive: home.parts, reason: .request)
        trace.settle(alive: home.parts)

        #expect(try report(on: trace).findings.map(\.count) == [1])
    }

    @Test func theDetachStackIsTheOneThatTookTheSubtreeAway() throws {
        let (trace, root) = try launchedRoot()
        trace.append(
            .stackDefined(
                StackID(9),
                StackDefinition(
                    frames: [.init(image: .none, offset: 0xd37ac4)], isTruncated: false)))
        let home = trace.rib("Home")
        let detail = trace.rib("Detail")
        trace.attach(home, to: root)
        trace.attach(detail, to: home)
        trace.append(.detached(child: home.router, parent: root.router, stack: StackID(9)))
        trace.destroy(home.router, home.interactor, home.view)
        trace.settle(alive: detail.parts)

        let finding = try #require(try report(on: trace).findings.first)
        #expect(finding.stacks.detach?.frames.map(\.offset) == [0xd37ac4])
        #expect(finding.stacks.allocation == nil)
    }

    @Test func aDamagedTreeWithACycleIsStillJudged() throws {
        let trace = try TraceBuilder()
        let home = trace.rib("Home")
        let detail = trace.rib("Detail")
        trace.attach(home, to: detail)
        trace.attach(detail, to: home)
        trace.append(.owned(home.interactor, by: home.view))
        trace.settle(alive: home.parts + detail.parts)

        try expectClean(trace)
    }
}
