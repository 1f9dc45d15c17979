// SPDX-License-Identifier: Apache-2.0

import RIBFindingText
import Testing

@testable import RIBAnalysis
@testable import RIBLint

/// Which mistakes in the sources explain a finding of a run, and which do not.
@Suite struct LintMatchTests {
    private func rules(
        behind finding: Finding, among mistakes: [LintDocument.Finding]
    ) -> [String] {
        let document = LintSamples.document(mistakes)
        return LintMatch(document.findings(.init(), in: LintSamples.root))
            .mistakes(behind: finding).map { "\($0.rule.id) \($0.spot)" }
    }

    private let listener = LintSamples.finding(line: 12)

    // MARK: - By the edge

    @Test func theSuspectEdgeIsTheProperty() {
        let path = RunSamples.path([RunSamples.edge("ProfileInteractor", "listener")])
        #expect(
            rules(behind: RunSamples.finding(retainPath: path), among: [listener])
                == ["strong-listener Sources/Profile.swift:12:9"])
    }

    @Test func aSubjectMayGoOnBehindTheProperty() {
        let path = RunSamples.path([RunSamples.edge("HomeRouter<Int>", "screens[0]")])
        let kept = LintSamples.finding(type: "HomeRouter", subject: "self.screens.append")
        #expect(rules(behind: RunSamples.finding(retainPath: path), among: [kept]).count == 1)
    }

    @Test(arguments: [
        RunSamples.edge("HomeInteractor", "listener"), RunSamples.edge("ProfileInteractor", "list"),
        RunSamples.edge("ProfileInteractor", "listener", isInferred: true),
        RunSamples.edge("ProfileInteractor", "listenerCount"),
    ])
    func anotherEdgeIsAnotherMistake(edge: RetainPathStep) {
        let path = RunSamples.path([edge])
        #expect(rules(behind: RunSamples.finding(retainPath: path), among: [listener]) == [])
    }

    @Test func onlyTheSuspectEdgeOfAPathCounts() {
        let path = RunSamples.path(
            [
                RunSamples.edge("AppRouter", "cache", to: "ProfileInteractor"),
                RunSamples.edge("ProfileInteractor", "listener"),
            ], suspect: 0)
        #expect(rules(behind: RunSamples.finding(retainPath: path), among: [listener]) == [])
    }

    @Test func eachEdgeOfACycleCounts() {
        let path = RunSamples.path(
            [
                RunSamples.edge("ProfileInteractor", "presenter", to: "ProfilePresenter"),
                RunSamples.edge("ProfilePresenter", "listener"),
            ], suspect: 0, reason: .cycle)
        let strong = LintSamples.finding(type: "ProfilePresenter")
        #expect(rules(behind: RunSamples.finding(retainPath: path), among: [strong]).count == 1)
    }

    // MARK: - By the line

    @Test func theLineOfTheClosureIsEnough() {
        let path = RunSamples.path([RunSamples.closure(in: "Profile.load()", line: 12)])
        #expect(rules(behind: RunSamples.finding(retainPath: path), among: [listener]).count == 1)
    }

    @Test func theLineThatSubscribedIsEnough() {
        let fired = RunSamples.finding(
            .firedWhileInactive, stacks: RunSamples.subscribed(in: "Profile.load()", line: 12))
        #expect(rules(behind: fired, among: [listener]).count == 1)
        let elsewhere = RunSamples.finding(
            .firedWhileInactive,
            stacks: RunSamples.subscribed(in: "Profile.load()", at: "Sources/Home.swift", line: 12))
        #expect(rules(behind: elsewhere, among: [listener]) == [])
    }

    // MARK: - By the function

    private func outlives(line: Int) -> LintDocument.Finding {
        LintSamples.finding(
            "subscription-outlives-activity", line: line, member: "didBecomeActive()",
            subject: "numbers.sink")
    }

    private func fired(line: Int, sites: Int = 1) -> Finding {
        let function = "ProfileInteractor.didBecomeActive()"
        return RunSamples.finding(
            .firedWhileInactive, function: function, sites: sites,
            stacks: RunSamples.subscribed(in: function, line: line))
    }

    @Test func theOnlyStatementOfTheFunctionMayBeginAbove() {
        #expect(rules(behind: fired(line: 23), among: [outlives(line: 20)]).count == 1)
    }

    @Test func twoStatementsOfTheFunctionAreNotTakenForEachOther() {
        #expect(
            rules(behind: fired(line: 23), among: [outlives(line: 20), outlives(line: 30)]) == [])
    }

    @Test func aFunctionThatSubscribedTwiceTellsNothing() {
        #expect(rules(behind: fired(line: 23, sites: 2), among: [outlives(line: 20)]) == [])
    }

    @Test func aRuleAboutSomethingElseInTheFunctionTellsNothing() {
        let missing = LintSamples.finding(
            "missing-super", line: 20, member: "didBecomeActive()", subject: "")
        #expect(rules(behind: fired(line: 23), among: [missing]) == [])
    }

    // MARK: - By the function that left a RIB attached

    private func unbalanced(in member: String, line: Int) -> LintDocument.Finding {
        LintSamples.finding(
            "unbalanced-attach", line: line, type: "HomeRouter", member: member, subject: "game")
    }

    private func stranded(by functions: String...) -> Finding {
        var stacks = FindingStacks()
        stacks.detach = CallStack(
            functions.map {
                StackFrame(
                    function: $0, file: "Sources/\($0.prefix(4)).swift", line: 3, module: "App",
                    offset: 0)
            })
        return RunSamples.finding(.viewGoneStillAttached, stacks: stacks)
    }

    @Test func theInnermostFunctionThatLeavesAChildAttachedIsTheOne() {
        let mistakes = [unbalanced(in: "leave()", line: 20), unbalanced(in: "back()", line: 30)]
        let finding = stranded(by: "Window.close(_:)", "HomeRouter.leave()", "HomeRouter.back()")
        #expect(
            rules(behind: finding, among: mistakes)
                == ["unbalanced-attach Sources/Profile.swift:20:9"])
    }

    @Test func aFunctionThatLeavesTwoChildrenAttachedTellsNothing() {
        let mistakes = [20, 30].map { unbalanced(in: "leave()", line: $0) }
        #expect(rules(behind: stranded(by: "HomeRouter.leave()"), among: mistakes) == [])
    }

    @Test func aLeakIsNotExplainedByTheFunctionThatDetached() {
        var leak = stranded(by: "HomeRouter.leave()")
        leak = RunSamples.finding(.leakedRouter, stacks: leak.stacks)
        #expect(rules(behind: leak, among: [unbalanced(in: "leave()", line: 20)]) == [])
    }

    // MARK: - In the report of a run

    @Test func theFindingIsShownAtTheLineOfTheRule() {
        let path = RunSamples.path([RunSamples.edge("ProfileInteractor", "listener")])
        let run = RunSamples.report([
            RunSamples.finding(
                retainPath: path, stacks: RunSamples.subscribed(in: "Profile.load()", line: 40))
        ])
        let place = run.foreseen(by: LintSamples.document([listener]), in: LintSamples.root)
            .findings.first?.place
        #expect(place == SourcePlace("Sources/Profile.swift", 12))
    }

    @Test func theReportNamesTheRuleAndCountsTheRest() {
        let path = RunSamples.path([RunSamples.edge("ProfileInteractor", "listener")])
        let run = RunSamples.report([
            RunSamples.finding(retainPath: path), RunSamples.finding(.leakedRouter, type: "Other"),
        ]).foreseen(by: LintSamples.document([listener]), in: LintSamples.root)
        #expect(
            run.findings.map(\.foresightText)
                == ["strong-listener at Sources/Profile.swift:12", nil])
        #expect(
            run.foresightLine
                == "ribleak lint already reports 1 of 2 findings")
        #expect(
            run.findings.first?.foresightLine
                == "ribleak lint already reports it: strong-listener at Sources/Profile.swift:12")
    }
}
