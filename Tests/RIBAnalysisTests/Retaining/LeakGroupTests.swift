// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis

/// One cause is one finding, and two are two.
@Suite struct LeakGroupTests {
    private let functions = NamedFunctions(functions: [
        "closure #1 in HomeRouter.didLoad()"
    ])
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

    /// A RIB that came and went.
    private func visitor(_ name: String) -> SyntheticRIB {
        let rib = trace.rib(name)
        trace.attach(rib, to: root)
        trace.detach(rib, from: root)
        return rib
    }

    private func gists() throws -> [String] {
        try Analysis.report(on: [trace.folder], symbolizer: functions).findings.map(gist)
    }

    @Test func whatAnotherSurvivorHoldsIsItsVictim() throws {
        trace.destroy(home.router)
        trace.retain(
            home.interactor, .cycle,
            [.object("HomeInteractor", "me", "HomeInteractor", id: home.interactor)])
        trace.retain(
            home.view, .unseen,
            [.object("HomeInteractor", "presenter", "HomeViewController", id: home.interactor)])
        trace.settle(alive: [home.view, home.interactor])
        #expect(
            try gists()
                == ["leaked-interactor HomeInteractor at Root/Home, dragging HomeViewController"])
    }

    @Test func theObjectsOfOneCycleAreOneFinding() throws {
        let down = SyntheticStep.object(
            "HomeInteractor", "presenter", "HomeViewController", id: home.interactor)
        let up = SyntheticStep.object(
            "HomeViewController", "listener", "HomeInteractor", id: home.view)
        trace.destroy(home.router)
        trace.retain(home.view, .cycle, [up, down])
        trace.retain(home.interactor, .cycle, [down, up])
        trace.settle(alive: [home.view, home.interactor])
        #expect(
            try gists()
                == ["leaked-interactor HomeInteractor at Root/Home, dragging HomeViewController"])
    }

    @Test func twoPayloadsOfOnePropertyAreOneFinding() throws {
        let other = visitor("Other")
        trace.destroy(home.interactor, home.view, other.interactor, other.view)
        for (rib, label) in [(home, "history.first"), (other, "history.then.0")] {
            trace.retain(
                rib.router, .attachedRouter,
                [.object("RootRouter", label, "Router", id: root.router)])
        }
        trace.settle(alive: [home.router, other.router])
        #expect(try gists() == ["leaked-router HomeRouter at Root/Home, dragging OtherRouter"])
    }

    @Test(arguments: [true, false])
    func twoObjectsOfOneTypeInOnePropertyAreOneFindingIfTheHolderIsOne(isOne: Bool) throws {
        let other = visitor("Home")
        trace.destroy(home.interactor, home.view, other.interactor, other.view)
        // Of two holders, the parts of one property are two edges.
        for (rib, label) in [
            (home, "history.first"), (other, isOne ? "history.then.0" : "history.first"),
        ] {
            trace.retain(
                rib.router, .global,
                [
                    isOne
                        ? .global("$s3App5StoreC6sharedACvpZ", "", "Store")
                        : .other("a dispatch queue", ""),
                    .object("Store", label, "HomeRouter"),
                ])
        }
        trace.settle(alive: [home.router, other.router])
        let more = isOne ? "dragging HomeRouter" : "2 times"
        #expect(try gists() == ["leaked-router HomeRouter at Root/Home, \(more)"])
    }

    @Test func twoElementsOfOneCollectionAreTwoFindings() throws {
        let other = visitor("Other")
        trace.destroy(home.interactor, home.view, other.interactor, other.view)
        for (rib, label) in [(home, "history[0]"), (other, "history[1]")] {
            trace.retain(
                rib.router, .attachedRouter,
                [.object("RootRouter", label, "Router", id: root.router)])
        }
        trace.settle(alive: [home.router, other.router])
        #expect(
            try gists() == [
                "leaked-router HomeRouter at Root/Home", "leaked-router OtherRouter at Root/Other",
            ])
    }

    @Test func aRouterAndItsViewInOneCollectionAreOneFindingForEachRIB() throws {
        let other = visitor("Home")
        trace.destroy(home.interactor, other.interactor)
        for (place, rib) in [home, other].enumerated() {
            trace.retain(
                rib.view, .attachedRouter,
                [.object("RootRouter", "past[\(2 * place)]", "HomeViewController", id: root.router)]
            )
            trace.retain(
                rib.router, .attachedRouter,
                [.object("RootRouter", "past[\(2 * place + 1)]", "HomeRouter", id: root.router)])
        }
        trace.settle(alive: [home.view, home.router, other.view, other.router])
        #expect(
            try gists() == [
                "leaked-router HomeRouter at Root/Home, dragging HomeViewController, 2 times"
            ])
        let report = try Analysis.report(on: [trace.folder], symbolizer: functions)
        #expect(
            report.findings.first?.hint
                == "Remove it and the HomeViewController from RootRouter.past where you detach it.")
    }

    @Test func aRouterAndItsViewInTwoCollectionsOfOneTypeAreTwoFindings() throws {
        trace.destroy(home.interactor)
        for (object, type, shelf) in [
            (home.router, "HomeRouter", "new"), (home.view, "HomeViewController", "old"),
        ] {
            trace.retain(
                object, .attachedRouter,
                [
                    .object("RootRouter", shelf, "Shelf", id: root.router),
                    .object("Shelf", "items[0]", type),
                ])
        }
        trace.settle(alive: [home.view, home.router])
        #expect(
            try gists() == [
                "leaked-router HomeRouter at Root/Home",
                "leaked-view HomeViewController at Root/Home",
            ])
    }

    @Test func anEdgeThatCutsTwoCyclesIsOneFindingAboutTheObjectNearestToTheRouter() throws {
        trace.destroy(home.router)
        let up = SyntheticStep.object(
            "HomeViewController", "presenter", "HomePresenter", id: home.view)
        trace.retain(
            home.view, .cycle, [up, .object("HomePresenter", "view", "HomeViewController")])
        trace.retain(
            home.interactor, .cycle,
            [
                .object("HomeInteractor", "view", "HomeViewController", id: home.interactor), up,
                .object("HomePresenter", "interactor", "HomeInteractor"),
            ])
        trace.settle(alive: [home.view, home.interactor])
        #expect(
            try gists()
                == ["leaked-interactor HomeInteractor at Root/Home, dragging HomeViewController"])
        let report = try Analysis.report(on: [trace.folder], symbolizer: functions)
        #expect(report.findings.first?.retainPath?.suspectStep?.label == "presenter")
        #expect(
            report.findings.first?.hint
                == "Make HomeViewController.presenter weak: what it leads to keeps the "
                + "HomeViewController alive, so they keep each other.")
    }

    @Test func twoCyclesWithoutACommonSuspectAreTwoFindings() throws {
        trace.destroy(home.router)
        trace.retain(
            home.view, .cycle,
            [
                .object("HomeViewController", "presenter", "HomePresenter", id: home.view),
                .object("HomePresenter", "view", "HomeViewController"),
            ])
        trace.retain(
            home.interactor, .cycle,
            [
                .object("HomeInteractor", "presenter", "HomePresenter", id: home.interactor),
                .object("HomePresenter", "interactor", "HomeInteractor"),
            ])
        trace.settle(alive: [home.view, home.interactor])
        #expect(
            try gists() == [
                "leaked-interactor HomeInteractor at Root/Home",
                "leaked-view HomeViewController at Root/Home",
            ])
    }

    @Test func aRouterAndItsInteractorThatTwoPropertiesHoldAreTwoFindings() throws {
        trace.retain(
            home.router, .attachedRouter,
            [.object("RootRouter", "home", "HomeRouter", id: root.router)])
        trace.retain(
            home.interactor, .global, [.object("Store", "current", "HomeInteractor")])
        trace.settle(alive: home.parts)
        #expect(
            try gists() == [
                "leaked-router HomeRouter at Root/Home, dragging HomeViewController",
                "leaked-interactor HomeInteractor at Root/Home",
            ])
    }

    @Test func whatOneClosureCapturesIsOneFindingThatNamesAll() throws {
        for (object, type) in [(home.router, "HomeRouter"), (home.interactor, "HomeInteractor")] {
            trace.retain(
                object, .global,
                [
                    .object("Store", "handler", "closure"),
                    .closure(StackID(1), "captures \(type)", type),
                ])
        }
        trace.settle(alive: home.parts)
        #expect(
            try gists() == [
                "leaked-router HomeRouter at Root/Home, dragging HomeViewController, HomeInteractor"
            ])
        let report = try Analysis.report(on: [trace.folder], symbolizer: functions)
        #expect(
            report.findings.first?.hint
                == "Capture [weak self] and the HomeInteractor weakly in this closure, or release "
                + "it in Store.handler when the RIB is detached.")
    }

    @Test func closuresThatOneLineMadeAreOccurrencesOfOneFinding() throws {
        let homes = [home] + (0..<2).map { _ in visitor("Home") }
        for home in homes {
            for (object, type) in [
                (home.router, "HomeRouter"), (home.interactor, "HomeInteractor"),
            ] {
                trace.retain(
                    object, .queue,
                    [
                        .other("a dispatch queue", ""),
                        .closure(StackID(1), "captures \(type)", type),
                    ])
            }
        }
        trace.settle(alive: homes.flatMap(\.parts))
        #expect(
            try gists() == [
                "leaked-router HomeRouter at Root/Home, dragging HomeViewController, "
                    + "HomeInteractor, 3 times"
            ])
    }

    @Test func whatNothingExplainsHangsOnWhatExplainsItsNeighbour() throws {
        trace.retain(home.router, .unseen, isPartial: true)
        trace.retain(
            home.interactor, .global, [.object("Store", "current", "HomeInteractor")])
        trace.settle(alive: home.parts)
        #expect(
            try gists() == [
                "leaked-interactor HomeInteractor at Root/Home, dragging HomeRouter, "
                    + "HomeViewController"
            ])
    }

    @Test func whatIsAttachedToALeakedRouterIsNamedToo() throws {
        let (child, grandchild) = (trace.rib("Child"), trace.rib("Grandchild"))
        trace.attach(child, to: home)
        trace.attach(grandchild, to: child)
        trace.retain(
            home.router, .attachedRouter,
            [.object("RootRouter", "home", "HomeRouter", id: root.router)])
        trace.settle(alive: home.parts)
        #expect(
            try gists() == [
                "leaked-router HomeRouter at Root/Home, dragging HomeInteractor, "
                    + "HomeViewController, ChildRouter, GrandchildRouter"
            ])
    }

    @Test func whatIsExplainedComesFirst() throws {
        let other = visitor("Other")
        trace.destroy(other.interactor, other.view)
        trace.retain(home.router, .unseen)
        trace.retain(
            other.router, .attachedRouter,
            [.object("RootRouter", "other", "OtherRouter", id: root.router)])
        trace.settle(alive: home.parts + [other.router])
        #expect(
            try gists().map { $0.prefix { $0 != "," } } == [
                "leaked-router OtherRouter at Root/Other", "leaked-router HomeRouter at Root/Home",
            ])
    }

    @Test func leaksOfTwoTestsAreNotOneFinding() throws {
        let step = SyntheticStep.object("RootRouter", "last.0", "HomeRouter", id: root.router)
        trace.destroy(home.interactor, home.view)
        trace.retain(home.router, .attachedRouter, [step])
        trace.append(.stillAlive(home.router))
        trace.append(.settled(.scopeEnd, scope: ScopeID(1), unjudged: 0))
        let other = visitor("Other")
        trace.destroy(other.interactor, other.view)
        trace.retain(other.router, .attachedRouter, [step])
        trace.append(.stillAlive(other.router))
        trace.append(.settled(.scopeEnd, scope: ScopeID(2), unjudged: 0))
        #expect(
            try gists() == [
                "leaked-router HomeRouter at Root/Home", "leaked-router OtherRouter at Root/Other",
            ])
    }
}
