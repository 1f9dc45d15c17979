// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis

/// A RIB that is detached from a root and found alive, with why.
@Suite struct RetainPathTests {
    private let functions = NamedFunctions(functions: [
        "closure #1 in HomeInteractor.didBecomeActive()", "closure #2 in ScoreService.start()",
        "thunk for @escaping @callee_guaranteed (@unowned Int) -> ()",
    ])
    private let byThunk = StackID(3)
    private let byHome = StackID(1)
    private let byService = StackID(2)
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

    private func finding() throws -> Finding {
        let report = try Analysis.report(on: [trace.folder], symbolizer: functions)
        return try #require(report.findings.first)
    }

    private func path() throws -> RetainPath { try #require(try finding().retainPath) }

    private var storedChild: SyntheticStep {
        .object("RootRouter", "home", "HomeRouter", id: root.router)
    }

    @Test func aTraceWithoutAPathSaysNone() throws {
        trace.settle(alive: home.parts)
        let finding = try finding()
        #expect(finding.kind == .leakedRouter)
        #expect(finding.retainPath == nil)
    }

    @Test func thePathIsInTheFinding() throws {
        trace.retain(
            home.router, .attachedRouter, [storedChild], retainCount: 3, seen: 2, dominated: 4,
            bytes: 500)
        trace.settle(alive: home.parts)

        let path = try path()
        #expect(
            path.steps == [
                RetainPathStep(
                    holderKind: .object, holder: "RootRouter", file: nil, line: nil, label: "home",
                    target: "HomeRouter", isInferred: false)
            ])
        #expect(path.reason == .attachedRouter)
        #expect(path.suspect == 0)
        #expect([path.retainCount, path.seenReferences] == [3, 2])
        #expect([path.dominatedCount, path.dominatedBytes] == [4, 500])
        #expect(!path.isPartial && path.omittedSteps == 0)
    }

    @Test func eachHolderThatMustLetGoIsShownAndNamedByTheHint() throws {
        trace.destroy(home.router, home.view)
        trace.retain(
            home.interactor, .attachedRouter,
            [.object("RootRouter", "past[3]", "HomeInteractor", id: root.router)], otherPath: 2)
        trace.retain(
            home.interactor, .global,
            [
                .object("Store", "handler", "closure"),
                .closure(byHome, "captures HomeInteractor", "HomeInteractor"),
            ], otherPath: 3)
        trace.retain(
            home.interactor, .global, [.object("Store", "current", "HomeInteractor")],
            retainCount: 3, seen: 3)
        trace.settle(alive: [home.interactor])
        let path = try path()
        #expect(path.suspectStep?.label == "current")
        #expect(path.otherHolders.map(\.suspectStep?.label) == ["past[3]", "captures self"])
        #expect(path.otherHolders.map(\.reason) == [.attachedRouter, .global])
        #expect(path.moreHolders == 0)
        #expect(
            try finding().hint
                == """
                Set Store.current to nil when the RIB is detached, or make it weak. Also remove it \
                from RootRouter.past where you detach it. Also capture [weak self] in closure #1 in \
                HomeInteractor.didBecomeActive(), or release it in Store.handler when the RIB is \
                detached.
                """)
    }

    @Test func whatTheSameChangeCutsIsNoOtherHolder() throws {
        let bag = SyntheticStep.object("Store", "bag[0]", "AnyCancellable")
        let token = SyntheticStep.object("AnyCancellable", "_cancel", "closure")
        trace.destroy(home.router, home.view)
        for (number, code) in [(2, byHome), (3, byService)] {
            trace.retain(
                home.interactor, .global,
                [bag, token, .closure(code, "captures HomeInteractor", "HomeInteractor")],
                otherPath: number)
        }
        for (number, place) in [(4, "list[0]"), (5, "list[1]")] {
            trace.retain(
                home.interactor, .global, [.object("Store", place, "HomeInteractor")],
                otherPath: number)
        }
        trace.retain(
            home.interactor, .task,
            [
                .other("a task", ""),
                .closure(byHome, "captures HomeInteractor", "HomeInteractor"),
            ])
        trace.settle(alive: [home.interactor])
        #expect(
            try path().otherHolders.map(\.suspectStep?.holder) == [
                "closure #2 in ScoreService.start()", "Store",
            ])
    }

    @Test func fiveHoldersAreShownAndTheOthersCounted() throws {
        trace.destroy(home.router, home.view)
        for number in 2...6 {
            trace.retain(
                home.interactor, .global,
                [.object("Store\(number)", "current", "HomeInteractor")], otherPath: number)
        }
        trace.retain(home.interactor, .global, [.object("Store1", "current", "HomeInteractor")])
        trace.settle(alive: [home.interactor])
        #expect(
            try path().otherHolders.map(\.suspectStep?.holder)
                == ["Store2", "Store3", "Store4", "Store5"])
        #expect(try path().moreHolders == 1)
        #expect(try finding().hint?.hasSuffix("make it weak. 1 more holder keeps it, too.") == true)
    }

    @Test func aLaterSearchReplacesAllHolders() throws {
        let first = SyntheticStep.object("Store", "first", "HomeRouter")
        trace.retain(home.router, .global, [first], otherPath: 2)
        trace.retain(home.router, .attachedRouter, [storedChild])
        trace.settle(alive: home.parts, reason: .request)
        trace.retain(home.router, .attachedRouter, [storedChild])
        trace.settle(alive: home.parts)
        #expect(try path().otherHolders == [])
    }

    @Test func theLastSearchCounts() throws {
        trace.retain(home.router, .unseen)
        trace.settle(alive: home.parts, reason: .request)
        trace.retain(home.router, .attachedRouter, [storedChild])
        trace.settle(alive: home.parts)
        #expect(try path().reason == .attachedRouter)
    }

    @Test func aLongPathSaysHowMuchIsMissing() throws {
        trace.retain(home.router, .attachedRouter, [storedChild], missing: 40)
        trace.settle(alive: home.parts)
        #expect(try path().omittedSteps == 40)
    }

    @Test func anEndlessPathIsNotKeptWhole() throws {
        trace.retain(home.router, .attachedRouter, Array(repeating: storedChild, count: 1_000))
        trace.settle(alive: home.parts)
        #expect(try path().steps.count == 256)
        #expect(try path().omittedSteps == 744)
    }

    @Test func aClosureIsNamedByItsFunctionAndPlace() throws {
        trace.retain(
            home.interactor, .global,
            [
                .global("$s3App5ScoreC6sharedACvpZ", "handlers[0]", ""),
                .closure(byHome, "captures HomeInteractor", "HomeInteractor"),
            ])
        trace.destroy(home.router, home.view)
        trace.settle(alive: [home.interactor])

        let steps = try path().steps
        #expect(
            steps.map(\.holder) == [
                "static Score.shared", "closure #1 in HomeInteractor.didBecomeActive()",
            ])
        #expect(steps.last?.file == "A.swift")
        #expect(steps.last?.line == 1)
    }

    @Test(arguments: [
        (StackID(1), "HomeInteractor", "captures self"),
        (StackID(2), "HomeInteractor", "captures HomeInteractor"),
        (StackID(1), "HomeInteractor<Int>", "captures self"),
        (StackID(1), "HomePresenter", "captures HomePresenter"),
    ]) func aClosureCapturesSelfWhenItsFunctionBelongsToTheTarget(
        code: StackID, target: String, label: String
    ) throws {
        trace.retain(
            home.interactor, .cycle, [.closure(code, "captures \(target)", target)])
        trace.destroy(home.router, home.view)
        trace.settle(alive: [home.interactor])
        #expect(try path().steps.map(\.label) == [label])
    }

    @Test func aClosureThatOnlyCallsAnotherOneIsNoStep() throws {
        trace.retain(
            home.interactor, .attachedRouter,
            [
                .object("RootRouter", "interactor", "RootInteractor", id: root.router),
                .object("RootInteractor", "handler", "closure", id: root.interactor),
                .closure(byThunk, "captures closure", "closure"),
                .closure(byThunk, "captures closure", "closure"),
                .closure(byHome, "captures HomeInteractor", "HomeInteractor"),
            ])
        trace.destroy(home.router, home.view)
        trace.settle(alive: [home.interactor])
        let path = try path()
        #expect(
            path.steps.map(\.holder) == [
                "RootRouter", "RootInteractor", "closure #1 in HomeInteractor.didBecomeActive()",
            ])
        #expect(path.suspect == 2 && path.omittedSteps == 0)
        #expect(
            try finding().hint
                == "Capture [weak self] in this closure, or release it in RootInteractor.handler "
                + "when the RIB is detached.")
    }

    @Test func aClosureThatOnlyCallsAnotherOneIsNoStepOfACycle() throws {
        trace.retain(
            home.interactor, .cycle,
            [
                .object("HomeInteractor", "handler", "closure", id: home.interactor),
                .closure(byThunk, "captures closure", "closure"),
                .closure(byHome, "captures HomeInteractor", "HomeInteractor"),
            ])
        trace.destroy(home.router, home.view)
        trace.settle(alive: [home.interactor])
        #expect(try path().steps.count == 2)
        #expect(try path().suspect == 1)
    }

    @Test func aThunkThatHoldsAnObjectStays() throws {
        trace.retain(
            home.interactor, .cycle,
            [.closure(byThunk, "captures HomeInteractor", "HomeInteractor")])
        trace.destroy(home.router, home.view)
        trace.settle(alive: [home.interactor])
        #expect(try path().steps.count == 1)
    }

    @Test func anElementOfACacheHasNoPlace() throws {
        trace.retain(
            home.router, .attachedRouter,
            [
                .object("RootRouter", "interactor", "RootInteractor", id: root.router),
                .object("Store", "cache[]", "HomeRouter"),
            ])
        trace.settle(alive: home.parts)
        #expect(try path().steps.map(\.label) == ["interactor", "cache"])
        #expect(
            try finding().hint
                == "Remove it from Store.cache when the RIB is detached, such as by a remove call in "
                + "the interactor's willResignActive(), or keep only weak references there.")
    }

    @Test func theSuspectIsTheLastEdgeFromWhatShouldLiveToWhatShouldNot() throws {
        trace.retain(
            home.router, .attachedRouter,
            [
                .object("RootRouter", "interactor", "RootInteractor", id: root.router),
                .object("RootInteractor", "cache", "Cache", id: root.interactor),
                .object("Cache", "routers[0]", "HomeRouter"),
            ])
        trace.settle(alive: home.parts)
        #expect(try path().suspect == 2)
    }

    @Test func noEdgeInsideOfLibrariesIsTheSuspect() throws {
        trace.retain(
            home.router, .attachedRouter,
            [
                .object("RootRouter", "interactor", "RootInteractor", id: root.router),
                .object("RootInteractor", "bag[0]", "AnyCancellable", id: root.interactor),
                .object("AnyCancellable", "receiveValue", "Inner<Int>"),
                .object("Inner<Int>", "downstream", "HomeRouter"),
            ])
        trace.settle(alive: home.parts)
        #expect(try path().suspect == 1)
        #expect(
            try finding().hint
                == "What RootInteractor.bag keeps runs on: end it with "
                + ".cancelOnDeactivate(interactor:).")
    }

    @Test func whatTheDeadHoldIsNoSuspect() throws {
        trace.retain(
            home.router, .attachedRouter,
            [
                .object("RootInteractor", "last", "HomeInteractor", id: root.interactor),
                .object("HomeInteractor", "helper", "Helper", id: home.interactor),
                .object("Helper", "router", "HomeRouter"),
            ])
        trace.settle(alive: home.parts)
        #expect(try path().suspect == 0)
    }

    @Test func theLastEdgeOfACycleIsTheSuspect() throws {
        trace.retain(
            home.interactor, .cycle,
            [
                .object("HomeInteractor", "cancellables[0]", "AnyCancellable", id: home.interactor),
                .closure(byHome, "captures HomeInteractor", "HomeInteractor"),
            ])
        trace.destroy(home.router, home.view)
        trace.settle(alive: [home.interactor])
        #expect(try path().suspect == 1)
    }

    @Test func whatNothingSeenHoldsHasNoSuspect() throws {
        trace.retain(home.router, .unseen, retainCount: 2, seen: 1, isPartial: true)
        trace.settle(alive: home.parts)
        let path = try path()
        #expect(path.suspect == nil && path.steps.isEmpty && path.isPartial)
    }

    @Test func theObjectNearestTheRootIsTheCulprit() throws {
        trace.retain(
            home.router, .queue,
            [
                .other("a dispatch queue", ""),
                .closure(byHome, "captures HomeInteractor", "HomeInteractor"),
                .object("HomeInteractor", "router", "HomeRouter", id: home.interactor),
            ])
        trace.retain(
            home.interactor, .queue,
            [
                .other("a dispatch queue", ""),
                .closure(byHome, "captures HomeInteractor", "HomeInteractor"),
            ])
        trace.settle(alive: home.parts)

        let finding = try finding()
        #expect(
            gist(finding)
                == "leaked-interactor HomeInteractor at Root/Home, dragging HomeRouter, "
                + "HomeViewController")
        #expect(finding.retainPath?.steps.count == 2)
    }

    /// A router that is past its deadline, kept in one way, and freed two seconds later.
    private func findingOnOneFreedLate(
        _ reason: RetentionReason, _ step: SyntheticStep
    ) throws -> Finding {
        trace.retain(home.router, reason, [step])
        trace.passDeadline(of: [home.router])
        trace.wait(2_000_000_000)
        trace.destroy(home.router, home.interactor, home.view)
        trace.settle()
        return try finding()
    }

    @Test func whatPendingWorkKeptWasFreedLateAndHasNoPath() throws {
        let finding = try findingOnOneFreedLate(.queue, .other("a dispatch queue", ""))
        #expect(finding.kind == .lateDeallocation)
        #expect(finding.retainPath == nil)
    }

    @Test(arguments: [RetentionReason.attachedRouter, .global, .cycle])
    func whatAnythingElseKeptPastItsDeadlineStaysALeakThoughItIsFreed(
        reason: RetentionReason
    ) throws {
        let finding = try findingOnOneFreedLate(reason, storedChild)
        #expect(finding.kind == .leakedRouter)
        #expect(finding.retainPath?.suspectStep?.label == storedChild.label)
        #expect(finding.endedWithTree)
        #expect(finding.keptUntil?.ribPath == nil)
        // The builder's clock ticks at the judgement's end and at the freeing.
        #expect(finding.keptUntil?.nanoseconds == 3_000_001_000)
    }

    @Test func whatAGuessedPathLedToWasFreedLate() throws {
        var guess = storedChild
        guess.isInferred = true
        #expect(try findingOnOneFreedLate(.attachedRouter, guess).kind == .lateDeallocation)
    }

    @Test func aLeakIsNamedTheSameWhetherItsObjectIsFreedLaterOrNot() throws {
        trace.retain(home.router, .attachedRouter, [storedChild])
        trace.passDeadline(of: [home.router])
        let before = try finding().fingerprint
        trace.destroy(home.router, home.interactor, home.view)
        trace.settle()
        #expect(try finding().fingerprint == before)
    }
}
