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
        let other = trace.rib("Other")
        trace.attach(other, to: root)
        trace.detach(other, from: root)
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
        let other = trace.rib("Home")
        trace.attach(other, to: root)
        trace.detach(other, from: root)
        trace.destroy(home.interactor, home.view, other.interactor, other.view)
        for (rib, label) in [(home, "history.first"), (other, "history.then.0")] {
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
        let other = trace.rib("Other")
        trace.attach(other, to: root)
        trace.detach(other, from: root)
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
                == "Capture [weak self] and the HomeInteractor weakly in this closure, or set what "
                + "stores it to nil.")
    }

    @Test func closuresThatOneLineMadeAreOccurrencesOfOneFinding() throws {
        let homes = [home] + (0..<2).map { _ in trace.rib("Home") }
        for home in homes.dropFirst() {
            trace.attach(home, to: root)
            trace.detach(home, from: root)
        }
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
        let other = trace.rib("Other")
        trace.attach(other, to: root)
        trace.detach(other, from: root)
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
        let other = trace.rib("Other")
        trace.attach(other, to: root)
        trace.detach(other, from: root)
        trace.destroy(other.interactor, other.view)
        trace.retain(other.router, .attachedRouter, [step])
        trace.append(.stillAlive(other.router))
        trace.append(.settled(.scopeEnd, scope: ScopeID(2), unjudged: 0))
        #expect(try gists().count == 2)
    }

    /// Whatever holds what, and whatever is known of it: nothing is lost and nothing is told twice.
    @Test(arguments: 1...60) func eachSurvivorStandsInOneFinding(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var alive: [(id: ObjectID, type: String)] = []
        for number in 0..<Int.random(in: 1...5, using: &random) {
            let rib = trace.rib("Rib\(number)")
            trace.attach(rib, to: root)
            trace.detach(rib, from: root)
            let types = ["Router", "Interactor", "ViewController"].map { "Rib\(number)\($0)" }
            for (id, type) in zip([rib.router, rib.interactor, rib.view], types) {
                if Bool.random(using: &random) {
                    trace.destroy(id)
                } else {
                    alive.append((id, type))
                }
            }
        }
        trace.destroy(home.router, home.interactor, home.view)
        for object in alive {
            guard let reason = RetentionReason.allCases.randomElement(using: &random),
                Int.random(in: 0..<5, using: &random) > 0
            else { continue }
            let holders = (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
                alive.randomElement(using: &random)
            }
            let first = reason == .cycle ? [object] : []
            trace.retain(
                object.id, reason,
                (first + holders).map { .object($0.type, "next", "", id: $0.id) })
        }
        trace.settle(alive: alive.map(\.id))
        let findings = try Analysis.report(on: [trace.folder], symbolizer: NoSymbols()).findings
        let told = findings.flatMap { [$0.type] + $0.victims.map(\.type) }
        #expect(told.sorted() == alive.map(\.type).sorted())
    }
}
