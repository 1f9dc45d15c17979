// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis

/// Routers that judgements find alive and never attached, whose stacks are named by the tests.
@Suite struct NeverAttachedTests {
    private let functions = NamedFunctions(functions: [
        "HomeRouter.routeToDetail()", "DetailTests.testDetail()",
    ])
    private let trace: TraceBuilder
    private let root: SyntheticRIB
    private let home: SyntheticRIB
    private let byHome = StackID(1)
    private let byTest = StackID(2)

    init() throws {
        (trace, root) = try launchedRoot()
        functions.defineStacks(in: trace)
        home = trace.rib("Home")
        trace.attach(home, to: root)
    }

    private func gists(scope: ScopeID? = nil) throws -> [String] {
        try Analysis.report(on: [trace.folder], symbolizer: functions, scope: scope)
            .findings.map(gist)
    }

    private let found = ["never-attached DetailRouter at Detail"]

    @Test func whatARIBOfTheTreeBuiltIsAWarning() throws {
        let detail = trace.object(.router, "DetailRouter", stack: byHome)
        trace.settle(alive: [detail])

        let report = try Analysis.report(on: [trace.folder], symbolizer: functions)
        #expect(report.findings.map(gist) == found)
        #expect(report.findings.first?.stacks.allocation != nil)
        #expect(report.summary.leaks == 0 && report.summary.warnings == 1)
    }

    @Test func whatATestBuiltIsNotReported() throws {
        let detail = trace.object(.router, "DetailRouter", stack: byTest)
        trace.settle(alive: [detail])
        try expectClean(trace, symbolizer: functions)
    }

    @Test func withoutAStackNothingIsReported() throws {
        let detail = trace.object(.router, "DetailRouter")
        trace.settle(alive: [detail])
        try expectClean(trace, symbolizer: functions)
    }

    @Test func whatIsNotRecordedAsAliveIsNotReported() throws {
        _ = trace.object(.router, "DetailRouter", stack: byHome)
        trace.settle()
        try expectClean(trace, symbolizer: functions)
    }

    @Test func whatIsAttachedLaterIsNotReported() throws {
        let detail = trace.object(.router, "DetailRouter", stack: byHome)
        trace.settle(alive: [detail], reason: .request)
        trace.append(.attached(child: detail, parent: home.router, stack: .none))
        trace.settle()
        try expectClean(trace, symbolizer: functions)
    }

    @Test func whatWasActivatedByOtherMeansIsNotReported() throws {
        let detail = trace.object(.router, "DetailRouter", stack: byHome)
        let interactor = trace.object(.interactor, "DetailInteractor")
        trace.append(.owned(interactor, by: detail))
        trace.append(.activated(interactor: interactor))
        trace.settle(alive: [detail])
        try expectClean(trace, symbolizer: functions)
    }

    @Test func whatWasAttachedAndIsDetachedIsALeakInstead() throws {
        let detail = trace.object(.router, "DetailRouter", stack: byHome)
        trace.append(.attached(child: detail, parent: home.router, stack: .none))
        trace.append(.detached(child: detail, parent: home.router, stack: .none))
        trace.settle(alive: [detail])
        #expect(try gists() == ["leaked-router DetailRouter at Root/Home/Detail"])
    }

    @Test func severalJudgementsMakeOneFinding() throws {
        let detail = trace.object(.router, "DetailRouter", stack: byHome)
        trace.append(.stillAlive(detail))
        trace.append(.settled(.scopeEnd, scope: ScopeID(1), unjudged: 0))
        trace.settle(alive: [detail], reason: .request)
        trace.settle(alive: [detail])
        #expect(try gists() == found)
    }

    @Test func onlyTheLastJudgementOfAllCounts() throws {
        let detail = trace.object(.router, "DetailRouter", stack: byHome)
        trace.settle(alive: [detail], reason: .request)
        trace.destroy(detail)
        trace.settle()
        try expectClean(trace, symbolizer: functions)
    }

    @Test func aTestsEndIsFinalForIt() throws {
        let detail = trace.object(.router, "DetailRouter", stack: byHome)
        trace.append(.stillAlive(detail))
        trace.append(.settled(.scopeEnd, scope: ScopeID(1), unjudged: 0))
        trace.detach(home, from: root)
        trace.destroy(detail, home.router, home.interactor, home.view)
        trace.settle()
        #expect(try gists() == found)
        #expect(try gists(scope: ScopeID(1)) == found)
        #expect(try gists(scope: ScopeID(2)) == [])
    }

    @Test func aBuilderThatHasLeftTheTreeProvesNothing() throws {
        let detail = trace.object(.router, "DetailRouter", stack: byHome)
        trace.detach(home, from: root)
        trace.settle(alive: [detail])
        try expectClean(trace, symbolizer: functions)
    }

    @Test func anotherRouterOfTheSameTypeOutsideOfTheTreeMayHaveBuiltIt() throws {
        _ = trace.rib("Home")
        let detail = trace.object(.router, "DetailRouter", stack: byHome)
        trace.settle(alive: [detail])
        try expectClean(trace, symbolizer: functions)
    }

    @Test func aTraceThatMissesEventsProvesNothing() throws {
        let detail = trace.object(.router, "DetailRouter", stack: byHome)
        trace.settle(alive: [detail])
        trace.append(.dropped(.essential, count: 1))
        try expectClean(trace, symbolizer: functions)
    }

    @Test func manyJudgementsDoNotEachLookAtEndlesslyManyRouters() {
        var routers = NeverAttached()
        routers.looksLeft = 5
        routers.noteMade(ObjectID(1))
        routers.noteMade(ObjectID(2))
        #expect(routers.lookAtLiving() == [ObjectID(1), ObjectID(2)])
        #expect(routers.lookAtLiving() == [ObjectID(1), ObjectID(2)])
        #expect(routers.lookAtLiving() == [])
    }
}
