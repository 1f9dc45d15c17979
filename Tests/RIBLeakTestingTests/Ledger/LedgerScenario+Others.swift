// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBs

private let fired = "fired-while-inactive ScoreInteractor at Parent/Score, 1× 1"
private let outlived = "outlived-interactor ScoreInteractor at Parent/Score"
private let tooLate = "subscribed-while-inactive ScoreInteractor at Parent/Score"
private let workerOutlived = "outlived-interactor GameWorker at Parent/Game"

/// More than plain subscriptions of an interactor: workers, workflows, tasks, timers and others.
extension LedgerScenario {
    static let all =
        ending + confined + stored + attachedAgain + resigning + threads + workers + workflows
        + tasks + timers + explicit + others + captured + forgotten + plain + multicast
        + kept + loops + made

    static let workers = [
        LedgerScenario("a worker's subscription stored elsewhere", workerOutlived) { stage in
            stage.visit(stage.game { $0.observe(stage.stream, in: &stage.elsewhere.bag) })
        },
        LedgerScenario(
            "a worker's subscription stored elsewhere, and a value",
            "fired-while-inactive GameWorker at Parent/Game, 1× 1"
        ) { stage in
            stage.visit(stage.game { $0.observe(stage.stream, in: &stage.elsewhere.bag) })
            stage.stream.send(2)
        },
        LedgerScenario("cancelOnStop ends in time") { stage in
            stage.visit(stage.game { $0.observeWhileStarted(stage.stream) })
            stage.stream.send(2)
        },
        LedgerScenario("a worker's sink(in:) ends in time") { stage in
            stage.visit(stage.game { worker in stage.stream.sink(in: worker) { _ in } })
            stage.stream.send(2)
        },
        LedgerScenario(
            "cancelOnStop after the stop", "subscribed-while-inactive GameWorker at Parent/Game"
        ) { stage in
            let router = stage.game { _ in }
            stage.visit(router)
            router.interactor.worker?.observeWhileStarted(stage.stream)
        },
        LedgerScenario("a worker that is stopped while its interactor goes on", workerOutlived) {
            stage in
            let router = stage.game { $0.observe(stage.stream, in: &stage.elsewhere.bag) }
            stage.parent.attachChild(router)
            router.interactor.worker?.stop()
            stage.atEnd { stage.parent.detachChild(router) }
        },
        LedgerScenario("a worker's subscription goes on in its second work") { stage in
            var isFirst = true
            let router = stage.game {
                if isFirst { $0.observe(stage.stream, in: &stage.elsewhere.bag) }
                isFirst = false
            }
            stage.visit(router)
            stage.stay(router)
        },
    ]

    static let workflows = [
        LedgerScenario("a workflow that ends with its interactor") { stage in
            let never = PassthroughSubject<(Int, Int), any Error>()
            stage.visit(
                stage.score {
                    $0.beginWorkflow(never.eraseToAnyPublisher())
                        .cancelOnDeactivate(interactor: $0)
                })
        },
        LedgerScenario("what a workflow's step subscribes to ends with it") { stage in
            stage.visit(
                stage.score { $0.beginObservingWorkflow().cancelOnDeactivate(interactor: $0) })
            stage.stream.send(2)
        },
        LedgerScenario(
            "a workflow that is stored elsewhere", "leaked-workflow ScoreWorkflow at Parent/Score"
        ) { stage in
            stage.visit(
                stage.score { $0.beginObservingWorkflow().store(in: &stage.elsewhere.bag) })
            stage.stream.send(2)
        },
        LedgerScenario("a workflow that was over before the deactivation") { stage in
            let item = Just((1, 1)).setFailureType(to: (any Error).self).eraseToAnyPublisher()
            stage.visit(
                stage.score { $0.beginWorkflow(item).store(in: &stage.elsewhere.bag) })
        },
    ]

    static let tasks = [
        LedgerScenario("a task that ends when it is cancelled") { stage in
            stage.visit(stage.score { $0.awaitValues() })
        },
        LedgerScenario("a task that goes on though it is cancelled", outlived) { stage in
            let gate = Gate()
            stage.visit(stage.score { $0.awaitForEver(gate) })
            stage.atEnd { gate.open() }
        },
        LedgerScenario("a task of an inactive interactor", tooLate) { stage in
            let router = stage.score()
            stage.visit(router)
            router.interactor.awaitValues()
        },
    ]

    static let timers = [
        LedgerScenario("a dispatch timer that goes on", outlived) { stage in
            stage.visit(stage.score { _ = $0.startTimer(in: stage.elsewhere) })
        },
        LedgerScenario("a dispatch timer that is cancelled") { stage in
            let router = stage.score { interactor in
                let timer = interactor.startTimer(in: stage.elsewhere)
                interactor.whenResigning = { _ in timer.cancel() }
            }
            stage.visit(router)
        },
        LedgerScenario("a dispatch timer that is freed") { stage in
            stage.visit(
                stage.score { interactor in
                    interactor.startTimer(in: interactor.kept).cancel()
                })
        },
        LedgerScenario("a timer that is valid", outlived) { stage in
            stage.visit(stage.score { _ = $0.startFoundationTimer(in: stage.elsewhere) })
        },
        LedgerScenario("a timer that is invalidated") { stage in
            let router = stage.score { interactor in
                let timer = interactor.startFoundationTimer(in: stage.elsewhere)
                interactor.whenResigning = { _ in timer.invalidate() }
            }
            stage.visit(router)
        },
        LedgerScenario("a bare timer with weak self that ticks on", outlived) { stage in
            stage.visit(stage.score { $0.startBareTimer(in: stage.elsewhere) })
            stage.elsewhere.tick()
        },
        LedgerScenario(
            "a bare timer of a worker's with weak self that ticks on",
            "outlived-interactor GameWorker at Parent/Game"
        ) { stage in
            stage.visit(stage.game { $0.startBareTimer(in: stage.elsewhere) })
            stage.elsewhere.tick()
        },
        LedgerScenario("a bare timer that may end itself at its next tick") { stage in
            stage.visit(stage.score { $0.startBareTimer(every: 1000, in: stage.elsewhere) })
        },
        LedgerScenario("a bare timer that ends itself at its next tick") { stage in
            stage.visit(stage.score { $0.startCarefulTimer(in: stage.elsewhere) })
            stage.elsewhere.tick()
        },
        LedgerScenario("a bare timer that ticks once") { stage in
            stage.visit(stage.score { $0.startBareTimer(repeats: false, in: stage.elsewhere) })
        },
        LedgerScenario("a bare timer that stops with the RIB") { stage in
            stage.visit(
                stage.score { interactor in
                    let timer = interactor.startBareTimer(in: stage.elsewhere)
                    interactor.whenResigning = { _ in timer.invalidate() }
                })
        },
        LedgerScenario("a bare timer that stops with the interactor") { stage in
            stage.visit(
                stage.score { interactor in
                    let timer = interactor.startBareTimer(in: stage.elsewhere)
                    interactor.whenFreed = { timer.invalidate() }
                })
        },
        LedgerScenario("a bare timer of the parent's that looks at a child") { stage in
            stage.visit(stage.score { stage.parent.interactor.watch($0, in: stage.elsewhere) })
            stage.elsewhere.tick()
        },
        LedgerScenario("a bare timer that was handed over", outlived) { stage in
            stage.visit(
                stage.score { $0.startBareTimer(in: stage.elsewhere).tracked(by: $0) })
            stage.elsewhere.tick()
        },
        LedgerScenario("a bare dispatch timer with weak self is not known") { stage in
            stage.visit(stage.score { $0.startBareDispatchTimer(in: stage.elsewhere) })
        },
        LedgerScenario("an observer of notifications that is removed") { stage in
            let center = NotificationCenter()
            let router = stage.score { interactor in
                let token = interactor.observe(center)
                interactor.whenResigning = { _ in center.removeObserver(token) }
            }
            stage.parent.attachChild(router)
            center.post(name: .scoreDidChange, object: nil)
            stage.parent.detachChild(router)
            center.post(name: .scoreDidChange, object: nil)
        },
        LedgerScenario("an observer of notifications of which none comes") { stage in
            let center = NotificationCenter()
            stage.visit(stage.score { stage.elsewhere.others.append($0.observe(center)) })
            stage.atEnd { withExtendedLifetime(center) {} }
        },
        LedgerScenario("an observer of notifications of which one comes", fired) { stage in
            let center = NotificationCenter()
            stage.visit(stage.score { stage.elsewhere.others.append($0.observe(center)) })
            center.post(name: .scoreDidChange, object: nil)
            stage.atEnd { withExtendedLifetime(center) {} }
        },
    ]

    static let explicit = [
        LedgerScenario("tracked(by:) stands once in the ledger", outlived) { stage in
            stage.visit(stage.score { $0.track(in: stage.elsewhere) })
        },
        LedgerScenario("tracked(by:) of what is followed, and a value", fired) { stage in
            stage.visit(stage.score { $0.track(in: stage.elsewhere) })
            stage.stream.send(2)
        },
        LedgerScenario("tracked(by:) in a function of no type", outlived) { stage in
            stage.visit(stage.score { trackScores(of: $0, in: stage.elsewhere) })
        },
        LedgerScenario("tracked(by:) stored in the interactor") { stage in
            stage.visit(stage.score { $0.track(in: $0.kept) })
        },
        LedgerScenario("tracked(by:) without tracking", outlived, untracked: true) { stage in
            stage.visit(stage.score { $0.track(in: stage.elsewhere) })
            stage.stream.send(2)
        },
        LedgerScenario("sink(in:) without tracking", untracked: true) { stage in
            stage.visit(stage.score { $0.subscribeInItself() })
            stage.stream.send(2)
        },
        LedgerScenario("sink(in:) too late without tracking", tooLate, untracked: true) {
            stage in
            let router = stage.score()
            stage.visit(router)
            router.interactor.subscribeInItself()
        },
        LedgerScenario("confineTo without tracking", untracked: true) { stage in
            let router = stage.score {
                if $0.activations == 1 { $0.confine(in: stage.elsewhere) }
            }
            stage.visit(router)
            stage.stream.send(2)
            stage.stay(router)
        },
        LedgerScenario(
            "confineTo without tracking, while another thread sends", untracked: true
        ) {
            stage in
            let sender = Sender(stage.stream)
            let router = stage.score {
                if $0.activations == 1 { $0.confine(in: stage.elsewhere) }
            }
            sender.start()
            stage.visit(router, times: 100)
            sender.stop()
            stage.stay(router)
        },
        LedgerScenario("tracking is switched off while a subscription lives") { stage in
            let router = stage.score { $0.store(in: stage.elsewhere) }
            stage.parent.attachChild(router)
            SubscriptionTracking.disable()
            stage.parent.detachChild(router)
            stage.stream.send(2)
        },
        LedgerScenario("tracking is switched on late", untracked: true) { stage in
            let router = stage.score { $0.store(in: stage.elsewhere) }
            stage.parent.attachChild(router)
            SubscriptionTracking.enable()
            stage.parent.detachChild(router)
            stage.stream.send(2)
        },
        LedgerScenario("a plain sink without tracking is not known", untracked: true) {
            stage in
            stage.visit(stage.score { $0.store(in: stage.elsewhere) })
            stage.stream.send(2)
        },
    ]

    static let others = [
        LedgerScenario("what a service keeps is the service's") { stage in
            let service = ScoreService(stream: stage.stream)
            stage.visit(stage.score { _ in service.start() })
            stage.stream.send(2)
            stage.atEnd { withExtendedLifetime(service) {} }
        },
        LedgerScenario("what a superclass keeps is the interactor's", outlived) { stage in
            stage.visit(stage.score { $0.observeAsSuperclass(in: stage.elsewhere) })
        },
    ]

    static let plain = [
        LedgerScenario("a RIB without base classes that disposes in time") { stage in
            let (root, counter) = (AppRIB(), CounterRIB())
            root.didAttach(to: nil)
            counter.didAttach(to: root)
            counter.observe(stage.stream)
            counter.dispose()
            counter.didDetach()
            stage.stream.send(2)
            stage.atEnd { root.didDetach() }
        },
        LedgerScenario(
            "a RIB without base classes whose subscription is stored elsewhere",
            "fired-while-inactive CounterRIB at App/Counter, 1× 1"
        ) { stage in
            let root = AppRIB()
            root.didAttach(to: nil)
            leave(CounterRIB(), of: root, with: stage)
            stage.stream.send(2)
            stage.atEnd { root.didDetach() }
        },
    ]

    private static func leave(_ counter: CounterRIB, of root: AppRIB, with stage: LedgerStage) {
        counter.didAttach(to: root)
        counter.observe(stage.stream)
        stage.elsewhere.bag.formUnion(counter.subscriptions)
        counter.didDetach()
    }
}
