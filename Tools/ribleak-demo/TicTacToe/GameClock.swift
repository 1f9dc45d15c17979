// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RIBs

final class GameClock: Worker, GameClocking {
    weak var listener: GameClockListener?
    private(set) var seconds = 0

    private let clock: Clock
    private let subscriptionBag: SubscriptionBag
    private let mistakes: Set<Mistake>
    private var limit: DispatchWorkItem?

    init(clock: Clock, subscriptionBag: SubscriptionBag, mistakes: Set<Mistake>) {
        self.clock = clock
        self.subscriptionBag = subscriptionBag
        self.mistakes = mistakes
        super.init()
    }

    override func didStart(_ interactorScope: any InteractorScope) {
        super.didStart(interactorScope)
        countSeconds()
        limitGame()
    }

    override func didStop() {
        super.didStop()
        limit?.cancel()
        limit = nil
    }

    private func countSeconds() {
        let subscription = clock.seconds
            .subscribe(onNext: { [weak self] in self?.seconds += 1 })
        if mistakes.contains(.workerNotStopped) {
            // Mistake: the bag lives as long as the app, so the ticks still arrive after stop.
            subscriptionBag.keep(subscription)
        } else {
            subscription.disposeOnStop(self)
        }
    }

    /// Ends a game that takes longer than an hour.
    private func limitGame() {
        let limit: DispatchWorkItem
        if mistakes.contains(.workerKept) {
            // Mistake: the queue keeps even a cancelled item, and so self, until its time.
            limit = DispatchWorkItem { self.listener?.timeIsUp() }
        } else {
            limit = DispatchWorkItem { [weak self] in self?.listener?.timeIsUp() }
        }
        DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(3600), execute: limit)
        self.limit = limit
    }
}

/// Measures how long a game takes, while its RIB is active.
protocol GameClocking: Working {
    var listener: GameClockListener? { get set }
    var seconds: Int { get }
}

protocol GameClockListener: AnyObject {
    func timeIsUp()
}
