// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace
import Testing
import TraceFixtures

/// What is judged when a RIB above it goes, which kept it.
@Suite struct KeptUntilJudgementTests {
    private let trace: TraceBuilder
    private let root: SyntheticRIB
    private let flow: SyntheticRIB
    private let tab: SyntheticRIB

    /// A flow that keeps a router of a tab which was detached.
    init() throws {
        (trace, root) = try launchedRoot()
        flow = trace.rib("Flow")
        tab = trace.rib("Tab")
        trace.attach(flow, to: root)
        trace.attach(tab, to: flow)
        trace.detach(tab, from: flow)
    }

    /// Detaches the flow, which keeps objects of the tab by one of its own.
    private func detachFlow(keeping objects: [ObjectID], by holder: ObjectID? = nil) {
        trace.detach(flow, from: root)
        for object in objects {
            trace.append(.stillAlive(object, expectedFor: 4_200_000_000))
        }
        let step = SyntheticStep.object("FlowRouter", "tabs[0]", "Tab", id: holder ?? flow.router)
        for object in objects { trace.retain(object, .attachedRouter, [step]) }
        trace.append(.settled(.treeEnd, scope: .none, unjudged: 0))
    }

    private func finding() throws -> Finding {
        let findings = try report(on: trace).findings
        #expect(findings.count == 1)
        return try #require(findings.first)
    }

    @Test func whatIsFreedWithItsKeeperIsALeakThatSaysUntilWhen() throws {
        detachFlow(keeping: tab.parts)
        trace.destroy(flow.router, flow.interactor, flow.view)
        trace.destroy(tab.router, tab.interactor, tab.view)
        trace.settle()

        let finding = try finding()
        #expect(
            gist(finding)
                == "leaked-router TabRouter at Root/Flow/Tab, dragging TabInteractor, "
                + "TabViewController")
        #expect(finding.endedWithTree)
        #expect(finding.keptUntil?.ribPath == "Root/Flow")
        #expect(finding.keptUntil?.nanoseconds == 4_200_000_000)
    }

    @Test func whatWasPastItsDeadlineBeforeIsTheSameLeak() throws {
        trace.passDeadline(of: tab.parts)
        detachFlow(keeping: tab.parts)
        trace.destroy(tab.router, tab.interactor, tab.view)
        trace.settle()
        #expect(try finding().keptUntil?.ribPath == "Root/Flow")
    }

    @Test func whatOutlivesItsKeeperIsStillAlive() throws {
        detachFlow(keeping: tab.parts)
        trace.destroy(flow.router, flow.interactor, flow.view)
        trace.settle(alive: tab.parts)
        #expect(try !finding().endedWithTree)
        #expect(try finding().keptUntil == nil)
    }

    @Test func whatIsAttachedAgainLaterIsNoFinding() throws {
        detachFlow(keeping: tab.parts)
        trace.attach(flow, to: root)
        trace.attach(tab, to: flow)
        trace.settle()
        try expectClean(trace)
    }

    @Test func whatAViewThatAnotherRIBUsesKeepsIsNoFinding() throws {
        trace.append(.owned(flow.view, by: root.router))
        detachFlow(keeping: [tab.view], by: flow.view)
        trace.destroy(tab.router, tab.interactor, tab.view)
        trace.destroy(flow.router, flow.interactor)
        trace.settle()
        try expectClean(trace)
    }

    @Test func aViewThatWasUsedAgainAndAgainIsNoFinding() throws {
        let next = trace.rib("Tab")
        trace.append(.owned(tab.view, by: next.router))
        trace.attach(next, to: flow)
        trace.detach(next, from: flow)
        detachFlow(keeping: [tab.view])
        trace.destroy(tab.router, tab.interactor, tab.view)
        trace.destroy(next.router, next.interactor, next.view)
        trace.destroy(flow.router, flow.interactor, flow.view)
        trace.settle()
        try expectClean(trace)
    }

    @Test func theLongestOfSeveralIsShown() throws {
        detachFlow(keeping: tab.parts)
        trace.destroy(tab.router, tab.interactor, tab.view)
        let again = trace.rib("Flow")
        let other = trace.rib("Tab")
        trace.attach(again, to: root)
        trace.attach(other, to: again)
        trace.detach(other, from: again)
        trace.detach(again, from: root)
        let step = SyntheticStep.object("FlowRouter", "tabs[0]", "Tab", id: again.router)
        for object in other.parts {
            trace.append(.stillAlive(object, expectedFor: 9_000_000_000))
            trace.retain(object, .attachedRouter, [step])
        }
        trace.append(.settled(.treeEnd, scope: .none, unjudged: 0))
        trace.destroy(other.router, other.interactor, other.view)
        trace.settle()
        #expect(try finding().count == 2)
        #expect(try finding().keptUntil?.nanoseconds == 9_000_000_000)
    }
}
