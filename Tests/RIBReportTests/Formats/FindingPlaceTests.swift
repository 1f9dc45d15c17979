// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis
@testable import RIBFindingText
@testable import RIBReport

@Suite struct FindingPlaceTests {
    private func stack(_ file: String, _ line: Int?) -> CallStack {
        CallStack([Samples.frame("f()", file, line)])
    }

    @Test func theSubscriptionComesBeforeTheDetachAndTheMaking() {
        let stacks = FindingStacks(
            allocation: stack("made.swift", 1), detach: stack("detached.swift", 2),
            subscribe: stack("subscribed.swift", 3), firing: stack("sent.swift", 4))
        #expect(Samples.finding(stacks: stacks).place == SourcePlace("subscribed.swift", 3))
    }

    @Test(arguments: [
        "Publisher.weakSink(_:)", "closure #1 in ObservableType<>.bind<A>(weakly:_:)",
        "Disposable.disposed(in:)",
    ]) func theProjectsOwnWayToSubscribeIsSkipped(function: String) {
        let stack = CallStack([
            Samples.frame(function, "Streams.swift", 9),
            Samples.frame("HomeInteractor.didBecomeActive()", "Home.swift", 5),
        ])
        #expect(
            Samples.finding(stacks: FindingStacks(subscribe: stack)).place
                == SourcePlace("Home.swift", 5))
    }

    @Test func aStackOfNothingElseLeadsThere() {
        let stack = CallStack([Samples.frame("Publisher.weakSink(_:)", "Streams.swift", 9)])
        #expect(
            Samples.finding(stacks: FindingStacks(subscribe: stack)).place
                == SourcePlace("Streams.swift", 9))
    }

    @Test func theSuspectEdgeComesFirstIfItHasAPlace() {
        let path = RetainPath(
            reason: .cycle,
            steps: [
                RetainPathStep(
                    holderKind: .closure, holder: "closure #1 in A.f()", file: "A.swift", line: 7,
                    label: "captures self", target: "A", isInferred: false)
            ],
            suspect: 0, omittedSteps: 0, retainCount: 1, seenReferences: 1, dominatedCount: 0,
            dominatedBytes: 0, isPartial: false)
        let finding = Samples.finding(
            retainPath: path, stacks: FindingStacks(detach: stack("detached.swift", 2)))
        #expect(finding.place == SourcePlace("A.swift", 7))
        #expect(
            finding.keeper
                == "keeps itself alive through closure #1 in A.f() at A.swift:7 captures self")
    }

    @Test func aStackWithoutALineLeadsToTheNext() {
        let stacks = FindingStacks(
            allocation: stack("made.swift", 1), detach: stack("detached.swift", nil))
        #expect(Samples.finding(stacks: stacks).place == SourcePlace("made.swift", 1))
        #expect(Samples.finding().place == nil)
    }

    private func path(of step: RetainPathStep) -> RetainPath {
        RetainPath(
            reason: .cycle, steps: [step], suspect: 0, omittedSteps: 0, retainCount: 1,
            seenReferences: 1, dominatedCount: 0, dominatedBytes: 0, isPartial: false)
    }

    @Test(arguments: [
        (".build/checkouts/OpenCombine/Sources/OpenCombine/DebugHook.swift", nil),
        ("Sources/RIBs/Step.swift", "RIBs"),
    ]) func anEdgeInsideOfALibraryIsNoPlace(file: String, library: String?) {
        let step = RetainPathStep(
            holderKind: .closure, holder: "closure #1 in f()", file: file, line: 7,
            label: "captures self", target: "A", isInferred: false, library: library)
        let stacks = FindingStacks(detach: stack("detached.swift", 2))
        let finding = Samples.finding(retainPath: path(of: step), stacks: stacks)
        #expect(finding.place == SourcePlace("detached.swift", 2))
    }

    @Test func noFileOfALibraryAMacroOrTheToolkitIsAPlace() {
        var toolkit = Samples.frame(
            "Router.detachChild(_:)", "/ribleak/Sources/RIBs/Router.swift", 9)
        toolkit.library = "RIBs"
        let frames = [
            Samples.frame("send", "/p/.build/checkouts/OpenCombine/Sources/A/Map.swift", 1),
            toolkit, Samples.frame("test", "/tmp/@__swiftmacro_4App.swift", 3),
            Samples.frame("run()", "A.swift", 4),
        ]
        let finding = Samples.finding(stacks: FindingStacks(detach: CallStack(frames)))
        #expect(finding.place == SourcePlace("A.swift", 4))
    }

    @Test func aPathFromTheRootIsWhatTestFrameworksPrint() throws {
        let below = try #require(SourcePlace("Sources/A.swift", 1))
        let elsewhere = try #require(SourcePlace("/other/B.swift", 2))
        #expect(below.path(in: "/home/me/app") == "/home/me/app/Sources/A.swift")
        #expect(elsewhere.path(in: "/home/me/app") == "/other/B.swift")
    }

    @Test func aRelativePlaceMayBeInAnotherStack() {
        let stacks = FindingStacks(
            allocation: stack("made.swift", 1), detach: stack("/other/detached.swift", 2))
        let finding = Samples.finding(stacks: stacks)
        #expect(finding.place == SourcePlace("/other/detached.swift", 2))
        #expect(finding.relativePlace == SourcePlace("made.swift", 1))
    }

    @Test func aRelativePlaceMayBeFurtherOutInTheSameStack() {
        let stack = CallStack([
            Samples.frame("f()", "/other/F.swift", 2), Samples.frame("g()", "G.swift", 3),
        ])
        let finding = Samples.finding(stacks: FindingStacks(detach: stack))
        #expect(finding.place == SourcePlace("/other/F.swift", 2))
        #expect(finding.relativePlace == SourcePlace("G.swift", 3))
    }
}
