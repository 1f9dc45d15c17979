// SPDX-License-Identifier: Apache-2.0

import RIBs

private let fired = "fired-while-inactive ScoreInteractor at Parent/Score, 1× 1"

/// Subscriptions made outside of all RIBs. Their tokens show who owns them.
extension LedgerScenario {
    /// Attaches a RIB, has something subscribed, detaches the RIB and sends a value.
    private static func onATap(
        _ name: String, _ expected: String...,
        subscribe: @escaping @Sendable (ScoreInteractor, LedgerStage) -> Void
    ) -> LedgerScenario {
        LedgerScenario(name, expected) { stage in
            let router = stage.score()
            stage.parent.attachChild(router)
            subscribe(router.interactor, stage)
            stage.parent.detachChild(router)
            stage.stream.send(2)
        }
    }

    static let kept = [
        onATap("a token in a field", fired) { interactor, _ in
            interactor.subscribeInsteadOfBefore()
        },
        onATap("a token in a bag class that the interactor owns", fired) { interactor, _ in
            interactor.store(in: interactor.kept)
        },
        onATap("a token in a view model that the interactor owns", fired) { interactor, stage in
            interactor.owned = [ScoreModel(stage.stream)]
        },
        onATap("a token in a view model's list that a bag has", fired) { interactor, stage in
            interactor.kept.others = [[ScoreModel(stage.stream)]]
        },
        onATap("a subscriber that is its own token", fired) { interactor, stage in
            let sink = Subscribers.Sink<Int, Never>(
                receiveCompletion: { _ in }, receiveValue: { _ in })
            stage.stream.subscribe(sink)
            interactor.owned = [sink]
        },
        onATap("a token that the interactor keeps, and a closure that captures it", fired) {
            interactor, stage in
            stage.stream.sink { [weak interactor] _ in interactor?.show() }
                .store(in: &interactor.kept.bag)
        },
        onATap("a subscription in a sink", fired) { interactor, stage in
            stage.stream.sink { [stage, weak interactor] _ in
                guard let interactor else { return }
                stage.stream.sink { _ in }.store(in: &interactor.kept.bag)
            }.store(in: &stage.elsewhere.bag)
            stage.stream.send(1)
            stage.elsewhere.cancelAll()
        },
        LedgerScenario(
            "a presenter's token", "fired-while-inactive ShownInteractor at Parent/Shown, 1× 1"
        ) { stage in
            let router = ShownRouter(interactor: ShownInteractor(presenter: ShownPresenter()))
            stage.parent.attachChild(router)
            router.interactor.presenter.observe(stage.stream)
            stage.parent.detachChild(router)
            stage.stream.send(2)
        },
        LedgerScenario("a mixin, while the interactor becomes active", fired) { stage in
            let router = stage.score { $0.follow(stage.stream, in: $0.kept) }
            stage.visit(router)
            stage.stream.send(2)
        },
        LedgerScenario("a token in the router", fired) { stage in
            let router = stage.score()
            stage.parent.attachChild(router)
            router.token = stage.stream.sink { _ in }
            stage.parent.detachChild(router)
            stage.stream.send(2)
        },
        LedgerScenario("a token from before the RIB was attached", fired) { stage in
            let router = stage.score()
            router.interactor.store(in: router.interactor.kept)
            stage.visit(router)
            stage.stream.send(2)
        },
        LedgerScenario("a token of a subscription that another thread made", fired) { stage in
            let router = stage.score { interactor in
                onAnotherThread { interactor.store(in: interactor.kept) }
            }
            stage.visit(router)
            stage.stream.send(2)
        },
        LedgerScenario("a token that a helper makes while the interactor becomes active", fired) {
            stage in
            let router = stage.score { $0.owned = [ScoreModel(stage.stream)] }
            stage.visit(router)
            stage.stream.send(2)
        },
        LedgerScenario("a token that a free function makes for the interactor", fired) { stage in
            let router = stage.score { $0.storeByFunction(in: $0.kept) }
            stage.visit(router)
            stage.stream.send(2)
        },
        LedgerScenario(
            "a plain RIB's token", "fired-while-inactive CounterRIB at App/Counter, 1× 1"
        ) { stage in
            let (root, counter) = (AppRIB(), CounterRIB())
            root.didAttach(to: nil)
            counter.didAttach(to: root)
            stage.stream.sink { _ in }.store(in: &counter.subscriptions)
            counter.didDetach()
            stage.stream.send(2)
            stage.atEnd { root.didDetach() }
        },
        LedgerScenario("a worker's token", "fired-while-inactive GameWorker at Parent/Game, 1× 1") {
            stage in
            let router = stage.game { _ in }
            stage.parent.attachChild(router)
            let worker = router.interactor.worker
            worker?.token = stage.stream.sink { _ in }
            stage.parent.detachChild(router)
            stage.stream.send(2)
            withExtendedLifetime(worker) {}
        },

        onATap("a token that the interactor's own code names", fired) { interactor, stage in
            stage.stream.sink { _ in }.tracked(by: interactor).store(in: &stage.elsewhere.bag)
        },
        onATap("values that come through a subject of its own", fired) { interactor, stage in
            let subject = PassthroughSubject<Int, Never>()
            stage.stream.subscribe(subject).store(in: &interactor.kept.bag)
            subject.sink { [weak interactor] _ in interactor?.show() }
                .store(in: &interactor.kept.bag)
        },

        // What follows is none.
        onATap("a token in a view model that others hold too") { interactor, stage in
            let model = ScoreModel(stage.stream)
            interactor.owned = [model]
            stage.elsewhere.others = [model]
        },
        onATap("a token in a service that the interactor uses") { interactor, stage in
            let service = ScoreService(stream: stage.stream)
            interactor.owned = [service]
            service.start()
            stage.atEnd { withExtendedLifetime(service) {} }
        },
        onATap("a token elsewhere of a subscription to the interactor's own subject") {
            interactor, stage in
            let subject = PassthroughSubject<Int, Never>()
            interactor.owned = [subject]
            subject.sink { _ in }.store(in: &stage.elsewhere.bag)
            stage.stream.subscribe(subject).store(in: &stage.elsewhere.bag)
        },
        onATap("a token that one keeps, and a closure that captures another") {
            interactor, stage in
            stage.stream.sink { [weak parent = stage.parent.interactor] _ in
                withExtendedLifetime(parent) {}
            }.store(in: &interactor.kept.bag)
        },
        LedgerScenario("a token in a child that is active elsewhere") { stage in
            let (router, child) = (stage.score(), stage.score())
            stage.parent.attachChild(router)
            router.interactor.owned = [child]
            child.interactor.activate()
            child.interactor.store(in: child.interactor.kept)
            stage.parent.detachChild(router)
            stage.stream.send(2)
            stage.atEnd { child.interactor.deactivate() }
        },
        LedgerScenario("a free function that subscribes for the app") { stage in
            stage.visit(stage.score { $0.storeByFunction(in: stage.elsewhere) })
            stage.stream.send(2)
        },
    ]
}

/// What interactors may do.
private protocol Following: AnyObject {
    func show()
}

extension Following {
    fileprivate func follow(_ stream: PassthroughSubject<Int, Never>, in kept: Kept) {
        stream.sink { [weak self] _ in self?.show() }.store(in: &kept.bag)
    }
}

extension ScoreInteractor: Following {}

private final class ShownPresenter {
    private var bag: Set<AnyCancellable> = []
    private var score = 0

    func observe(_ stream: PassthroughSubject<Int, Never>) {
        stream.sink { [weak self] in self?.score = $0 }.store(in: &bag)
    }
}

private final class ShownInteractor: PresentableInteractor<ShownPresenter> {}
private final class ShownRouter: Router<ShownInteractor> {}

/// Something that a RIB owns, and that subscribes for itself.
final class ScoreModel {
    private var bag: Set<AnyCancellable> = []
    private var score = 0

    init(_ stream: PassthroughSubject<Int, Never>) {
        stream.sink { [weak self] in self?.score = $0 }.store(in: &bag)
    }
}
