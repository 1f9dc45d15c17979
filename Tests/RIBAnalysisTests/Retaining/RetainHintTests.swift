import RIBTrace
import Testing

@testable import RIBAnalysis

@Suite struct RetainHintTests {
    private func hint(
        _ kind: RetentionHolder, _ holder: String, _ label: String,
        holderPart: ObjectKind? = nil, targetPart: ObjectKind? = .interactor,
        reason: RetentionReason = .attachedRouter, after before: [String] = []
    ) -> String? {
        func step(_ kind: RetentionHolder, _ holder: String, _ label: String) -> RetainPathStep {
            RetainPathStep(
                holderKind: kind, holder: holder, file: nil, line: nil, label: label, target: "",
                isInferred: false)
        }
        let edge = step(kind, holder, label)
        let situation = RetainSituation(
            reason: reason, edge: edge, holderPart: holderPart, targetPart: targetPart,
            before: before.map { step(.object, $0, "") })
        return RetainHint.all.first { $0.pattern.matches(situation) }?.text(for: edge)
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

    @Test(arguments: ["listener", "delegate", "state.gameListener"])
    func aListenerIsMadeWeak(label: String) {
        #expect(
            hint(.object, "GamePresenter", label)
                == "Make GamePresenter.\(label) weak: a listener is held by its own RIB.")
    }

    @Test(arguments: [
        (["AnyCancellable"], "cancelOnDeactivate"), (["Task<(), Never>"], "task(in: self)"),
        (["a task"], "task(in: self)"), (["a sleeping task"], "task(in: self)"),
        (["NotificationCenter"], "Remove the observer"), (["Timer"], "Invalidate or cancel"),
        (["Sink<Int, Never>", "NSNotificationReceiver"], "Remove the observer"),
        ([], "Capture [weak self] in this closure, or set"),
    ]) func aClosureIsMendedByWhatRunsIt(holders: [String], words: String) {
        let text = self.hint(.closure, "closure #1 in f()", "captures self", after: holders)
        #expect(text?.contains(words) == true, "\(text ?? "none")")
    }

    @Test func aComponentKeepsWhatItMade() {
        #expect(
            hint(.object, "HomeComponent", "interactor", holderPart: .component)?
                .hasPrefix("HomeComponent keeps what it made") == true)
    }

    @Test func aGlobalVariableLetsGo() {
        #expect(
            hint(.global, "static Registry.shared", "", reason: .global)
                == "static Registry.shared lives as long as the process: let go there when the RIB "
                + "is detached.")
    }

    @Test func aThreadHasAFunctionThatRuns() {
        #expect(
            hint(.other, "thread main", "", reason: .thread)?
                .hasPrefix("A function that is running holds it") == true)
    }

    @Test func anyOtherPropertyIsSetToNil() {
        #expect(
            hint(.object, "ScoreService", "current")
                == "Set ScoreService.current to nil when the RIB is detached, or make it weak.")
    }

    @Test func eachHintHasAnExample() {
        #expect(RetainHint.all.allSatisfy { !$0.example.isEmpty })
    }
}
