// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import Testing

@testable import RIBs

/// The events about lifecycle mistakes, and what does not count as one.
@Suite(.enabled(if: RecordedFacts.isRecording)) struct LifecycleViolationTests {
    private let log = Log()
    private let root: SpyRouter
    private let child: SpyRouter
    private var facts = RecordedFacts()

    init() {
        root = .started("root", log)
        child = SpyRouter("child", log)
        facts.name(root.recordedID, "root")
        facts.name(child.recordedID, "child")
        facts.name(child.interactor.recordedID, "child interactor")
    }

    private func violations() throws -> [String] {
        let life = ["made", "owned", "attached to", "detached from", "activated", "deactivated"]
        return try facts.lines().filter { line in
            !(life + ["loaded", "freed"]).contains { line.contains(" \($0)") }
                || line.contains("loadedTwice") || line.contains("freedWhile")
        }
    }

    /// Expects that no mistake was written down, and that one that comes then is.
    private func expectNoMistake(at location: SourceLocation = #_sourceLocation) throws {
        #expect(try violations() == [], sourceLocation: location)
        let spare = SpyRouter("spare", log)
        var facts = facts
        facts.name(spare.recordedID, "spare")
        root.attachChild(spare)
        root.attachChild(spare)
        #expect(
            try facts.lines().contains("spare attachedTwice: root"), sourceLocation: location)
        root.detachChild(spare)
    }

    @Test func attachingTwiceToOneParent() throws {
        root.attachChild(child)
        root.attachChild(child)
        #expect(try violations() == ["child attachedTwice: root"])
    }

    @Test func attachingWhileAnotherParentKeepsTheChild() throws {
        let other = SpyRouter.started("other", log)
        root.attachChild(child)
        other.attachChild(child)
        #expect(try violations() == ["child attachedTwice: root"])
    }

    @Test func movingToAnotherParentAfterADetachIsNoMistake() throws {
        let other = SpyRouter.started("other", log)
        root.attachChild(child)
        root.detachChild(child)
        other.attachChild(child)
        try expectNoMistake()
    }

    @Test func movingToAnotherParentDuringADetachIsNoMistake() throws {
        let other = SpyRouter.started("other", log)
        root.attachChild(child)
        let stream = child.interactor.isActiveStream.dropFirst().sink { [child] in
            if !$0 { other.attachChild(child) }
        }
        defer { stream.cancel() }
        root.detachChild(child)
        try expectNoMistake()
    }

    @Test func attachingAgainAfterTheParentIsGoneIsNoMistake() throws {
        func makeAndDrop() { SpyRouter.started("other", log).attachChild(child) }
        makeAndDrop()
        root.attachChild(child)
        try expectNoMistake()
    }

    @Test func detachingTwice() throws {
        root.attachChild(child)
        root.detachChild(child)
        root.detachChild(child)
        #expect(try violations() == ["child detachedNonChild: root"])
    }

    @Test func detachingItselfWhileResigningIsNoMistake() throws {
        root.attachChild(child)
        child.interactor.onResign = { [root, child] _ in root.detachChild(child) }
        root.detachChild(child)
        try expectNoMistake()
    }

    @Test func detachingATestDoubleThatWasNeverAttachedIsNoMistakeOfOurs() throws {
        root.detachChild(RoutingDouble())
        try expectNoMistake()
    }

    @Test func loadingAgain() throws {
        root.attachChild(child)
        child.load()
        #expect(try violations() == ["child loadedTwice"])
    }

    @Test func attachingAgainLoadsByRight() throws {
        root.attachChild(child)
        root.detachChild(child)
        root.attachChild(child)
        try expectNoMistake()
    }

    @Test func attachingAgainBelowARIBWithoutBaseClassesLoadsByRight() throws {
        final class Home: PlainRIB {}
        let home = Home()
        home.didAttach(to: nil)
        for _ in 1...2 {
            home.attachChild(child)
            home.detachChild(child)
        }
        try expectNoMistake()
    }

    @Test func anInteractorOfATreeFreedWhileActive() throws {
        var facts = RecordedFacts()
        func run() {
            let interactor = SpyInteractor("lone", log)
            interactor.wasInTree = true
            facts.name(interactor.recordedID, "lone")
            interactor.activate()
        }
        run()
        #expect(
            try facts.lines() == [
                "lone made as interactor", "lone activated", "lone freedWhileActive",
                "lone deactivated", "lone freed",
            ])
    }

    @Test func anInteractorOnItsOwnMayBeFreedWhileActive() throws {
        var facts = RecordedFacts()
        func run() {
            let interactor = SpyInteractor("lone", log)
            facts.name(interactor.recordedID, "lone")
            interactor.activate()
        }
        run()
        #expect(
            try facts.lines() == [
                "lone made as interactor", "lone activated", "lone deactivated", "lone freed",
            ])
    }

    @Test func aTreeThatIsDroppedWholeIsNoMistake() throws {
        var facts = RecordedFacts()
        func run() {
            let root = SpyRouter.started("other", log)
            let child = SpyRouter("leaf", log)
            facts.name(child.interactor.recordedID, "leaf interactor")
            root.attachChild(child)
        }
        run()
        #expect(
            try facts.lines() == [
                "leaf interactor made as interactor", "leaf interactor activated",
                "leaf interactor deactivated", "leaf interactor freed",
            ])
    }

    /// In its own process, because the owner thread is the process's.
    @Test func callsFromAnotherThreadThanTheOwnerAreRecorded() async {
        await #expect(processExitsWith: .success) {
            OwnerThread.set(.current)
            let log = Log()
            let root = SpyRouter("root", log)
            root.attachChild(SpyRouter("before", log))
            let child = SpyRouter("child", log)
            var facts = RecordedFacts()
            facts.name(root.recordedID, "root")
            facts.name(child.interactor.recordedID, "child interactor")
            onAnotherThread { root.attachChild(child) }
            let lines = try facts.lines().filter { $0.contains("offOwnerThread") }
            #expect(lines == ["root offOwnerThread"])
        }
    }

    @Test func theMainActorIsTheMainThreadWhicheverThreadServesIt() async {
        await #expect(processExitsWith: .success) {
            OwnerThread.set(.main)
            let lines = try await MainActor.run {
                let log = Log()
                let root = SpyRouter.started("root", log)
                let child = SpyRouter("child", log)
                var facts = RecordedFacts()
                facts.name(root.recordedID, "root")
                root.attachChild(child)
                root.detachChild(child)
                // The only one of another thread.
                onAnotherThread { root.attachChild(child) }
                return try facts.lines().filter { $0.contains("offOwnerThread") }
            }
            #expect(lines == ["root offOwnerThread"])
        }
    }

    @Test func attachingARouterBelowItself() throws {
        let leaf = SpyRouter("leaf", log)
        var facts = facts
        facts.name(leaf.recordedID, "leaf")
        root.attachChild(child)
        child.attachChild(leaf)
        leaf.attachChild(child)
        leaf.attachChild(leaf)
        #expect(
            try facts.lines().filter { $0.contains("Below") }
                == ["child attachedBelowItself: leaf", "leaf attachedBelowItself: leaf"])
        #expect(leaf.children.isEmpty)
    }

    @Test func whatIsDetachedFromASecondParentIsStillTheFirstOnes() throws {
        let other = SpyRouter.started("other", log)
        root.attachChild(child)
        other.attachChild(child)
        other.detachChild(child)
        #expect(!Recorder.shared.isExpectedToGo(child.recordedID))
        root.detachChild(child)
        #expect(Recorder.shared.isExpectedToGo(child.recordedID))
    }

    @Test func aRIBWithoutBaseClassesAttachedTwice() throws {
        final class Home: PlainRIB {}
        final class Tab: PlainRIB {}
        let (home, other, tab) = (Home(), Home(), Tab())
        home.didAttach(to: nil)
        other.didAttach(to: nil)
        tab.didAttach(to: home)
        var facts = RecordedFacts()
        facts.name(PlainRIBNode.of(tab)?.id ?? .none, "tab")
        facts.name(PlainRIBNode.of(home)?.id ?? .none, "home")
        tab.didAttach(to: home)
        tab.didAttach(to: other)
        #expect(
            try facts.lines().filter { $0.contains("Twice") }
                == ["tab attachedTwice: home", "tab attachedTwice: home"])
    }

    @Test func aRIBWithoutBaseClassesBelowItself() throws {
        final class Home: PlainRIB {}
        let (home, tab) = (Home(), Home())
        home.didAttach(to: nil)
        tab.didAttach(to: home)
        var facts = RecordedFacts()
        facts.name(PlainRIBNode.of(home)?.id ?? .none, "home")
        facts.name(PlainRIBNode.of(tab)?.id ?? .none, "tab")
        home.didAttach(to: tab)
        #expect(
            try facts.lines().filter { $0.contains("Below") } == ["home attachedBelowItself: tab"])
    }
}
