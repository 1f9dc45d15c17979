// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
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

    /// What this tool remembers of each router grows too, and is none of the app's.
    @Test func aChildThatIsNeverDetachedGrowsInItsParent() {
        let verdict = GrowthCheck.checked("growth", 3) { root.attach(GameRouter()) }
        #expect(verdict.verdict.findings.compactMap(\.growth?.place) == ["RootRouter.adopted"])
    }
}
