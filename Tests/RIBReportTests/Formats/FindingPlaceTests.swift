// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

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

    /// Beside another runtime, one file has these functions for all RIBs.
    @Test(arguments: ["Router.detachChild(_:)", "ViewableRouting.detach()"])
    func theProjectsFunctionForAllRIBsIsSkipped(function: String) {
        let stack = CallStack([
            Samples.frame(function, "AllRIBs.swift", 9),
            Samples.frame("HomeRouter.hideMenu()", "Home.swift", 5),
        ])
        #expect(
            Samples.finding(stacks: FindingStacks(detach: stack)).placeText
                == "detached at Home.swift:5")
    }

    @Test func theViewOfAnAttachedRIBLeftTheScreen() {
        #expect(
            Samples.finding(
                .viewGoneStillAttached, stacks: FindingStacks(detach: stack("Home.swift", 5))
            ).placeText == "left at Home.swift:5")
    }

    @Test func anInitializerThatTheCompilerWroteIsSkipped() {
        let stack = CallStack([
            Samples.frame("HomeRouter.init(interactor:)", "Home.swift", nil),
            Samples.frame("HomeBuilder.build()", "Home.swift", 12),
        ])
        #expect(
            Samples.finding(stacks: FindingStacks(allocation: stack)).placeText
                == "made at Home.swift:12")
    }

    @Test func aSubscriptionThatLivesOnIsNotThePlaceOfWhatAPropertyKeeps() {
        let step = RetainPathStep(
            holderKind: .object, holder: "Menu", label: "listener", target: "HomeInteractor",
            isInferred: false)
        let stacks = FindingStacks(
            detach: stack("detached.swift", 2), subscribe: stack("subscribed.swift", 3))
        #expect(
            Samples.finding(retainPath: path(of: step), stacks: stacks).placeText
                == "detached at detached.swift:2")
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

    /// Names the line of each offset.
    private struct Lines: Symbolizing {
        let files: [UInt64: String]

        func symbolicate(_ addresses: [ImageAddress]) -> Symbolication {
            let known = addresses.compactMap { address in
                files[address.offset].map { (address, Samples.frame("f()", $0, 1)) }
            }
            let frames = known.map { ($0, [SymbolizedFrame(frame: $1, symbol: "$s3App1fyyF")]) }
            return Symbolication(
                frames: Dictionary(uniqueKeysWithValues: frames), caveats: [])
        }
    }

    /// A leaked RIB of which only the attachments have stacks: the root's is 1, its own is 2.
    private func leakWithoutItsMaking(reattached: Bool = false) throws -> TraceBuilder {
        let trace = try TraceBuilder()
        let stacks = (1...3).map { (number: UInt64) in
            let frame = StackDefinition.Frame(image: .none, offset: number)
            let stack = StackDefinition(frames: [frame], isTruncated: false)
            trace.append(.stackDefined(StackID(number), stack))
            return StackID(number)
        }
        let (root, home) = (trace.rib("Root"), trace.rib("Home"))
        trace.append(.launched(router: root.router, stack: stacks[0]))
        for stack in stacks[1...].prefix(reattached ? 2 : 1) {
            trace.append(.attached(child: home.router, parent: root.router, stack: stack))
            trace.append(.detached(child: home.router, parent: root.router, stack: .none))
        }
        trace.settle(alive: home.parts)
        return trace
    }

    private func places(_ trace: TraceBuilder, _ files: [UInt64: String]) throws -> [SourcePlace?] {
        try Analysis.report(on: [trace.folder], symbolizer: Lines(files: files)).findings
            .map(\.place)
    }

    @Test func withoutAnyOtherStackItIsTheLineThatAttachedTheRIB() throws {
        let trace = try leakWithoutItsMaking()
        #expect(
            try places(trace, [1: "App.swift", 2: "Root.swift"]) == [SourcePlace("Root.swift", 1)])
    }

    @Test func itIsTheLastAttachment() throws {
        let trace = try leakWithoutItsMaking(reattached: true)
        let files: [UInt64: String] = [1: "App.swift", 2: "Root.swift", 3: "Again.swift"]
        #expect(try places(trace, files) == [SourcePlace("Again.swift", 1)])
    }

    @Test func itIsNoLineThatAttachedAnotherRIB() throws {
        let trace = try leakWithoutItsMaking()
        #expect(try places(trace, [1: "App.swift"]) == [nil])
    }

    @Test func anAttachmentCountsAfterAllOtherStacks() {
        let stacks = FindingStacks(
            allocation: stack("made.swift", 1), attach: stack("attached.swift", 2))
        #expect(Samples.finding(stacks: stacks).place == SourcePlace("made.swift", 1))
    }

    @Test func everyFormatForRepositoriesShowsTheSamePlace() throws {
        let stacks = FindingStacks(attach: stack("Sources/Root.swift", 27))
        let report = Samples.report([Samples.finding(stacks: stacks)])
        for format in ReportFormat.allCases where format.isForRepositories {
            let text = format.document(for: report)
            #expect(text.contains("Sources/Root.swift"), "\(format.rawValue)")
            #expect(text.contains("27"), "\(format.rawValue)")
        }
    }
}
