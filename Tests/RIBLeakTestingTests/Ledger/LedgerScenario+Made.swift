// SPDX-License-Identifier: Apache-2.0

import RIBs

private let fired = "fired-while-inactive ScoreInteractor at Parent/Score, 1× 1"
private let outlived = "outlived-interactor ScoreInteractor at Parent/Score"

/// Subscriptions made outside of all RIBs, whose owner neither a token nor a closure shows. The
/// nearest code of the project may show it.
extension LedgerScenario {
    /// Attaches a RIB, has something subscribed, detaches the RIB and sends a value.
    private static func onATap(
        _ name: String, _ expected: String...,
        subscribe: @escaping @Sendable (ScoreRouter, LedgerStage) -> Void
    ) -> LedgerScenario {
        LedgerScenario(name, expected) { stage in
            let router = stage.score()
            stage.parent.attachChild(router)
            subscribe(router, stage)
            stage.parent.detachChild(router)
            stage.stream.send(2)
        }
    }

    static let made = [
        onATap("the interactor's own method", fired) { router, stage in
            router.interactor.store(in: stage.elsewhere)
        },
        onATap("the interactor's own method, and a bag that a service has", fired) {
            router, stage in
            let service = BagService()
            router.interactor.store(in: service.bag)
            stage.atEnd { withExtendedLifetime(service) {} }
        },
        onATap("a method of the interactor's superclass", fired) { router, stage in
            router.interactor.observeAsSuperclass(in: stage.elsewhere)
        },
        onATap("the router's own method", fired) { router, stage in
            router.follow(stage.stream, in: stage.elsewhere)
        },
        onATap("the interactor's own method, and a value while it is active", fired) {
            router, stage in
            router.interactor.store(in: stage.elsewhere)
            stage.stream.send(1)
        },
        LedgerScenario(
            "a worker's own method", "fired-while-inactive GameWorker at Parent/Game, 1× 1"
        ) { stage in
            let router = stage.game { _ in }
            stage.parent.attachChild(router)
            let worker = router.interactor.worker
            worker?.observe(stage.stream, in: &stage.elsewhere.bag)
            stage.parent.detachChild(router)
            stage.stream.send(2)
            withExtendedLifetime(worker) {}
        },
        LedgerScenario("the interactor's own method, and nothing comes", outlived) { stage in
            let router = stage.score()
            stage.parent.attachChild(router)
            router.interactor.store(in: stage.elsewhere)
            stage.parent.detachChild(router)
        },
        LedgerScenario("the interactor's own method, and it is cancelled after a value", fired) {
            stage in
            let router = stage.score()
            stage.parent.attachChild(router)
            router.interactor.store(in: stage.elsewhere)
            stage.parent.detachChild(router)
            stage.stream.send(2)
            stage.elsewhere.cancelAll()
        },
        LedgerScenario("the own method of an interactor after another one's end", fired) { stage in
            stage.visit(stage.score())
            let router = stage.score()
            stage.parent.attachChild(router)
            router.interactor.store(in: stage.elsewhere)
            stage.parent.detachChild(router)
            stage.stream.send(2)
        },

        // What follows is none.
        onATap("the interactor's own method, and it is cancelled in time") { router, stage in
            router.interactor.store(in: stage.elsewhere)
            stage.stream.send(1)
            stage.elsewhere.cancelAll()
        },
        onATap("the own method of one of two interactors") { router, stage in
            let other = stage.score()
            stage.parent.attachChild(other)
            router.interactor.store(in: stage.elsewhere)
            stage.atEnd { stage.parent.detachChild(other) }
        },
        LedgerScenario("the own method of an interactor before it is active") { stage in
            let router = stage.score()
            router.interactor.store(in: stage.elsewhere)
            stage.visit(router)
            stage.stream.send(2)
        },
        LedgerScenario("the own method of an interactor that is no longer active") { stage in
            let router = stage.score()
            stage.visit(router)
            router.interactor.store(in: stage.elsewhere)
            stage.stream.send(2)
        },
        LedgerScenario("the own method of an interactor that is active again") { stage in
            let router = stage.score()
            stage.parent.attachChild(router)
            router.interactor.store(in: stage.elsewhere)
            stage.parent.detachChild(router)
            stage.stay(router)
        },
        onATap("a mixin that captures nobody") { router, stage in
            router.interactor.countScores(of: stage.stream, in: stage.elsewhere)
        },
        onATap("a service that the interactor's own method starts") { router, stage in
            let service = ScoreService(stream: stage.stream)
            router.interactor.begin(service)
            stage.atEnd { withExtendedLifetime(service) {} }
        },
        onATap("a free function that the interactor's own method calls") { router, stage in
            router.interactor.storeByFunction(in: stage.elsewhere)
        },
        onATap("a closure of whoever builds the app") { _, stage in
            stage.stream.sink { _ in }.store(in: &stage.elsewhere.bag)
        },
        LedgerScenario("another RIB's own method, while an interactor becomes active") { stage in
            stage.visit(
                stage.score { _ in
                    stage.parent.interactor.countScores(stage.stream, in: stage.elsewhere)
                })
            stage.stream.send(2)
        },
    ]
}

/// A service that keeps what others subscribe to.
private final class BagService {
    let bag = Kept()
}

private protocol Counting: AnyObject {}

extension Counting {
    fileprivate func countScores(of stream: PassthroughSubject<Int, Never>, in kept: Kept) {
        stream.sink { _ in }.store(in: &kept.bag)
    }
}

extension ScoreInteractor: Counting {
    fileprivate func begin(_ service: ScoreService) { service.start() }
}

extension ScoreRouter {
    fileprivate func follow(_ stream: PassthroughSubject<Int, Never>, in kept: Kept) {
        // Its chain differs, because the optimizer merges functions that do the same.
        stream.dropFirst(0).sink { _ in }.store(in: &kept.bag)
    }
}

extension ParentInteractor {
    fileprivate func countScores(_ stream: PassthroughSubject<Int, Never>, in kept: Kept) {
        stream.sink { _ in }.store(in: &kept.bag)
    }
}
