// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis

/// Which leaks a matcher covers, and which stay the project's.
@Suite struct LibraryLeakTests {
    private let matcher: LibraryLeakMatcher

    init() throws {
        matcher = LibraryLeakMatcher(
            LibraryLeak(
                name: "client", explanation: "the client keeps observers", link: nil,
                isBuiltIn: false),
            path: try RetainPathPattern("**/Client.observers[*]"))
    }

    private static let client = SyntheticStep.object("Client", "observers[0]", "HomeView")

    /// A trace in which a view is alive, for each of the paths.
    private func findings(
        _ paths: [[SyntheticStep]], reason: RetentionReason = .global, missing: UInt32 = 0,
        retainCount: UInt32 = 1, seen: UInt32 = 1, isPartial: Bool = false
    ) throws -> [Finding] {
        let trace = try TraceBuilder()
        let root = trace.rib("Root")
        trace.launch(root)
        var alive: [ObjectID] = []
        for path in paths {
            let home = trace.rib("Home")
            trace.attach(home, to: root)
            trace.detach(home, from: root)
            trace.destroy(home.router, home.interactor)
            if !path.isEmpty {
                trace.retain(
                    home.view, reason, path, missing: missing, retainCount: retainCount,
                    seen: seen, isPartial: isPartial)
            }
            alive.append(home.view)
        }
        trace.settle(alive: alive)
        return try report(on: trace).findings
    }

    private func isCovered(_ path: [SyntheticStep]) throws -> Bool {
        let found = try findings([path])
        #expect(found.map(\.kind) == [.leakedView])
        return found.allSatisfy(matcher.covers)
    }

    @Test func aCertainPathThatMatchesIsCovered() throws {
        #expect(try isCovered([.object("Services", "client", "Client"), Self.client]))
        #expect(try !isCovered([.object("Client", "last", "HomeView")]))
    }

    @Test func onlyTheKindsAndTypesOfTheMatcherAreCovered() throws {
        let finding = try #require(try findings([[Self.client]]).first)
        func covers(_ kinds: Set<FindingKind>, _ types: Set<String>) -> Bool {
            LibraryLeakMatcher(matcher.leak, path: matcher.path, kinds: kinds, types: types)
                .covers(finding)
        }
        #expect(covers([.leakedView, .leakedRouter], ["HomeViewController"]))
        #expect(!covers([.leakedRouter], []))
        #expect(!covers([], ["HomeView"]))
    }

    @Test func anInferredEdgeKeepsItTheProjects() throws {
        var path = [SyntheticStep.object("Services", "client", "Client"), Self.client]
        path[0].isInferred = true
        let finding = try #require(try findings([path]).first)
        #expect(!matcher.covers(finding))
        #expect(matcher.doubt(about: finding) == "an edge of its path is inferred")
    }

    @Test func aPathThatIsCutShortKeepsItTheProjects() throws {
        let cut = try #require(try findings([[Self.client]], missing: 3).first)
        #expect(!matcher.covers(cut))
        let partial = try #require(try findings([[Self.client]], isPartial: true).first)
        #expect(!matcher.covers(partial))
        #expect(matcher.doubt(about: partial) == "the path is not complete")
    }

    @Test(arguments: [(2, 1), (2, 2), (1, 0)])
    func anotherReferenceKeepsItTheProjects(_ retainCount: UInt32, _ seen: UInt32) throws {
        let finding = try #require(
            try findings([[Self.client]], retainCount: retainCount, seen: seen).first)
        #expect(!matcher.covers(finding))
        #expect(matcher.doubt(about: finding)?.contains("strong references") == true)
    }

    @Test func twoEdgesThatAreAsLikelyKeepItTheProjects() throws {
        let cycle = [
            SyntheticStep.object("Home", "client", "Client"),
            .object("Client", "observers[0]", "Home"),
        ]
        let finding = try #require(try findings([cycle], reason: .cycle).first)
        #expect(!matcher.covers(finding))
        #expect(matcher.doubt(about: finding) == "another edge is as likely to be the mistake")
    }

    @Test func aLeakWithoutAPathIsTheProjects() throws {
        #expect(try !isCovered([]))
        let finding = try #require(try findings([[]]).first)
        #expect(matcher.doubt(about: finding) == nil)
    }

    @Test func aRetainPathThatBlamesTheProjectIsTheProjects() throws {
        let home = SyntheticStep.object("Cache", "views[0]", "HomeView")
        #expect(try !isCovered([.object("Client", "observers[0]", "Cache"), home]))
    }

    @Test func allOccurrencesMustMatch() throws {
        let certain = [SyntheticStep.object("Services", "client", "Client"), Self.client]
        let elsewhere = [SyntheticStep.object("Root", "client", "Client"), Self.client]
        let both = try #require(try findings([certain, elsewhere]).first)
        #expect(both.count == 2)
        #expect(matcher.covers(both))
        let oneUnknown = try #require(try findings([certain, []]).first)
        #expect(oneUnknown.count == 2)
        #expect(!matcher.covers(oneUnknown))
        #expect(
            matcher.doubt(about: oneUnknown) == "not all of its occurrences have such a path")
    }

    @Test func aLeakThatMayHideAnotherIsTheProjects() throws {
        // Of the router, only the tree says that it belongs to the view's leak.
        let trace = try TraceBuilder()
        let root = trace.rib("Root")
        trace.launch(root)
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        trace.retain(home.view, .global, [Self.client])
        trace.settle(alive: home.parts)
        let findings = try report(on: trace).findings
        #expect(findings.map(gist).count == 1)
        #expect(!findings.contains(where: matcher.covers))
    }

    @Test func whatIsKeptByTheLeakIsCoveredWithIt() throws {
        let trace = try TraceBuilder()
        let root = trace.rib("Root")
        trace.launch(root)
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        trace.destroy(home.router)
        trace.retain(
            home.interactor, .global, [.object("Client", "observers[0]", "HomeInteractor")])
        trace.retain(
            home.view, .unseen,
            [.object("HomeInteractor", "presenter", "HomeView", id: home.interactor)],
            retainCount: 2, seen: 2)
        trace.settle(alive: [home.interactor, home.view])
        let findings = try report(on: trace).findings
        #expect(
            findings.map(gist) == [
                "leaked-interactor HomeInteractor at Root/Home, dragging HomeViewController"
            ])
        #expect(findings.allSatisfy(matcher.covers))
    }
}

/// The leaks that ribleak itself knows.
@Suite struct KnownLibraryLeakTests {
    private func report(
        keptBy path: [SyntheticStep], _ reason: RetentionReason = .global
    ) throws -> RunReport {
        let trace = try TraceBuilder()
        let root = trace.rib("Root")
        trace.launch(root)
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        trace.destroy(home.router, home.interactor)
        trace.retain(home.view, reason, path)
        trace.settle(alive: [home.view])
        return try Analysis.report(on: [trace.folder], symbolizer: NoSymbols())
    }

    @Test func eachHasAPatternAnExplanationAndALink() {
        #expect(
            LibraryLeakMatcher.builtIn.map(\.leak.name)
                == ["uikit-touch", "uikit-transition", "foundation-timer"])
        for matcher in LibraryLeakMatcher.builtIn {
            #expect(matcher.leak.isBuiltIn && !matcher.leak.explanation.isEmpty)
            #expect(matcher.leak.link?.hasPrefix("https://") == true)
        }
    }

    @Test(arguments: [
        ("uikit-touch", "UITouch", "_view"),
        (
            "uikit-transition", "_UIViewControllerOneToOneTransitionContext",
            "_toViewController"
        ),
        (
            "uikit-transition", "_UIViewControllerOneToOneTransitionContext",
            "_fromViewController"
        ),
    ])
    func aKnownOneIsNamedAndNotCountedAsALeak(
        _ name: String, _ holder: String, _ label: String
    ) throws {
        let report = try report(keptBy: [.object(holder, label, "HomeViewController")])
        #expect(report.findings.map(\.libraryLeak?.name) == [name])
        #expect(report.findings.map(\.status.category) == [.libraryLeak])
        #expect(report.summary.leaks == 0)
        #expect(report.summary.libraryLeaks == 1)
    }

    @Test func whatTheProjectKeepsStaysALeakOfTheProject() throws {
        let report = try report(keptBy: [
            .object("UITouch", "_view", "Cache"), .object("Cache", "last", "HomeViewController"),
        ])
        #expect(report.findings.map(\.libraryLeak) == [nil])
        #expect(report.summary.leaks == 1)
        #expect(report.summary.libraryLeaks == 0)
    }

    private static let endedTimer: SyntheticStep = {
        var step = SyntheticStep.other(LibraryLeakMatcher.endedTimer, "closure")
        step.isInferred = false
        return step
    }()

    private static let capture = SyntheticStep.closure(
        .none, "captures HomeViewController", "HomeViewController")

    @Test func whatTheClosureOfAnEndedTimerCapturesIsALeakOfFoundation() throws {
        let report = try report(keptBy: [Self.endedTimer, Self.capture])
        #expect(report.findings.map(\.libraryLeak?.name) == ["foundation-timer"])
        #expect(report.summary.leaks == 0)
        #expect(
            report.findings.map(\.hint) == [
                "Capture the HomeViewController weakly in this closure: on Linux, Foundation never "
                    + "frees a timer and its closure."
            ])
    }

    @Test func anEndedTimerInAPropertyIsALeakOfFoundationToo() throws {
        let report = try report(
            keptBy: [
                .object("HomeViewController", "timer", "Timer"), Self.endedTimer, Self.capture,
            ], .cycle)
        #expect(report.findings.map(\.libraryLeak?.name) == ["foundation-timer"])
    }

    @Test func aTimerThatIsOnlyInferredStaysTheProjects() throws {
        let timer = SyntheticStep.other(LibraryLeakMatcher.endedTimer, "closure")
        let report = try report(keptBy: [timer, Self.capture])
        #expect(report.findings.map(\.libraryLeak) == [nil])
    }

    /// What the first search may have found: the heap stood still or not, and what led to the timer,
    /// or to its closure.
    @Test(
        arguments: [
            (isPartial: false, root: RetentionReason.global), (true, .global), (false, .queue),
            (false, .thread), (false, .task),
        ], [true, false])
    func aTimerThatEndsAfterTheJudgementExcusesNothing(
        _ first: (isPartial: Bool, root: RetentionReason), sawTheTimer: Bool
    ) throws {
        let holder =
            sawTheTimer
            ? SyntheticStep.object("Timer", "_fire", "closure")
            : SyntheticStep.other("a dispatch queue", "closure")
        let findings = try findings(first: first.root, [holder], isPartial: first.isPartial)
        #expect(findings.map(\.libraryLeak) == [nil])
        #expect(
            findings.first?.retainPath?.steps.first?.holder
                == (sawTheTimer ? "Timer" : "a dispatch queue"))
    }

    @Test func aFirstSearchThatSawNothingIsNoReasonToBlameTheProject() throws {
        let findings = try findings(first: .unseen, [])
        #expect(findings.map(\.libraryLeak?.name) == ["foundation-timer"])
    }

    /// The findings on an interactor whose closure a timer that is over keeps in the last search.
    private func findings(
        first reason: RetentionReason, _ holders: [SyntheticStep], isPartial: Bool = false
    ) throws -> [Finding] {
        let trace = try TraceBuilder()
        let root = trace.rib("Root")
        trace.launch(root)
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        trace.destroy(home.router)
        let closure = SyntheticStep.closure(.none, "captures HomeInteractor", "HomeInteractor")
        trace.retain(
            home.interactor, reason, holders + [closure], retainCount: 1, seen: 1,
            isPartial: isPartial)
        trace.settle(alive: [home.interactor], reason: .scopeEnd)
        trace.retain(
            home.interactor, .global, [Self.endedTimer, closure], retainCount: 1, seen: 1)
        trace.settle(alive: [home.interactor], reason: .exit)
        return try Analysis.report(on: [trace.folder], symbolizer: NoSymbols()).findings
    }

    @Test(arguments: ["Timer", "a dispatch queue", "Foundation"])
    func anyOtherHolderOfTheClosureStaysTheProjects(_ name: String) throws {
        var holder = SyntheticStep.other(name, "closure")
        holder.isInferred = false
        let report = try report(keptBy: [holder, Self.capture])
        #expect(report.findings.map(\.libraryLeak) == [nil])
    }

    @Test func whatAnotherObjectKeepsBehindAnEndedTimerStaysTheProjects() throws {
        let report = try report(keptBy: [
            Self.endedTimer, .closure(.none, "captures Cache", "Cache"),
            .object("Cache", "last", "HomeViewController"),
        ])
        #expect(report.findings.map(\.libraryLeak) == [nil])
        #expect(report.summary.leaks == 1)
    }
}
