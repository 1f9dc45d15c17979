// SPDX-License-Identifier: Apache-2.0

import RIBs

private let fired = "fired-while-inactive ScoreInteractor at Parent/Score, 1× 1"
private let outlived = "outlived-interactor ScoreInteractor at Parent/Score"
private let tooLate = "subscribed-while-inactive ScoreInteractor at Parent/Score"
private let leaked = "leaked-router ScoreRouter at Parent/Score"

/// What interactors do with their subscriptions.
extension LedgerScenario {
    static let ending = [
        LedgerScenario("cancelOnDeactivate ends in time") { stage in
            stage.visit(stage.score { $0.subscribeUntilDeactivated() })
        },
        LedgerScenario("cancelOnDeactivate lets no later value through") { stage in
            stage.visit(stage.score { $0.subscribeUntilDeactivated() })
            stage.stream.send(2)
        },
        LedgerScenario("cancelOnDeactivate in each of four activations") { stage in
            stage.visit(stage.score { $0.subscribeUntilDeactivated() }, times: 4)
        },
        LedgerScenario("cancelOnDeactivate after the deactivation", tooLate) { stage in
            let router = stage.score()
            stage.visit(router)
            router.interactor.subscribeUntilDeactivated()
        },
        LedgerScenario("cancelOnDeactivate before the first activation", tooLate) { stage in
            let router = stage.score()
            router.interactor.subscribeUntilDeactivated()
            stage.visit(router)
        },
        LedgerScenario("sink(in:) ends in time") { stage in
            stage.visit(stage.score { $0.subscribeInItself() })
            stage.stream.send(2)
        },
        LedgerScenario("sink(in:) after the deactivation", tooLate) { stage in
            let router = stage.score()
            stage.visit(router)
            router.interactor.subscribeInItself()
        },
    ]

    static let confined = [
        LedgerScenario("confineTo is silent between two activations") { stage in
            let router = stage.score {
                if $0.activations == 1 { $0.confine(in: stage.elsewhere) }
            }
            stage.visit(router)
            stage.stream.send(2)
            stage.stay(router)
        },
        LedgerScenario("confineTo of a kept interactor is alive without harm", leaked) { stage in
            let router = stage.score { $0.confine(in: stage.elsewhere) }
            stage.visit(router)
            stage.atEnd { withExtendedLifetime(router) {} }
        },
        LedgerScenario("confineTo ends when the interactor is freed") { stage in
            stage.visit(stage.score { $0.confine(in: stage.elsewhere) })
            stage.stream.send(2)
        },
        LedgerScenario("confineTo stored in the interactor") { stage in
            stage.visit(stage.score { $0.confine(in: $0.kept) })
        },
        LedgerScenario("confineTo another interactor is that one's") { stage in
            stage.parent.interactor.activate()
            stage.visit(
                stage.score { $0.confine(to: stage.parent.interactor, in: stage.elsewhere) })
            stage.stream.send(2)
        },
        LedgerScenario("confineTo that lets a later operator's values through", fired) { stage in
            let answers = PassthroughSubject<Int, Never>()
            let router = stage.score {
                if $0.activations == 1 {
                    $0.confineRequests(answeredBy: answers, in: stage.elsewhere)
                }
            }
            stage.visit(router)
            answers.send(2)
            stage.stay(router)
        },
        LedgerScenario("confineTo had let the value through when the RIB was left") { stage in
            let sending = Sending(stage.stream)
            let router = stage.score {
                if $0.activations == 1 {
                    $0.confine(in: stage.elsewhere, handling: sending.pause)
                }
            }
            stage.parent.attachChild(router)
            sending.startAndHold()
            stage.parent.detachChild(router)
            sending.finish()
            stage.stay(router)
        },
        LedgerScenario("confineTo while another thread sends") { stage in
            let sender = Sender(stage.stream)
            let router = stage.score {
                if $0.activations == 1 { $0.confine(in: stage.elsewhere) }
            }
            sender.start()
            stage.visit(router, times: 100)
            sender.stop()
            stage.stay(router)
        },
    ]

    static let stored = [
        LedgerScenario("stored in the interactor, and freed with it") { stage in
            stage.visit(stage.score { $0.store(in: $0.kept) })
            stage.stream.send(2)
        },
        LedgerScenario("stored in an interactor that is kept", leaked, outlived) { stage in
            let router = stage.score { $0.store(in: $0.kept) }
            stage.visit(router)
            stage.atEnd { withExtendedLifetime(router) {} }
        },
        LedgerScenario("stored elsewhere", outlived) { stage in
            stage.visit(stage.score { $0.store(in: stage.elsewhere) })
        },
        LedgerScenario("stored elsewhere, and a value after the interactor is freed", fired) {
            stage in
            stage.visit(stage.score { $0.store(in: stage.elsewhere) })
            stage.stream.send(2)
        },
        LedgerScenario(
            "stored elsewhere, and three values",
            "fired-while-inactive ScoreInteractor at Parent/Score, 1× 3"
        ) { stage in
            stage.visit(stage.score { $0.store(in: stage.elsewhere) })
            for value in 2...4 { stage.stream.send(value) }
        },
        LedgerScenario("stored elsewhere, and a value while it is inactive", fired) { stage in
            let router = stage.score {
                if $0.activations == 1 { $0.store(in: stage.elsewhere) }
            }
            stage.visit(router)
            stage.stream.send(2)
            stage.stay(router)
        },
        LedgerScenario("stored elsewhere, and cancelled by hand") { stage in
            stage.visit(stage.score { $0.store(in: stage.elsewhere) })
            stage.elsewhere.cancelAll()
        },
        LedgerScenario("stored elsewhere, fired, and cancelled by hand", fired) { stage in
            stage.visit(stage.score { $0.store(in: stage.elsewhere) })
            stage.stream.send(2)
            stage.elsewhere.cancelAll()
        },
        LedgerScenario("stored elsewhere, and completed") { stage in
            stage.visit(stage.score { $0.store(in: stage.elsewhere) })
            stage.stream.send(completion: .finished)
        },
        LedgerScenario("stored elsewhere by two RIBs of a type", "\(outlived), 2×") { stage in
            for _ in 1...2 {
                let router = stage.score { $0.store(in: stage.elsewhere) }
                stage.parent.attachChild(router)
                stage.parent.detachChild(router)
            }
        },
        LedgerScenario("two subscriptions of which one is stored elsewhere", outlived) { stage in
            stage.visit(
                stage.score {
                    $0.subscribeUntilDeactivated()
                    $0.store(in: stage.elsewhere)
                })
        },
        LedgerScenario(
            "two subscriptions of different chains, stored elsewhere", outlived, outlived
        ) { stage in
            stage.visit(
                stage.score {
                    $0.store(in: stage.elsewhere)
                    $0.storeFiltered(in: stage.elsewhere)
                })
        },
    ]

    static let attachedAgain = [
        LedgerScenario("alive in the second activation") { stage in
            let router = stage.score { if $0.activations == 1 { $0.store(in: $0.kept) } }
            stage.visit(router)
            stage.stay(router)
        },
        LedgerScenario("alive after the second activation too", outlived) { stage in
            let router = stage.score {
                if $0.activations == 1 { $0.store(in: stage.elsewhere) }
            }
            stage.visit(router, times: 2)
        },
        LedgerScenario("one more with each of two activations") { stage in
            let router = stage.score { $0.store(in: $0.kept) }
            stage.visit(router)
            stage.stay(router)
        },
        LedgerScenario(
            "one more with each of three activations",
            "accumulating-subscriptions ScoreInteractor at Parent/Score"
        ) { stage in
            let router = stage.score { $0.store(in: $0.kept) }
            // No value comes while it is inactive: that would say more.
            stage.visit(router, times: 2)
            stage.stay(router)
        },
        LedgerScenario("a new one instead of the last one's") { stage in
            let router = stage.score { $0.subscribeInsteadOfBefore() }
            stage.visit(router, times: 3)
            stage.stay(router)
        },
    ]

    static let resigning = [
        LedgerScenario("a value sent in willResignActive to what ends then") { stage in
            let router = stage.score { $0.subscribeUntilDeactivated() }
            router.interactor.whenResigning = { $0.stream.send(2) }
            stage.visit(router)
        },
        LedgerScenario("a value sent in willResignActive to what is cancelled later") { stage in
            let router = stage.score { $0.store(in: stage.elsewhere) }
            router.interactor.whenResigning = { $0.stream.send(2) }
            stage.visit(router)
            stage.elsewhere.cancelAll()
        },
        LedgerScenario("that the interactor itself says to be inactive") { stage in
            stage.visit(stage.score { $0.followOwnActivity(in: stage.elsewhere) })
        },
        LedgerScenario("cancelOnDeactivate in willResignActive") { stage in
            let router = stage.score()
            router.interactor.whenResigning = { $0.subscribeUntilDeactivated() }
            stage.visit(router)
            stage.stream.send(2)
        },
        LedgerScenario("tracked in willResignActive and stored elsewhere", outlived) { stage in
            let router = stage.score()
            router.interactor.whenResigning = { $0.track(in: stage.elsewhere) }
            stage.visit(router)
        },
    ]

    static let threads = [
        LedgerScenario("another thread sends all the time") { stage in
            let sender = Sender(stage.stream)
            let router = stage.score { $0.subscribeUntilDeactivated() }
            sender.start()
            for _ in 1...50 {
                stage.parent.attachChild(router)
                stage.parent.detachChild(router)
            }
            sender.stop()
        },
        LedgerScenario("another thread's value was on its way when it was cancelled") { stage in
            let sending = Sending(stage.stream)
            let router = stage.score { $0.subscribeUntilDeactivated(handling: sending.pause) }
            stage.parent.attachChild(router)
            sending.startAndHold()
            stage.parent.detachChild(router)
            sending.finish()
        },
        LedgerScenario("another thread's value arrives after the deactivation", fired) { stage in
            let sending = Sending(stage.stream)
            let router = stage.score {
                $0.store(in: stage.elsewhere, handling: sending.pause)
            }
            stage.parent.attachChild(router)
            sending.startAndHold()
            stage.parent.detachChild(router)
            sending.finish()
        },
        LedgerScenario("another thread's value arrives before the deactivation", outlived) {
            stage in
            let router = stage.score { $0.store(in: stage.elsewhere) }
            stage.parent.attachChild(router)
            stage.sendElsewhere()
            stage.parent.detachChild(router)
        },
        LedgerScenario("another thread's value arrives during willResignActive") { stage in
            let router = stage.score { $0.store(in: stage.elsewhere) }
            router.interactor.whenResigning = { _ in stage.sendElsewhere() }
            stage.visit(router)
            stage.elsewhere.cancelAll()
        },
        LedgerScenario("another thread sends after the deactivation", fired) { stage in
            stage.visit(stage.score { $0.store(in: stage.elsewhere) })
            stage.sendElsewhere()
        },
        LedgerScenario("another thread sends between two activations, once it is cancelled") {
            stage in
            let router = stage.score { $0.subscribeUntilDeactivated() }
            stage.visit(router)
            stage.sendElsewhere()
            stage.stay(router)
        },
    ]
}
