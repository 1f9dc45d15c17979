// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBAnalysis

@Suite struct RetainHintTests {
    private func hint(
        _ kind: RetentionHolder, _ holder: String, _ label: String,
        holderPart: ObjectKind? = nil, targetPart: ObjectKind? = .interactor,
        reason: RetentionReason = .attachedRouter, target: String = "", after before: [String] = [],
        isOfLibraries: Bool = false, _ change: (inout RetainPathStep) -> Void = { _ in }
    ) -> String? {
        func step(_ kind: RetentionHolder, _ holder: String, _ label: String) -> RetainPathStep {
            RetainPathStep(
                holderKind: kind, holder: holder, file: nil, line: nil, label: label, target: "",
                isInferred: false)
        }
        var edge = RetainPathStep(
            holderKind: kind, holder: holder, file: nil, line: nil, label: label, target: target,
            isInferred: false)
        change(&edge)
        let situation = RetainSituation(
            reason: reason, edge: edge, holderPart: holderPart, targetPart: targetPart,
            before: before.map { step(.object, $0, "") }, isOfLibraries: isOfLibraries)
        return RetainHint.text(for: situation, or: nil)
    }

    @Test func aStoredChildIsSetToNil() {
        #expect(
            hint(.object, "HomeRouter", "game", holderPart: .router, targetPart: .router)
                == "Set HomeRouter.game to nil where you detach the child.")
    }

    @Test func anElementIsRemoved() {
        #expect(
            hint(.object, "HomeRouter", "games[0]", holderPart: .router, targetPart: .router)
                == "Remove it from HomeRouter.games where you detach it.")
    }

    @Test func anElementOfACacheIsRemoved() {
        #expect(
            hint(.object, "Store", "cache") { $0.isSomeElement = true }
                == "Remove it from Store.cache when the RIB is detached, such as by a remove call in "
                + "willResignActive(), or keep only weak references there.")
    }

    @Test func anElementThatIsNoPartOfARIBIsRemoved() {
        #expect(
            hint(.object, "Store", "parts[0]", targetPart: nil)
                == "Remove it from Store.parts when the RIB is detached, or keep only weak references "
                + "there.")
    }

    @Test func whatAThreadKeepsIsRemovedThere() {
        #expect(
            hint(.object, "Thread", "threadDictionary[0]", isOfLibraries: true)
                == "Remove it from the thread's threadDictionary when the RIB is detached.")
    }

    @Test(arguments: [
        ("PublishSubject<Int>", "disposeOnDeactivate"),
        ("BehaviorRelay<Int>", "disposeOnDeactivate"),
        ("PassthroughSubject<Int, Never>", "cancelOnDeactivate"),
    ])
    func aClosureThatAStreamKeepsIsEndedInItsWords(stream: String, word: String) {
        #expect(
            hint(.closure, "closure #1 in Home.start()", "captures self", after: [stream])
                == """
                Capture [weak self] in this closure, and end the subscription with \
                .\(word)(interactor:).
                """)
    }

    @Test(arguments: ["listener", "delegate", "state.gameListener"])
    func aListenerIsMadeWeak(label: String) {
        #expect(
            hint(.object, "GamePresenter", label)
                == "Make GamePresenter.\(label) weak: a listener is held by its own RIB.")
    }

    @Test(arguments: [
        (["AnyCancellable"], "cancelOnDeactivate"), (["Task<(), Never>"], "task(in: self)"),
        (["a task"], "task(in: self)"), (["a sleeping task"], "task(in: self)"),
        (["NotificationCenter"], "Remove the observer with"), (["Timer"], "End it with .cancelOn"),
        (["Sink<Int, Never>", "NSNotificationReceiver"], "Remove the observer"),
        (["AnonymousObserver<Int>"], "end the subscription with .disposeOnDeactivate"),
        (["DispatchSourceTimer", "AnonymousObserver<Int>"], "end the subscription with .dispose"),
        (["a dispatch timer", "SinkDisposer<Int>"], "end the subscription with .dispose"),
        (["AnonymousObserver<Int>", "Timer"], "End it with .cancelOn"),
        (["Sink<Int, Never>", "Timer"], "End it with .cancelOn"),
        (["Timer", "Sink<Int, Never>"], "end the subscription with .cancelOn"),
        (["Button"], "closure, or release it in Button when the RIB is detached."),
        ([], "Capture [weak self] in this closure."),
    ]) func aClosureIsMendedByWhatRunsIt(holders: [String], words: String) {
        let text = self.hint(.closure, "closure #1 in f()", "captures self", after: holders)
        #expect(text?.contains(words) == true, "\(text ?? "none")")
    }

    @Test(arguments: [
        (ObjectKind.interactor, "with .cancelOnDeactivate(interactor:)"),
        (.worker, "with .cancelOnStop(_:)"), (.rib, "where you call didDetach()"),
    ]) func whatEndsIsEndedByTheOwnersWord(owner: ObjectKind, words: String) {
        #expect(
            hint(
                .closure, "closure #1 in f()", "captures self", targetPart: owner, after: ["Timer"])
                == "End it \(words), and capture [weak self] in its closure.")
    }

    @Test func aWorkersTaskEndsWithItsWork() {
        #expect(
            hint(
                .closure, "closure #1 in f()", "captures self", targetPart: .worker,
                after: ["Task<(), Never>"])
                == "End it with .cancelOnStop(_:), or capture [weak self] in it and unwrap that only "
                + "between two awaits. \(continuation)")
    }

    private let continuation =
        "A continuation that it waits for must be resumed on cancellation; an AsyncStream ends "
        + "by itself."

    @Test(arguments: [
        (ObjectKind.interactor, "captures self", "Start it with task(in: self), which cancels it"),
        (.router, "captures self", "Start it with task(in: interactor), which cancels it"),
        (.interactor, "captures HomeInteractor", "Start it with task(in: interactor), which"),
        (.rib, "captures self", "End it where you call didDetach(), or"),
    ]) func aTaskIsStartedByWhatHasOne(part: ObjectKind, label: String, words: String) {
        let text = hint(
            .closure, "closure #1 in f()", label, targetPart: part, after: ["a sleeping task"])
        #expect(text?.hasPrefix(words) == true, "\(text ?? "none")")
    }

    @Test func aComponentKeepsWhatItMade() {
        #expect(
            hint(.object, "HomeComponent", "interactor", holderPart: .component)?
                .hasPrefix("HomeComponent keeps what it made") == true)
    }

    @Test func aComponentsBuilderIsMadeForEachCall() {
        let step = RetainPathStep(
            holderKind: .object, holder: "HomeComponent", file: nil, line: nil,
            label: "gameBuilder", target: "GameBuilder", isInferred: false)
        var situation = RetainSituation(
            reason: .cycle, edge: step, holderPart: .component, targetPart: nil, before: [])
        situation.nextLabel = "dependency"
        #expect(
            RetainHint.text(for: situation, or: nil)
                == "HomeComponent.gameBuilder has the HomeComponent as its dependency, so they keep "
                + "each other: make the GameBuilder where it is used, or in a computed property that "
                + "makes one for each call.")
    }

    @Test func aLazyPropertyIsNotToBeMadeWeak() {
        let text = hint(.object, "HomeRouter", "game", holderPart: .router, targetPart: .router) {
            $0.declarationWords = ["lazy", "var", "game", "=", "GameRouter()"]
        }
        #expect(text?.hasPrefix("HomeRouter.game is lazy, so it keeps what it made") == true)
    }

    @Test(arguments: [
        ("var game: GameRouting?", true), ("var game: GameRouting!", true),
        ("var game = made", true),
        ("var game: Optional<GameRouting>", true), ("@Stored var game: AnyObject?", true),
        ("", true),
        ("let game: GameRouting", false), ("private let game = GameRouter()", false),
        ("var game: GameRouting", false),
    ])
    func whatCannotBeNilIsMadeAnOptional(declaration: String, canBeNil: Bool) {
        let text = hint(.object, "HomeRouter", "game", holderPart: .router, targetPart: .router) {
            $0.declarationWords = declaration.split(separator: " ").map(String.init)
        }
        let words =
            canBeNil
            ? "Set HomeRouter.game to nil"
            : "Make HomeRouter.game an optional variable, and set it to nil"
        #expect(text == "\(words) where you detach the child.")
    }

    @Test func aGlobalVariableLetsGo() {
        #expect(
            hint(.global, "static Registry.shared", "", reason: .global)
                == "static Registry.shared lives as long as the process: release it there when the RIB "
                + "is detached.")
    }

    @Test func anyOtherPropertyIsSetToNil() {
        #expect(
            hint(.object, "ScoreService", "current")
                == "Set ScoreService.current to nil when the RIB is detached, or make it weak.")
    }

    @Test func aPartOfAPropertyIsLetGoThere() {
        #expect(
            hint(.object, "HomeRouter", "state.playing", holderPart: .router, targetPart: .router)
                == "Release it in HomeRouter.state when the RIB is detached.")
    }

    @Test func aClosureThatCapturesAnotherObjectIsToCaptureThatWeakly() {
        let text = hint(
            .closure, "closure #1 in HomeInteractor.f()", "captures GamePresenter",
            target: "GamePresenter")
        #expect(text == "Capture the GamePresenter weakly in this closure.")
    }

    @Test func aMethodIsReplacedByAClosure() {
        let text = hint(
            .closure, "method reference HomeRouter.tapped()", "captures self",
            target: "HomeRouter", after: ["Timer"]
        ) { $0.isMethodReference = true }
        #expect(
            text
                == "A method that is handed over keeps its object, here the HomeRouter: hand over a "
                + "closure that captures it weakly and calls the method.")
    }

    private func path(
        _ reason: RetentionReason, isInferred: Bool = false, isPartial: Bool = false
    ) -> RetainPath {
        let step = RetainPathStep(
            holderKind: .other, holder: "somewhere", file: nil, line: nil, label: "", target: "",
            isInferred: isInferred)
        return RetainPath(
            reason: reason, steps: isInferred ? [step] : [], suspect: isInferred ? 0 : nil,
            omittedSteps: 0, retainCount: 1, seenReferences: 0, dominatedCount: 0,
            dominatedBytes: 0, isPartial: isPartial)
    }

    @Test func whereTheSearchEndedEarlyItIsToHaveMoreTime() {
        let text =
            "The search ended before it had seen everything: raise RIBLEAK_SEARCH_LIMIT, or "
            + "run this test alone."
        #expect(RetainHint.withoutEdge(path(.unseen, isPartial: true), isInTest: true) == text)
        #expect(
            RetainHint.withoutEdge(
                path(.queue, isInferred: true, isPartial: true), isInTest: true) == text)
    }

    @Test func whatNothingVisibleHoldsHasNoHintUnlessTheSearchEndedEarly() {
        #expect(RetainHint.withoutEdge(path(.unseen), isInTest: true) == nil)
        #expect(RetainHint.withoutEdge(path(.unseen, isPartial: true), isInTest: true) != nil)
    }

    @Test func whatIsInferredIsNoReasonToNameAnEdge() {
        #expect(
            RetainHint.withoutEdge(path(.queue, isInferred: true), isInTest: true)
                == "No type describes the memory it was found in, which may be left over: run this "
                + "test alone to see whether the same holds it.")
        #expect(
            RetainHint.withoutEdge(path(.thread, isInferred: true), isInTest: true)
                == "If a function that is running has it in a variable, such as the test, release it "
                + "before the check, and set a test case's properties to nil in tearDown.")
    }

    @Test(arguments: [
        (
            RetentionReason.unseen, true,
            "The search ended before it had seen everything: raise RIBLEAK_SEARCH_LIMIT."
        ),
        (.thread, false, "If a function that is running has it in a variable, release it there."),
        (.queue, false, "No type describes the memory it was found in, which may be left over."),
    ])
    func anAppsHintDoesNotMentionTests(reason: RetentionReason, isPartial: Bool, text: String) {
        let path = path(reason, isInferred: true, isPartial: isPartial)
        #expect(RetainHint.withoutEdge(path, isInTest: false) == text)
    }
}
