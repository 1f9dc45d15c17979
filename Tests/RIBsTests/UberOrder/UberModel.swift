// SPDX-License-Identifier: Apache-2.0

/// uber/RIBs-iOS 1.0 on RxSwift 6.9, as far as the order of effects goes, in as few rules as it has.
///
/// Source: its `Interactor`, `Router` and `Worker`, and RxSwift's `BehaviorSubject` and `Bag`.
final class UberModel: ScriptStage {
    /// A value and those who hear of its changes.
    private final class Subject {
        private(set) var value = false
        private var first: Listener?
        private var others: [Listener] = []
        private unowned let model: UberModel

        init(_ model: UberModel) { self.model = model }

        /// Adds a listener where the first place is free, or else behind all others.
        func add(_ listener: Listener) {
            if first == nil { first = listener } else { others.append(listener) }
            listener.isAdded = false
            listener.hear(value)
            listener.isAdded = true
            if listener.isOver { remove(listener) }
        }

        /// Removes a listener, which has its place as long as it hears its first value.
        func remove(_ listener: Listener) {
            listener.isOver = true
            guard listener.isAdded else { return }
            if first === listener { first = nil }
            others.removeAll { $0 === listener }
        }

        /// Changes the value and notifies the current listeners.
        func send(_ value: Bool) {
            self.value = value
            for listener in [first].compactMap({ $0 }) + others where !listener.isOver {
                // An earlier listener has changed the value and notified this one. So this one gets the
                // older value last.
                if self.value != value, listener.last != value { model.isBeyondCompare = true }
                listener.hear(value)
            }
        }
    }

    private final class Listener {
        private let act: (Bool) -> Void
        private(set) var last: Bool?
        var isAdded = true
        var isOver = false

        init(_ act: @escaping (Bool) -> Void) { self.act = act }

        /// Acts on no value twice in a row.
        func hear(_ value: Bool) {
            guard last != value, !isOver else { return }
            last = value
            act(value)
        }
    }

    private struct RIB {
        let activity: Subject
        var subscriptions = 0
        var isLoaded = false
        var isResigning = false
        var children: [Int] = []
        var listener: Listener?
    }

    private struct Worker {
        var isStarted = false
        var isAtWork = false
        var binding: Listener?
    }

    private unowned let play: ScriptPlay<UberModel>
    private var ribs: [RIB] = []
    private var workers = Array(repeating: Worker(), count: LifecycleScript.workers)
    /// True once uber's runtime did what ours does not do on purpose; "FromUber.md" says why.
    private(set) var isBeyondCompare = false

    init(_ play: ScriptPlay<UberModel>) {
        self.play = play
        ribs = (0..<LifecycleScript.ribs).map { _ in RIB(activity: Subject(self)) }
    }

    func isActive(_ rib: Int) -> Bool { ribs[rib].activity.value }
    func children(of rib: Int) -> [Int] { ribs[rib].children }

    func perform(_ action: LifecycleScript.Action) {
        switch action {
        case .attach(let child, let parent):
            ribs[parent].children.append(child)
            activate(child)
            load(child)
        case .detach(let child):
            let parent = ribs.indices.first { ribs[$0].children.contains(child) }
            deactivate(child)
            if let parent { ribs[parent].children.removeAll { $0 == child } }
        case .activate(let rib): activate(rib)
        case .deactivate(let rib): deactivate(rib)
        case .load(let rib): load(rib)
        case .start(let worker): start(worker)
        case .stop(let worker): stop(worker)
        case .listen(let rib): listen(rib)
        case .stopListening(let rib):
            if let listener = ribs[rib].listener { ribs[rib].activity.remove(listener) }
            ribs[rib].listener = nil
        case .subscribe(let rib): ribs[rib].subscriptions += 1
        }
    }

    // MARK: - Interactors

    private func activate(_ rib: Int) {
        guard !isActive(rib) else { return }
        ribs[rib].subscriptions = 0
        ribs[rib].activity.send(true)
        play.happened(.didBecomeActive, rib)
    }

    private func deactivate(_ rib: Int) {
        guard isActive(rib) else { return }
        if ribs[rib].isResigning {
            isBeyondCompare = true
            return
        }
        ribs[rib].isResigning = true
        play.happened(.willResignActive, rib)
        ribs[rib].isResigning = false
        for _ in 0..<ribs[rib].subscriptions { play.subscriptionEnded(of: rib) }
        ribs[rib].subscriptions = 0
        ribs[rib].activity.send(false)
    }

    private func listen(_ rib: Int) {
        guard ribs[rib].listener == nil else { return }
        let listener = Listener { [unowned play] in play.happened(.heard, rib, " \($0)") }
        ribs[rib].listener = listener
        ribs[rib].activity.add(listener)
    }

    // MARK: - Routers

    private func load(_ rib: Int) {
        guard !ribs[rib].isLoaded else { return }
        ribs[rib].isLoaded = true
        ribs[rib].activity.add(Listener { [unowned self] in setSubtree(rib, active: $0) })
        play.happened(.didLoad, rib)
    }

    private func setSubtree(_ rib: Int, active: Bool) {
        if active { activate(rib) } else { deactivate(rib) }
        for child in ribs[rib].children { setSubtree(child, active: active) }
    }

    // MARK: - Workers

    private func start(_ worker: Int) {
        guard !workers[worker].isStarted else { return }
        workers[worker].isStarted = true
        let activity = ribs[worker / 2].activity
        if let binding = workers[worker].binding {
            if !binding.isAdded { isBeyondCompare = true }
            activity.remove(binding)
        }
        let binding = Listener { [unowned self] isActive in
            isActive ? beginWork(of: worker) : endWork(of: worker)
        }
        workers[worker].binding = binding
        activity.add(binding)
    }

    private func stop(_ worker: Int) {
        guard workers[worker].isStarted else { return }
        workers[worker].isStarted = false
        endWork(of: worker)
    }

    private func beginWork(of worker: Int) {
        guard workers[worker].isStarted else { return }
        workers[worker].isAtWork = true
        play.happened(.didStart, worker / 2, " \(worker)")
    }

    private func endWork(of worker: Int) {
        guard workers[worker].isAtWork else { return }
        workers[worker].isAtWork = false
        play.happened(.didStop, worker / 2, " \(worker)")
    }
}
