// SPDX-License-Identifier: Apache-2.0

import RIBs

/// This package's own runtime.
final class OwnStage: ScriptStage {
    private final class ScriptInteractor: Interactor {
        private let happened: (LifecycleScript.Callback) -> Void

        init(_ happened: @escaping (LifecycleScript.Callback) -> Void) {
            self.happened = happened
        }

        override func didBecomeActive() { happened(.didBecomeActive) }
        override func willResignActive() { happened(.willResignActive) }
    }

    private final class ScriptRouter: Router<ScriptInteractor> {
        private let happened: (LifecycleScript.Callback) -> Void

        init(_ happened: @escaping (LifecycleScript.Callback) -> Void) {
            self.happened = happened
            super.init(interactor: ScriptInteractor(happened))
        }

        override func didLoad() { happened(.didLoad) }
    }

    private final class ScriptWorker: Worker {
        private let happened: (LifecycleScript.Callback) -> Void

        init(_ happened: @escaping (LifecycleScript.Callback) -> Void) {
            self.happened = happened
        }

        override func didStart(_ interactorScope: any InteractorScope) { happened(.didStart) }
        override func didStop() { happened(.didStop) }
    }

    private final class Listener {
        var token: AnyCancellable?
        var isOver = false
    }

    private unowned let play: ScriptPlay<OwnStage>
    private var routers: [ScriptRouter] = []
    private var workers: [ScriptWorker] = []
    private var listeners: [Int: Listener] = [:]
    private let events = PassthroughSubject<Void, Never>()

    init(_ play: ScriptPlay<OwnStage>) {
        self.play = play
        routers = (0..<LifecycleScript.ribs).map { rib in
            ScriptRouter { [unowned play] in play.happened($0, rib) }
        }
        workers = (0..<LifecycleScript.workers).map { worker in
            ScriptWorker { [unowned play] in play.happened($0, worker / 2, " \(worker)") }
        }
    }

    func isActive(_ rib: Int) -> Bool { routers[rib].interactor.isActive }

    func children(of rib: Int) -> [Int] {
        routers[rib].children.compactMap { child in routers.firstIndex { $0 === child } }
    }

    func perform(_ action: LifecycleScript.Action) {
        switch action {
        case .attach(let child, let parent): routers[parent].attachChild(routers[child])
        case .detach(let child):
            let parent = routers.first { $0.children.contains { $0 === routers[child] } }
            parent?.detachChild(routers[child])
        case .activate(let rib): routers[rib].interactor.activate()
        case .deactivate(let rib): routers[rib].interactor.deactivate()
        case .load(let rib): routers[rib].load()
        case .start(let worker): workers[worker].start(routers[worker / 2].interactor)
        case .stop(let worker): workers[worker].stop()
        case .listen(let rib): listen(rib)
        case .stopListening(let rib): stopListening(rib)
        case .subscribe(let rib):
            events.handleEvents(receiveCancel: { [unowned play] in
                play.subscriptionEnded(of: rib)
            }).sink {}.cancelOnDeactivate(interactor: routers[rib].interactor)
        }
    }

    private func listen(_ rib: Int) {
        guard listeners[rib] == nil else { return }
        // Known before the first value, which may already end it.
        let listener = Listener()
        listeners[rib] = listener
        listener.token = routers[rib].interactor.isActiveStream.sink {
            [unowned play, weak listener] in
            if listener?.isOver == false { play.happened(.heard, rib, " \($0)") }
        }
        if listener.isOver { listener.token = nil }
    }

    private func stopListening(_ rib: Int) {
        guard let listener = listeners.removeValue(forKey: rib) else { return }
        listener.isOver = true
        listener.token = nil
    }
}
