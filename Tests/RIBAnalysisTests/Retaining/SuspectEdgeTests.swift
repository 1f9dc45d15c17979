// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis

/// Which edge of a path is blamed, and by what name.
@Suite struct SuspectEdgeTests {
    private let functions = NamedFunctions(functions: [
        "$s4RIBs7BuilderCfD", "$s10Foundation7NSArrayCfD", "$s3App4HomeCfD", "$s4RIBs6RouterCfD",
        "closure #1 in HomeInteractor.didBecomeActive()",
    ])
    private let builder = StackID(1)
    private let foundation = StackID(2)
    private let app = StackID(3)
    private let router = StackID(4)
    private let closure = StackID(5)
    private let trace: TraceBuilder
    private let root: SyntheticRIB
    private let home: SyntheticRIB

    init() throws {
        (trace, root) = try launchedRoot()
        functions.defineStacks(in: trace)
        home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.detach(home, from: root)
    }

    /// The suspect edge of the only finding.
    private func suspect() throws -> String? {
        let report = try Analysis.report(on: [trace.folder], symbolizer: functions)
        let step = try #require(report.findings.first).retainPath?.suspectStep
        return step.map { "\($0.holder).\($0.label)" }
    }

    private func object(
        _ holder: String, _ label: String, _ target: String, id: ObjectID = .none,
        declaredBy code: StackID
    ) -> SyntheticStep {
        var step = SyntheticStep.object(holder, label, target, id: id)
        step.code = code
        return step
    }

    @Test func aFieldOfTheRuntimesIsNotBlamedButWhatLeadsThere() throws {
        trace.retain(
            home.router, .attachedRouter,
            [
                object("RootRouter", "randomWin", "Builder", id: root.router, declaredBy: app),
                object("RandomWinBuilder", "dependency", "HomeRouter", declaredBy: builder),
            ])
        trace.settle(alive: home.parts)
        #expect(try suspect() == "RootRouter.randomWin")
    }

    @Test func aFieldOfALibrarysIsNotBlamedButWhatLeadsThere() throws {
        trace.retain(
            home.router, .attachedRouter,
            [
                object("RootRouter", "list", "NSMutableArray", id: root.router, declaredBy: app),
                object("NSMutableArray", "_storage[0]", "__SwiftValue", declaredBy: foundation),
                object("__SwiftValue", "value", "HomeRouter", declaredBy: foundation),
            ])
        trace.settle(alive: home.parts)
        #expect(try suspect() == "RootRouter.list")
    }

    @Test func whatLeadsToAnObjectThatIsMeantToBeThereIsNotBlamed() throws {
        trace.retain(
            home.router, .global,
            [
                object("App", "root", "RootRouter", declaredBy: app),
                object(
                    "RootRouter", "attached.routers[1]", "HomeRouter", id: root.router,
                    declaredBy: router),
            ])
        trace.settle(alive: home.parts)
        #expect(try suspect() == "RootRouter.children[1]")
    }

    @Test func aChildLeftAmongTheChildrenIsToBeDetached() throws {
        trace.retain(
            home.router, .attachedRouter,
            [
                object(
                    "RootRouter", "attached.routers[1]", "HomeRouter", id: root.router,
                    declaredBy: router)
            ])
        trace.settle(alive: home.parts)
        let report = try Analysis.report(on: [trace.folder], symbolizer: functions)
        #expect(
            report.findings.first?.hint
                == "RootRouter has it among its children: call detachChild there, too.")
    }

    @Test func whatAComponentSharesHasThePropertysName() throws {
        trace.retain(
            home.interactor, .attachedRouter,
            [
                object(
                    "RootComponent", "sharedInstances[\"home\"]", "HomeInteractor",
                    id: trace.object(.component, "RootComponent"), declaredBy: router)
            ])
        trace.destroy(home.router, home.view)
        trace.settle(alive: [home.interactor])
        #expect(try suspect() == "RootComponent.home")
    }

    @Test(arguments: [true, false])
    func inACycleTheEdgeThatLeadsUpIsBlamedFromWhicheverObject(isFirst: Bool) throws {
        let down = object(
            "HomeInteractor", "presenter", "HomeViewController", id: home.interactor,
            declaredBy: app)
        let up = object(
            "HomeViewController", "owner", "HomeInteractor", id: home.view, declaredBy: app)
        trace.destroy(home.router)
        if isFirst {
            trace.retain(home.interactor, .cycle, [down, up])
        } else {
            trace.retain(home.view, .cycle, [up, down])
            trace.destroy(home.interactor)
        }
        trace.settle(alive: isFirst ? [home.interactor, home.view] : [home.view])
        #expect(try suspect() == "HomeViewController.owner")
    }

    @Test func inACycleAClosureIsBlamedBeforeAProperty() throws {
        trace.destroy(home.router)
        trace.retain(
            home.view, .cycle,
            [
                .closure(closure, "captures HomeInteractor", "HomeInteractor"),
                object(
                    "HomeInteractor", "presenter", "HomeViewController", id: home.interactor,
                    declaredBy: app),
            ])
        trace.settle(alive: [home.interactor, home.view])
        #expect(
            try suspect()
                == "closure #1 in HomeInteractor.didBecomeActive().captures self")
    }

    @Test func ofTwoEdgesThatMayBothBeRightBothAreNamed() throws {
        trace.destroy(home.router, home.interactor)
        trace.retain(
            home.view, .cycle,
            [
                object("HomeViewController", "subview", "Map", id: home.view, declaredBy: app),
                object("Map", "superview", "HomeViewController", declaredBy: app),
            ])
        trace.settle(alive: [home.view])
        let report = try Analysis.report(on: [trace.folder], symbolizer: functions)
        #expect(
            report.findings.first?.hint
                == "Make HomeViewController.subview or Map.superview weak: the two keep each other "
                + "alive.")
    }
}
