// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis

/// Workers, workflows and components in synthetic traces, whose stacks are named by the tests.
@Suite struct SharedPartTests {
    private let functions = NamedFunctions(functions: [
        "HomeBuilder.build()", "RootBuilder.build()", "closure #1 in HomeComponent.worker.getter",
    ])
    private let trace: TraceBuilder
    private let root: SyntheticRIB
    private let home: SyntheticRIB

    init() throws {
        (trace, root) = try launchedRoot()
        functions.defineStacks(in: trace)
        home = trace.rib("Home")
    }

    private let byHome = StackID(1)
    private let byRoot = StackID(2)
    private let byComponent = StackID(3)

    private func gists() throws -> [String] {
        try Analysis.report(on: [trace.folder], symbolizer: functions).findings.map(gist)
    }

    private func part(_ kind: ObjectKind, _ type: String, _ stack: StackID, of owner: ObjectID)
        -> ObjectID
    {
        let part = trace.object(kind, type, stack: stack)
        trace.append(.owned(part, by: owner))
        return part
    }

    private func endHome() {
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        trace.destroy(home.router, home.interactor, home.view)
    }

    @Test(arguments: [
        (ObjectKind.worker, "leaked-worker"), (.workflow, "leaked-workflow"),
    ])
    func whatItsRIBMadeIsLeakedWhenItOutlivesIt(kind: ObjectKind, name: String) throws {
        let thing = part(kind, "Thing", byHome, of: home.interactor)
        endHome()
        trace.settle(alive: [thing])
        #expect(try gists() == ["\(name) Thing at Root/Home"])
    }

    @Test(arguments: [ObjectKind.worker, .workflow, .component])
    func whatAnotherRIBMadeOutlivesThisOneByRight(kind: ObjectKind) throws {
        let owner = kind == .component ? home.router : home.interactor
        let thing = part(kind, "HomeComponent", byRoot, of: owner)
        endHome()
        trace.settle(alive: [thing])
        try expectClean(trace, symbolizer: functions)
    }

    @Test func withoutAStackNothingIsJudged() throws {
        let worker = part(.worker, "HomeWorker", .none, of: home.interactor)
        endHome()
        trace.settle(alive: [worker])
        try expectClean(trace, symbolizer: functions)
    }

    @Test func aComponentMadeInTheBuildIsLeakedWhenItOutlivesItsRIB() throws {
        let component = part(.component, "HomeComponent", byHome, of: home.router)
        endHome()
        trace.settle(alive: [component])
        #expect(try gists() == ["leaked-component HomeComponent at Root/Home"])
    }

    @Test func aComponentOnWhichAnAttachedRIBDependsIsInUse() throws {
        let component = part(.component, "HomeComponent", byHome, of: home.router)
        let detail = trace.rib("Detail")
        let dependent = part(.component, "DetailComponent", byHome, of: detail.router)
        trace.append(.owned(component, by: dependent))
        trace.attach(detail, to: root)
        endHome()
        trace.settle(alive: [component])
        try expectClean(trace, symbolizer: functions)
    }

    @Test func aComponentOnWhichAComponentOfAnUnknownRIBDependsIsNotJudged() throws {
        let component = part(.component, "HomeComponent", byHome, of: home.router)
        let dependent = trace.object(.component, "OtherComponent")
        trace.append(.owned(component, by: dependent))
        endHome()
        trace.settle(alive: [component])
        try expectClean(trace, symbolizer: functions)
    }

    @Test func aComponentsPlaceIsItsOwnRIBsAndNotThatOfAChild() throws {
        let component = part(.component, "HomeComponent", byHome, of: home.router)
        let detail = trace.rib("Detail")
        let dependent = part(.component, "DetailComponent", byHome, of: detail.router)
        trace.append(.owned(component, by: dependent))
        trace.attach(detail, to: home)
        trace.destroy(detail.router, detail.interactor, detail.view, dependent)
        endHome()
        trace.settle(alive: [component])
        #expect(try gists() == ["leaked-component HomeComponent at Root/Home"])
    }

    @Test func aWorkerOfTheComponentIsNotJudgedWhileThatLives() throws {
        let component = part(.component, "HomeComponent", byRoot, of: home.router)
        let worker = part(.worker, "HomeWorker", byComponent, of: home.interactor)
        endHome()
        trace.settle(alive: [component, worker], reason: .request)
        // Both may be kept by the builder until then.
        trace.destroy(component, worker)
        trace.settle()
        try expectClean(trace, symbolizer: functions)
    }

    @Test func aWorkerThatOutlivesItsComponentIsLeaked() throws {
        let component = part(.component, "HomeComponent", byHome, of: home.router)
        let worker = part(.worker, "HomeWorker", byComponent, of: home.interactor)
        endHome()
        trace.destroy(component)
        trace.settle(alive: [worker])
        #expect(try gists() == ["leaked-worker HomeWorker at Root/Home"])
    }

    @Test func whatIsLearntAfterATestDoesNotChangeWhatItsAssertionSaid() throws {
        trace.append(.scopeBegan(ScopeID(1), name: trace.string("test")))
        let component = part(.component, "HomeComponent", byRoot, of: home.router)
        let worker = part(.worker, "HomeWorker", byComponent, of: home.interactor)
        endHome()
        trace.append(.stillAlive(worker))
        trace.append(.settled(.scopeEnd, scope: ScopeID(1), unjudged: 0))
        #expect(try gists() == [])
        trace.destroy(component)
        trace.settle(alive: [worker])
        try expectClean(trace, symbolizer: functions)
    }

    @Test func aWorkerThatAnotherAttachedRIBUsesIsInUse() throws {
        let worker = part(.worker, "HomeWorker", byHome, of: home.interactor)
        trace.append(.owned(worker, by: root.interactor))
        endHome()
        trace.settle(alive: [worker])
        try expectClean(trace, symbolizer: functions)
    }

    @Test func aLeakedInteractorDragsAlongOnlyWhatItsRIBMade() throws {
        let own = part(.worker, "OwnWorker", byHome, of: home.interactor)
        let shared = part(.worker, "SharedWorker", byRoot, of: home.interactor)
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        trace.destroy(home.router, home.view)
        trace.settle(alive: [home.interactor, own, shared])
        #expect(
            try gists() == ["leaked-interactor HomeInteractor at Root/Home, dragging OwnWorker"])
    }
}
