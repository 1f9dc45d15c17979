// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis

/// A deadline judges only what it names; what comes of that, later events decide.
@Suite struct DeadlineJudgementTests {
    private let trace: TraceBuilder
    private let root: SyntheticRIB
    private let home: SyntheticRIB
    private let leakedHome =
        "leaked-router HomeRouter at Root/Home, dragging HomeInteractor, HomeViewController"

    init() throws {
        (trace, root) = try launchedRoot()
        home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.detach(home, from: root)
    }

    @Test func whatADeadlineFoundIsALeakOfAProcessThatWasKilledThen() throws {
        trace.passDeadline(of: home.parts)
        #expect(try gists(of: trace) == [leakedHome])
        #expect(
            try report(on: trace).caveats.map(\.text) == [
                "app (pid 77) was killed or still runs: it never settled"
            ])
    }

    @Test func whatIsStillThereAtTheExitIsOneLeak() throws {
        trace.passDeadline(of: home.parts)
        trace.settle(alive: home.parts)
        #expect(try gists(of: trace) == [leakedHome])
    }

    @Test func whatTheExitNamesUnderAnotherCulpritIsNotNamedTwice() throws {
        trace.passDeadline(of: [home.interactor])
        trace.settle(alive: home.parts)
        #expect(try gists(of: trace) == [leakedHome])
    }

    @Test func laterDeadlinesOfTheSameRIBAddToItsLeak() throws {
        trace.passDeadline(of: [home.router, home.interactor])
        trace.passDeadline(of: [home.view], expectedFor: 5_000_000_000)
        #expect(try gists(of: trace) == [leakedHome])
    }

    @Test func whatIsFreedAfterItsDeadlineWasLate() throws {
        trace.passDeadline(of: home.parts)
        trace.wait(2_200_000_000)
        trace.destroy(home.router, home.interactor, home.view)
        trace.settle()

        let report = try report(on: trace)
        #expect(
            report.findings.map(gist) == [
                "late-deallocation HomeRouter at Root/Home, "
                    + "dragging HomeInteractor, HomeViewController"
            ])
        #expect(report.summary.leaks == 0)
        #expect(report.summary.inactiveFires == 0)
        #expect(report.summary.warnings == 1)
        // Two ticks of the builder's clock: the judgement's end and the freeing itself.
        #expect(
            report.findings.first?.late
                == Lateness(
                    freedAfter: 3_200_001_000, late: 2_200_001_000, isUpperBound: false))
    }

    @Test func anEndThatOnlyShowsLaterIsAnUpperBound() throws {
        trace.destroy(home.router, home.interactor)
        trace.passDeadline(of: [home.view])
        trace.destroy(home.view)
        trace.settle()

        let finding = try #require(try report(on: trace).findings.first)
        #expect(gist(finding) == "late-deallocation HomeViewController at Root/Home")
        #expect(finding.late?.isUpperBound == true)
    }

    @Test func theLatestOfSeveralIsShown() throws {
        for wait in [5_000, 9_000, 7_000] as [UInt64] {
            let other = trace.rib("Other")
            trace.attach(other, to: root)
            trace.detach(other, from: root)
            trace.destroy(other.interactor, other.view)
            trace.passDeadline(of: [other.router])
            trace.wait(wait)
            trace.destroy(other.router)
        }
        trace.settle()

        let finding = try #require(try report(on: trace).findings.first)
        #expect(gist(finding) == "late-deallocation OtherRouter at Root/Other, 3 times")
        #expect(finding.late?.late == 10_000)
    }

    @Test func whatOutlivesALateCulpritIsStillLeaked() throws {
        trace.passDeadline(of: home.parts)
        trace.destroy(home.router)

        #expect(
            try gists(of: trace) == [
                "leaked-interactor HomeInteractor at Root/Home, dragging HomeViewController",
                "late-deallocation HomeRouter at Root/Home",
            ])
    }

    @Test func whatOutlivesALateCulpritIsNamedOnceAtTheExit() throws {
        trace.passDeadline(of: home.parts)
        trace.destroy(home.router)
        trace.settle(alive: [home.interactor, home.view])

        #expect(
            try gists(of: trace) == [
                "leaked-interactor HomeInteractor at Root/Home, dragging HomeViewController",
                "late-deallocation HomeRouter at Root/Home",
            ])
    }

    @Test func whatIsAttachedAgainAfterItsDeadlineWasInUseAfterAll() throws {
        trace.passDeadline(of: home.parts)
        trace.attach(home, to: root)
        #expect(try gists(of: trace) == [])

        trace.detach(home, from: root)
        trace.destroy(home.router, home.interactor, home.view)
        trace.settle()
        try expectClean(trace)
    }

    @Test func whatIsAttachedAgainAndLeaksThenIsLeaked() throws {
        trace.passDeadline(of: home.parts)
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        trace.settle(alive: home.parts)
        #expect(try gists(of: trace) == [leakedHome])
    }

    @Test func aViewThatAnotherRIBUsesAfterItsDeadlineIsNoFinding() throws {
        trace.destroy(home.router, home.interactor)
        trace.passDeadline(of: [home.view])
        let successor = trace.object(.router, "SuccessorRouter")
        trace.append(.owned(home.view, by: successor))
        trace.append(.attached(child: successor, parent: root.router, stack: .none))
        #expect(try gists(of: trace) == [])

        trace.append(.detached(child: successor, parent: root.router, stack: .none))
        trace.destroy(successor, home.view)
        trace.settle()
        try expectClean(trace)
    }

    @Test func whatIsInUseAtItsDeadlineIsNoFinding() throws {
        trace.attach(home, to: root)
        trace.passDeadline(of: home.parts)
        try expectClean(trace)
    }

    @Test func aDeadlineIsNoSettlingOfTheProcess() throws {
        trace.passDeadline(of: [])
        #expect(
            try report(on: trace).doubts.map(\.text) == [
                "app (pid 77) was killed or still runs: 1 detached router was not judged"
            ])
    }

    @Test func aDeadlineDoesNotJudgeViewsThatLeft() throws {
        let detail = trace.rib("Detail")
        trace.attach(detail, to: root)
        trace.append(.viewLeft(detail.view, scope: .none, stack: .none))
        trace.destroy(home.router, home.interactor, home.view)
        trace.passDeadline(of: [])
        try expectClean(trace)
    }

    @Test func anObjectThatJudgementsMixUpIsOneLeak() throws {
        for object in home.parts + home.parts { trace.append(.stillAlive(object)) }
        trace.append(.settled(.exit, scope: .none, unjudged: 0))
        #expect(try gists(of: trace) == [leakedHome])
    }

    @Test func anObjectThatTheHostItselfExpectedToGoIsJudgedWithoutAnOwner() throws {
        let object = trace.object(.object, "Cache")
        trace.passDeadline(of: [object])
        #expect(try gists(of: trace) == ["leaked-object Cache at Cache"])
    }

    @Test(arguments: [ObjectKind.view, .presenter, .interactor])
    func aPartThatNobodyOwnsIsNotJudged(kind: ObjectKind) throws {
        let part = trace.object(kind, "Part")
        trace.passDeadline(of: [part])
        try expectClean(trace)
    }

    @Test func anObjectOfARIBThatNeverWasInATreeIsNotJudged() throws {
        let part = trace.object(.object, "Part")
        let lone = trace.rib("Lone")
        trace.append(.owned(part, by: lone.router))
        trace.destroy(lone.router)
        trace.passDeadline(of: [part])
        try expectClean(trace)
    }
}
