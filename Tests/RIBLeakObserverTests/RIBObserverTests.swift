// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBLeakObserver
import Testing

@testable import RIBLeakTesting

/// RIBs of another runtime are judged as this one's are.
@Suite struct RIBObserverTests {
    private let root = RootRouter()

    private func gists(_ findings: [Finding]) -> [String] {
        findings.map { "\($0.kind.rawValue) \($0.type) at \($0.ribPath)" }
    }

    @Test func onlyWhatIsDetachedAndKeptIsFound() {
        var kept: [GameRouter] = []
        func found(keeps: Bool) -> [String] {
            gists(
                findLeaks {
                    let game = GameRouter()
                    root.attach(game)
                    game.attach(ScoreRouter())
                    root.detach(game)
                    if keeps { kept.append(game) }
                })
        }
        #expect(found(keeps: false) == [])
        #expect(found(keeps: true).contains("leaked-router GameRouter at Root/Game"))
        #expect(kept.count == 1)
    }

    @Test func aRouterThatIsKeptIsFoundWithWhatKeepsIt() throws {
        var kept: [GameRouter] = []
        let findings = findLeaks {
            let game = GameRouter()
            root.attach(game)
            root.detach(game)
            kept.append(game)
        }
        #expect(gists(findings) == ["leaked-router GameRouter at Root/Game"])
        #expect(
            findings.first.map { $0.victims.map(\.type).sorted() } == [
                "GameInteractor", "GameView",
            ])
        withExtendedLifetime(kept) {}
    }

    @Test func anInteractorThatKeepsItselfIsFoundWithItsClosure() throws {
        let findings = findLeaks {
            let game = GameRouter()
            game.game.map { interactor in interactor.onTap = { interactor.tap() } }
            root.attach(game)
            root.detach(game)
        }
        #expect(gists(findings) == ["leaked-interactor GameInteractor at Root/Game"])
        let path = try #require(findings.first?.retainPath)
        #expect(path.reason == .cycle)
        #expect(path.steps.map(\.label) == ["onTap", "captures GameInteractor"])
    }

    @Test func whatIsBelowGoesWithItsParent() {
        var kept: ScoreRouter?
        let findings = findLeaks {
            let game = GameRouter()
            let score = ScoreRouter()
            root.attach(game)
            game.attach(score)
            root.detach(game)
            kept = score
        }
        #expect(gists(findings) == ["leaked-router ScoreRouter at Root/Game/Score"])
        withExtendedLifetime(kept) {}
    }

    @Test func whatIsAttachedIsInUseUntilItIsDetachedForGood() {
        let game = GameRouter()
        #expect(gists(findLeaks { root.attach(game) }) == [])
        let moved = findLeaks {
            root.detach(game)
            root.attach(game)
        }
        #expect(gists(moved) == [])
        let left = findLeaks { root.detach(game) }
        #expect(gists(left) == ["leaked-router GameRouter at Root/Game"])
        withExtendedLifetime(game) {}
    }

    // MARK: - What is freed together with what kept it

    /// At its detach, or at its end if code that runs holds the object, too.
    @Test(arguments: [false, true])
    func whatARouterKeepsUntilItIsDetachedItselfIsFound(isHeld: Bool) {
        let findings = findLeaks {
            let menu = MenuRouter()
            root.attach(menu)
            menu.visitPastGame()
            let game = isHeld ? menu.past.first : nil
            root.detach(menu)
            withExtendedLifetime(game) {}
        }
        #expect(gists(findings) == ["leaked-router GameRouter at Root/Menu/Game"])
        #expect(findings.first?.retainPath?.suspectStep?.label == "past[0]")
    }

    @Test func whatTheRootKeepsUntilTheTreeIsFreedIsFound() {
        let findings = findLeaks {
            let menu = MenuRouter()
            let game = GameRouter()
            menu.attach(game)
            menu.past.append(game)
            menu.detach(game)
        }
        #expect(gists(findings) == ["leaked-router GameRouter at Menu/Game"])
        #expect(findings.first?.retainPath?.suspectStep?.label == "past[0]")
    }

    @Test func whatATreeReleasesBeforeItIsFreedIsNone() {
        let findings = findLeaks {
            let menu = MenuRouter()
            menu.show(GameRouter())
            menu.game.map(menu.detach)
            menu.game = nil
            menu.show(GameRouter())
        }
        #expect(gists(findings) == [])
    }

    @Test(arguments: [false, true])
    func whatARouterDetachesWhileItLeavesGoesWithIt(isDetached: Bool) {
        let findings = findLeaks {
            let menu = MenuRouter()
            menu.leavesGameAtItsEnd = true
            if isDetached { root.attach(menu) }
            menu.show(GameRouter())
            if isDetached { root.detach(menu) } else { menu.deactivate() }
        }
        #expect(gists(findings) == [])
    }

    // MARK: - What stays attached

    @Test func aChildThatAnotherOneReplacedWithoutADetachIsFound() {
        func found(_ use: (MenuRouter) -> Void) -> [[String]] {
            [
                findLeaks {
                    let menu = MenuRouter()
                    root.attach(menu)
                    use(menu)
                    root.detach(menu)
                }.map(\.headline),
                findLeaks { use(MenuRouter()) }.map(\.headline),
            ]
        }
        let replaced = "stayed attached to MenuRouter, which had another one in its place"
        #expect(
            found { menu in
                menu.show(GameRouter())
                menu.show(GameRouter())
            } == [
                ["GameRouter at Root/Menu/Game \(replaced)"],
                ["GameRouter at Menu/Game \(replaced)"],
            ])
        let cleared = "stayed attached to MenuRouter, whose field for it was empty"
        #expect(
            found { menu in
                menu.show(GameRouter())
                menu.game = nil
            } == [
                ["GameRouter at Root/Menu/Game \(cleared)"], ["GameRouter at Menu/Game \(cleared)"],
            ])
        #expect(found { $0.show(GameRouter()) } == [[], []])
    }

    /// What this tool remembers of each router grows too, and is none of the app's.
    @Test func aChildThatIsNeverDetachedGrowsInItsParent() {
        let verdict = LeakCheck.growth("growth", 3) { root.attach(GameRouter()) }
        #expect(verdict.findings.compactMap(\.growth?.place) == ["RootRouter.adopted"])
    }
}
