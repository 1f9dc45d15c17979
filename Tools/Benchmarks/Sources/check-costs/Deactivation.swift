// SPDX-License-Identifier: Apache-2.0

import RIBs

/// A RIB that becomes inactive while it keeps the tokens of subscriptions without a known owner.
/// The recorder then finds that the RIB owns them.
struct Deactivation {
    private let parent = Router(interactor: Interactor())
    private let stream = PassthroughSubject<Int, Never>()

    init() {
        SubscriptionTracking.enable()
        parent.interactor.activate()
        parent.load()
    }

    /// The mean time of one deactivation.
    ///
    /// - Parameter subscriptions: The number of live subscriptions.
    func time(subscriptions: Int) -> Timing {
        let rounds = max(5, 2_000 / max(1, subscriptions))
        // The first deactivation sets up the search.
        _ = timeOfOne(subscriptions: 1)
        var sum = Timing(processor: 0, clock: 0)
        for _ in 0..<rounds {
            let time = timeOfOne(subscriptions: subscriptions)
            sum.processor += time.processor
            sum.clock += time.clock
        }
        return sum / Double(rounds)
    }

    private func timeOfOne(subscriptions: Int) -> Timing {
        let router = Router(interactor: KeepingInteractor())
        parent.attachChild(router)
        for _ in 0..<subscriptions {
            stream.sink { _ in }.store(in: &router.interactor.bag)
        }
        let began = Timing.now
        router.interactor.deactivate()
        let time = Timing.now - began
        parent.detachChild(router)
        return time
    }

    /// The time for one value of a subscription that was found to belong to its interactor.
    func timeOfAValue() -> Timing {
        let router = Router(interactor: KeepingInteractor())
        parent.attachChild(router)
        stream.sink { [weak interactor = router.interactor] _ in interactor?.count += 1 }
            .store(in: &router.interactor.bag)
        let values = 300_000
        let began = Timing.now
        for value in 0..<values { stream.send(value) }
        let time = (Timing.now - began) / Double(values)
        parent.detachChild(router)
        return time
    }
}

final class KeepingInteractor: Interactor {
    var bag: Set<AnyCancellable> = []
    var count = 0
}
