// SPDX-License-Identifier: Apache-2.0

import RIBs

/// A service as an app that uses Swift concurrency has them.
actor ScoreService {
    private var score = 0

    func add(_ points: Int) -> Int {
        score += points
        return score
    }
}

/// Business logic as most apps have it: not `Sendable`, and its methods are no actor's.
final class PlainScoreInteractor: Interactor {
    private let service = ScoreService()
    private(set) var shown: [Int] = []
    private(set) var work: Task<Void, Never>?

    override func didBecomeActive() {
        work = task(in: self) { [service] me in
            let score = await service.add(3)
            me.interactor?.show(score)
        }
    }

    private func show(_ score: Int) {
        shown.append(score)
    }
}

/// Business logic that its team declares `Sendable`.
// Safe: `shown` is on the main actor, `service` never changes, and `work` is used on the main
// thread only.
final class SendableScoreInteractor: Interactor, @unchecked Sendable {
    private let service = ScoreService()
    @MainActor private(set) var shown: [Int] = []
    private(set) var work: Task<Void, Never>?

    override func didBecomeActive() {
        work = task(in: self) { [weak self] in
            guard let score = await self?.service.add(4) else { return }
            await self?.show(score)
        }
    }

    @MainActor private func show(_ score: Int) {
        shown.append(score)
    }
}

/// Business logic whose methods that await are the main actor's.
final class MainActorScoreInteractor: Interactor {
    private let service = ScoreService()
    private(set) var shown: [Int] = []

    @MainActor func load() -> Task<Void, Never> {
        task(in: self, priority: .high) { [weak self, service] in
            let score = await service.add(5)
            self?.shown.append(score)
        }
    }
}
