// SPDX-License-Identifier: Apache-2.0

import RIBs

private let fired = "fired-while-inactive ScoreInteractor at Parent/Score, 1× 1"
/// A leak's finding covers the subscription too.
private let leaked = "leaked-interactor ScoreInteractor at Parent/Score"

#if DEBUG
    /// Two of the helper's functions are two mistakes.
    private let firedOfTwoFunctions = [
        "fired-while-inactive ScoreInteractor at Parent/Score, 3× 1",
        "fired-while-inactive ScoreInteractor at Parent/Score, 3× 1",
    ]
#else
    /// The optimiser makes one function of the two, so that nobody knows of which one each is.
    private let firedOfTwoFunctions = ["fired-while-inactive ScoreInteractor at Parent/Score, 6× 1"]
#endif

/// Subscriptions that helpers make outside of all RIBs, with closures that capture a RIB's parts.
extension LedgerScenario {
    /// Attaches a RIB, has a helper subscribe for it, detaches it and sends a value.
    private static func whileAttached(
        _ name: String, _ expected: [String],
        subscribe: @escaping @Sendable (ScoreHelper, ScoreInteractor, LedgerStage) -> Void
    ) -> LedgerScenario {
        LedgerScenario(name, expected) { stage in
            let (router, helper) = (stage.score(), ScoreHelper(stage.stream, stage.elsewhere))
            stage.parent.attachChild(router)
            subscribe(helper, router.interactor, stage)
            stage.parent.detachChild(router)
            stage.stream.send(2)
            // The capture alone would be a leak.
            stage.elsewhere.cancelAll()
        }
    }

    static let captured = [
        whileAttached("a helper's closure captures the interactor", [fired]) { helper, owner, _ in
            helper.show(in: owner)
        },
        whileAttached("a helper's closure captures the interactor weakly", [fired]) {
            helper, owner, _ in
            helper.showWeakly(in: owner)
        },
        whileAttached("a helper's closure captures the interactor unowned", [fired]) {
            helper, owner, _ in
            helper.showUnowned(in: owner)
        },
        whileAttached("a helper's closure captures the interactor unmanaged", [fired]) {
            helper, owner, _ in
            helper.showUnmanaged(in: owner)
        },
        whileAttached("a helper's closure captures the router weakly", [fired]) {
            helper, _, stage in
            helper.showWeakly(in: stage.parent.children.compactMap { $0 as? ScoreRouter }[0])
        },
        whileAttached("a helper's closure captures the interactor beside other things", [fired]) {
            helper, owner, _ in
            helper.show(in: owner, as: "score")
        },
        whileAttached("a helper's closure calls another one that captures the interactor", [fired])
        { helper, owner, _ in
            helper.show { _ in owner.show() }
        },
        whileAttached("a helper's closure captures a variable with the interactor", [fired]) {
            helper, owner, _ in
            helper.showLatest(owner)
        },
        whileAttached("a helper's closure captures the router", [fired]) { helper, owner, stage in
            helper.show(in: stage.parent.children.compactMap { $0 as? ScoreRouter }[0])
        },
        whileAttached("a helper assigns to the interactor", [fired]) { helper, owner, _ in
            helper.assign(to: owner)
        },
        whileAttached("only the completion captures the interactor", []) { helper, owner, _ in
            helper.showEnd(in: owner)
        },
        whileAttached("a helper's closure captures two interactors", []) { helper, owner, stage in
            helper.show(in: owner, and: stage.parent.interactor)
        },
        whileAttached("a helper's closure captures what holds the interactor", []) {
            helper, owner, _ in
            helper.show(in: ScoreHolder(owner))
        },
        whileAttached("a helper's closure captures a list with the interactor", []) {
            helper, owner, _ in
            helper.show(inAll: [owner])
        },
        whileAttached("a helper's closure captures it and confines the values", []) {
            helper, owner, _ in
            helper.showConfined(in: owner)
        },
        whileAttached("the parent's closure captures the child's interactor", []) {
            _, owner, stage in
            stage.parent.interactor.follow(owner, on: stage.stream, in: stage.elsewhere)
        },
        LedgerScenario("a helper's closure captures the interactor, and nothing comes", leaked) {
            stage in
            let (router, helper) = (stage.score(), ScoreHelper(stage.stream, stage.elsewhere))
            stage.parent.attachChild(router)
            helper.show(in: router.interactor)
            stage.parent.detachChild(router)
        },
        LedgerScenario(
            "a helper's closure captures an interactor before it is active", fired
        ) { stage in
            let (router, helper) = (stage.score(), ScoreHelper(stage.stream, stage.elsewhere))
            helper.show(in: router.interactor)
            stage.visit(router)
            stage.stream.send(2)
            stage.elsewhere.cancelAll()
        },
        LedgerScenario("a helper's closure captures an interactor that is no longer active") {
            stage in
            let (router, helper) = (stage.score(), ScoreHelper(stage.stream, stage.elsewhere))
            stage.visit(router)
            helper.show(in: router.interactor)
            stage.stream.send(2)
            stage.elsewhere.cancelAll()
        },
        LedgerScenario("helpers' closures capture three interactors", firedOfTwoFunctions) {
            stage in
            let helper = ScoreHelper(stage.stream, stage.elsewhere)
            for _ in 1...3 {
                let router = stage.score()
                stage.parent.attachChild(router)
                helper.showWeakly(in: router.interactor)
                helper.show(in: router.interactor)
                stage.parent.detachChild(router)
            }
            stage.stream.send(2)
            stage.elsewhere.cancelAll()
        },
    ]
}

/// Subscribes for others.
final class ScoreHelper {
    private let stream: PassthroughSubject<Int, Never>
    private let kept: Kept

    init(_ stream: PassthroughSubject<Int, Never>, _ kept: Kept) {
        self.stream = stream
        self.kept = kept
    }

    @inline(never) func show(in interactor: ScoreInteractor) {
        stream.sink { _ in interactor.show() }.store(in: &kept.bag)
    }

    @inline(never) func showWeakly(in interactor: ScoreInteractor) {
        stream.sink { [weak interactor] _ in interactor?.show() }.store(in: &kept.bag)
    }

    func showUnowned(in interactor: ScoreInteractor) {
        stream.sink { [unowned interactor] _ in interactor.show() }.store(in: &kept.bag)
    }

    func showUnmanaged(in interactor: ScoreInteractor) {
        let interactor = Unmanaged.passUnretained(interactor)
        stream.sink { _ in interactor._withUnsafeGuaranteedRef { $0.show() } }
            .store(in: &kept.bag)
    }

    func showWeakly(in router: ScoreRouter) {
        stream.sink { [weak router] _ in router?.interactor.show() }.store(in: &kept.bag)
    }

    func show(in interactor: ScoreInteractor, as name: String) {
        stream.map { $0 + 1 }.sink { [kept] score in
            interactor.show()
            withExtendedLifetime((kept, name, score)) {}
        }.store(in: &kept.bag)
    }

    func show(_ show: @escaping (Int) -> Void) {
        stream.sink { show($0) }.store(in: &kept.bag)
    }

    func showLatest(_ interactor: ScoreInteractor) {
        var latest: ScoreInteractor? = interactor
        stream.sink { score in
            latest?.show()
            if score < 0 { latest = nil }
        }.store(in: &kept.bag)
    }

    func show(in router: ScoreRouter) {
        stream.sink { _ in router.interactor.show() }.store(in: &kept.bag)
    }

    func assign(to interactor: ScoreInteractor) {
        stream.assign(to: \.shown, on: interactor).store(in: &kept.bag)
    }

    func showEnd(in interactor: ScoreInteractor) {
        stream.sink(receiveCompletion: { _ in interactor.show() }, receiveValue: { _ in })
            .store(in: &kept.bag)
    }

    func show(in one: ScoreInteractor, and other: Interactor) {
        stream.sink { _ in
            one.show()
            withExtendedLifetime(other) {}
        }.store(in: &kept.bag)
    }

    func show(in holder: ScoreHolder) {
        stream.sink { _ in holder.interactor.show() }.store(in: &kept.bag)
    }

    func show(inAll interactors: [ScoreInteractor]) {
        stream.sink { _ in for interactor in interactors { interactor.show() } }
            .store(in: &kept.bag)
    }

    func showConfined(in interactor: ScoreInteractor) {
        stream.confineTo(interactor).sink { _ in interactor.show() }.store(in: &kept.bag)
    }
}

extension ParentInteractor {
    fileprivate func follow(
        _ child: ScoreInteractor, on stream: PassthroughSubject<Int, Never>, in kept: Kept
    ) {
        stream.sink { _ in child.show() }.store(in: &kept.bag)
    }
}

/// An object that has an interactor and lives independently of it.
final class ScoreHolder {
    let interactor: ScoreInteractor

    init(_ interactor: ScoreInteractor) {
        self.interactor = interactor
    }
}
