// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBAnalysis
@testable import RIBFindingText
@testable import RIBReport
@testable import RIBText

@Suite struct RetainPathTextTests {
    private func step(
        _ kind: RetentionHolder, _ holder: String, _ label: String, at line: Int? = nil,
        isInferred: Bool = false
    ) -> RetainPathStep {
        RetainPathStep(
            holderKind: kind, holder: holder, file: line == nil ? nil : "A.swift", line: line,
            label: label, target: "", isInferred: isInferred)
    }

    private func lines(
        _ reason: RetentionReason, _ steps: [RetainPathStep] = [], suspect: Int? = nil,
        omitted: Int = 0, references: (all: Int, seen: Int) = (1, 1),
        dominated: (count: Int, bytes: Int) = (0, 0), isPartial: Bool = false
    ) -> [String] {
        let path = RetainPath(
            reason: reason, steps: steps, suspect: suspect, omittedSteps: omitted,
            retainCount: references.all, seenReferences: references.seen,
            dominatedCount: dominated.count, dominatedBytes: dominated.bytes, isPartial: isPartial)
        return TextLayout().lines(path.lines(to: "GameRouter"))
    }

    @Test func aPathLeadsFromTheRootDownToTheObject() {
        #expect(
            lines(
                .attachedRouter,
                [step(.object, "RootRouter", "children[0]"), step(.object, "HomeRouter", "game")],
                suspect: 1) == [
                    "kept alive by an attached router",
                    "RootRouter.children[0]",
                    "↓ HomeRouter.game",
                    "             ~~~~",
                    "↓ GameRouter",
                ])
    }

    private var ofThreeHolders: RetainPath {
        func path(_ reason: RetentionReason, _ step: RetainPathStep) -> RetainPath {
            RetainPath(
                reason: reason, steps: [step], suspect: 0, omittedSteps: 0, retainCount: 3,
                seenReferences: 3, dominatedCount: 0, dominatedBytes: 0, isPartial: false)
        }
        var first = path(.attachedRouter, step(.object, "RootRouter", "games[0]"))
        first.otherHolders = [
            path(.global, step(.global, "static Store.shared", "")),
            path(.cycle, step(.object, "GameRouter", "me")),
        ]
        first.moreHolders = 2
        return first
    }

    @Test func eachHolderHasASection() {
        let sections = ofThreeHolders.sections(to: "GameRouter")
        #expect(
            sections.map { TextLayout().lines($0) } == [
                [
                    "kept alive by an attached router", "RootRouter.games[0]",
                    "           ~~~~~~~~", "↓ GameRouter",
                ],
                [
                    "also kept alive by a global variable", "static Store.shared",
                    "~~~~~~~~~~~~~~~~~~~", "↓ GameRouter",
                ],
                ["also keeps itself alive", "GameRouter.me", "           ~~", "↓ GameRouter"],
                ["also kept alive by 2 more holders"],
            ])
    }

    @Test func otherHoldersHaveALineEachWhereThereIsLittleRoom() {
        let sections = ofThreeHolders.sections(to: "GameRouter", mostSteps: 12)
        #expect(
            sections.dropFirst().map { TextLayout().lines($0) } == [
                [
                    "also kept alive by a global variable: static Store.shared",
                    "also keeps itself alive: GameRouter.me",
                    "also kept alive by 2 more holders",
                ]
            ])
    }

    @Test func whatAnObjectKeepsThatNoRootReachesSaysSo() {
        #expect(
            lines(.unseen, [step(.object, "HomeComponent", "view")]) == [
                "kept alive by HomeComponent, which no root was found to reach",
                "HomeComponent.view",
                "↓ GameRouter",
            ])
    }

    @Test func aClosureIsASentence() {
        #expect(
            lines(
                .cycle,
                [
                    step(.object, "GameInteractor", "cancellables[0]"),
                    step(
                        .closure, "closure #1 in GameInteractor.didBecomeActive()", "captures self",
                        at: 7),
                ], suspect: 1) == [
                    "keeps itself alive",
                    "GameInteractor.cancellables[0]",
                    "↓ closure #1 in GameInteractor.didBecomeActive() at A.swift:7 captures self",
                    "                                                              ~~~~~~~~~~~~~",
                    "↓ GameRouter",
                ])
    }

    @Test func whatIsTheReferenceItselfIsUnderlinedItself() {
        #expect(
            lines(.global, [step(.global, "static Registry.last", "")], suspect: 0) == [
                "kept alive by a global variable", "static Registry.last", "~~~~~~~~~~~~~~~~~~~~",
                "↓ GameRouter",
            ])
    }

    @Test func whatIsInferredSaysSo() {
        #expect(
            lines(.thread, [step(.other, "thread main", "", isInferred: true)]) == [
                "kept alive by a thread", "thread main (inferred)", "↓ GameRouter",
            ])
    }

    @Test func aLongPathSaysWhatIsLeftOut() {
        let steps = (1...4).map { step(.object, "Node\($0)", "next") }
        #expect(
            lines(.attachedRouter, steps, omitted: 1_000) == [
                "kept alive by an attached router", "Node1.next", "↓ Node2.next", "… 1000 more",
                "↓ Node3.next", "↓ Node4.next", "↓ GameRouter",
            ])
    }

    @Test func whatIsNotSeenSaysHowMuchWasSeen() {
        #expect(
            lines(.unseen, references: (3, 1)) == [
                "kept alive from outside what can be seen: 3 strong references, 1 of them seen"
            ])
    }

    @Test func saysWhatGoesWithIt() {
        #expect(
            lines(.unseen, dominated: (1, 1_440)).last
                == "it alone keeps 1 more object alive, 1.4 KB in all")
        #expect(
            lines(.unseen, dominated: (12, 96)).last
                == "it alone keeps 12 more objects alive, 96 B in all")
    }

    @Test func saysThatTheTimeWasOver() {
        #expect(
            lines(.unseen, isPartial: true).last
                == "the search ran out of time (RIBLEAK_SEARCH_LIMIT): there may be more")
    }

    @Test func hostileNamesAreEscapedAndUnderlinedAsShown() {
        let lines = lines(.global, [step(.object, "A\u{1B}[31m", "b")], suspect: 0)
        #expect(!lines.joined().contains("\u{1B}"))
        #expect(lines[1].count == lines[2].count)
    }
}
