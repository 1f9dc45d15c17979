// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBRecorder

@Suite struct SampledRIBsTests {
    private final class GameRouter {}
    private final class GameInteractor {}

    private func ribs(percent: Int, seed: UInt64 = 1) -> SampledRIBs {
        SampledRIBs(
            percent: percent, seed: seed,
            budget: CostBudget(timeLimit: 1, byteLimit: 1, clock: { 0 }))
    }

    private let names = (0..<10_000).map { "Feature\($0)" }

    @Test(arguments: [1, 10, 50, 90])
    func theShareOfNamesThatAreChosenIsTheOneThatWasAskedFor(percent: Int) {
        let sample = ribs(percent: percent)
        let chosen = names.count(where: sample.chooses)
        #expect(abs(chosen - percent * 100) < 200)
    }

    @Test func allOrNoneAreChosenAtTheEnds() {
        #expect(names.allSatisfy(ribs(percent: 100).chooses))
        #expect(!names.contains(where: ribs(percent: 0).chooses))
    }

    @Test func anotherProcessChoosesOthers() {
        let (first, second) = (ribs(percent: 50, seed: 1), ribs(percent: 50, seed: 2))
        let same = names.count { first.chooses($0) == second.chooses($0) }
        #expect(abs(same - 5_000) < 300)
    }

    @Test(arguments: [
        ("GameRouter", "Game"), ("GameInteractor", "Game"), ("GameComponent<Int>", "Game"),
        ("GameViewController", "Game"), ("GameView", "Game"), ("CounterRIB", "Counter"),
        ("ScoreWorker", "ScoreWorker"), ("Router", "Router"),
    ])
    func aTypeIsOfTheRIBThatItIsNamedAfter(type: String, name: String) {
        #expect(SampledRIBs.ribName(of: type) == name)
    }

    @Test func thePartsOfARIBAreChosenTogether() {
        for seed in UInt64(0)..<50 {
            let sample = ribs(percent: 50, seed: seed)
            let router = sample.choose(ObjectID(1), of: GameRouter.self)
            #expect(sample.choose(ObjectID(2), of: GameInteractor.self) == router)
            #expect(sample.contains(ObjectID(1)) == router)
        }
    }

    @Test func aFreedObjectIsForgotten() {
        // One of these processes chooses the RIB.
        for seed in UInt64(0)..<50 {
            let sample = ribs(percent: 50, seed: seed)
            guard sample.choose(ObjectID(1), of: GameRouter.self) else { continue }
            sample.forget(ObjectID(1))
            #expect(!sample.contains(ObjectID(1)))
        }
    }
}
