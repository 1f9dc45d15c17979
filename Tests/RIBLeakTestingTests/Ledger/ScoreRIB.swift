// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RIBs

/// What holds subscriptions.
final class Kept {
    var bag: Set<AnyCancellable> = []
    var others: [Any] = []

    func cancelAll() {
        bag = []
        for timer in others.compactMap({ $0 as? Timer }) { timer.invalidate() }
    }
}

final class ScoreRouter: Router<ScoreInteractor> {
    var token: AnyCancellable?
}

/// A class between the base class and the interactor, as apps have.
class BoardInteractor: Interactor {
    let stream: PassthroughSubject<Int, Never>

    init(stream: PassthroughSubject<Int, Never>) {
        self.stream = stream
    }

    @inline(never) func observeAsSuperclass(in kept: Kept) {
        stream.sink { _ in }.store(in: &kept.bag)
    }
}

/// An interactor that subscribes in the way that a scenario chooses.
///
/// The optimiser inlines none of it, as it inlines no app's code into its tests: it would make one
/// function of the scenarios' equal closures, of which nobody knows whose it is.
final class ScoreInteractor: BoardInteractor {
    let kept = Kept()
    /// Anything that it owns.
    var owned: [Any] = []
    private(set) var activations = 0
    var whenActive: (ScoreInteractor) -> Void = { _ in }
    var whenResigning: (ScoreInteractor) -> Void = { _ in }
    var whenFreed: () -> Void = {}
    private var latest: AnyCancellable?

    deinit { whenFreed() }

    override func didBecomeActive() {
        activations += 1
        whenActive(self)
    }

    override func willResignActive() {
        whenResigning(self)
    }

    var shown = 0

    func show() { shown += 1 }

    @inline(never) func subscribeUntilDeactivated(handling work: @escaping (Int) -> Int = { $0 }) {
        stream.map(work).sink { _ in }.cancelOnDeactivate(interactor: self)
    }

    @inline(never) func subscribeInItself() {
        stream.sink(in: self) { _ in }
    }

    @inline(never) func store(in kept: Kept, handling work: @escaping (Int) -> Int = { $0 }) {
        stream.map(work).sink { _ in }.store(in: &kept.bag)
    }

    @inline(never) func storeFiltered(in kept: Kept) {
        stream.filter { $0 > 0 }.sink { _ in }.store(in: &kept.bag)
    }

    /// Lets the one before go.
    @inline(never) func subscribeInsteadOfBefore() {
        latest = stream.sink { _ in }
    }

    @inline(never) func storeByFunction(in kept: Kept) {
        observeScores(stream, in: kept)
    }

    @inline(never) func followOwnActivity(in kept: Kept) {
        isActiveStream.sink { _ in }.store(in: &kept.bag)
    }

    @inline(never) func confine(in kept: Kept, handling work: @escaping (Int) -> Int = { $0 }) {
        stream.confineTo(self).map(work).sink { _ in }.store(in: &kept.bag)
    }

    @inline(never) func confine(to other: Interactor, in kept: Kept) {
        stream.confineTo(other).sink { _ in }.store(in: &kept.bag)
    }

    /// Confines the requests only, not the answers.
    @inline(never) func confineRequests(
        answeredBy answers: PassthroughSubject<Int, Never>, in kept: Kept
    ) {
        stream.confineTo(self).flatMap { _ in answers }.sink { _ in }.store(in: &kept.bag)
    }

    @inline(never) func track(in kept: Kept) {
        stream.sink { _ in }.tracked(by: self).store(in: &kept.bag)
    }

    func startTimer(in kept: Kept) -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource().tracked(by: self)
        timer.activate()
        kept.others.append(timer)
        return timer
    }

    func startFoundationTimer(in kept: Kept) -> Timer {
        let timer = Timer(timeInterval: 1000, repeats: true) { _ in }
        timer.tracked(by: self)
        kept.others.append(timer)
        return timer
    }

    /// As careful code does it, without handing the timer over.
    func startBareDispatchTimer(in kept: Kept) {
        let timer = DispatchSource.makeTimerSource()
        // Safe: the timer has no schedule, so its handler never runs.
        nonisolated(unsafe) weak let me = self
        timer.setEventHandler { me?.show() }
        timer.activate()
        kept.others.append(timer)
    }

    func observe(_ center: NotificationCenter) -> any NSObjectProtocol {
        center.addObserver(forName: .scoreDidChange, object: nil, queue: nil, trackedBy: self) {
            _ in
        }
    }

    /// A task that waits for values until it is cancelled.
    func awaitValues() {
        let (values, _) = AsyncStream.makeStream(of: Int.self)
        task(in: self) { for await _ in values {} }
    }

    /// A task that nobody can cancel.
    func awaitForEver(_ gate: Gate) {
        task(in: self) { await gate.wait() }
    }

    func beginWorkflow(_ first: AnyPublisher<(Int, Int), any Error>) -> AnyCancellable {
        let workflow = ScoreWorkflow()
        workflow.onStep { _ in first }.commit()
        return workflow.subscribe(1)
    }

    /// A workflow whose step subscribes to the scores as long as it runs.
    func beginObservingWorkflow() -> AnyCancellable {
        let workflow = ScoreWorkflow()
        workflow.onStep { [stream, unowned workflow] _ in
            stream.sink { _ in }.cancelWith(workflow: workflow)
            return Empty<(Int, Int), any Error>(completeImmediately: false).eraseToAnyPublisher()
        }.commit()
        return workflow.subscribe(1)
    }
}

final class ScoreWorkflow: Workflow<Int> {}

/// Subscribes on behalf of its caller.
private func observeScores(_ stream: PassthroughSubject<Int, Never>, in kept: Kept) {
    stream.sink { _ in }.store(in: &kept.bag)
}

/// Subscribes on behalf of an owner, which it names.
func trackScores(of owner: ScoreInteractor, in kept: Kept) {
    owner.stream.sink { _ in }.tracked(by: owner).store(in: &kept.bag)
}

/// A service of the whole app.
final class ScoreService {
    private let stream: PassthroughSubject<Int, Never>
    private let kept = Kept()

    init(stream: PassthroughSubject<Int, Never>) {
        self.stream = stream
    }

    func start() {
        stream.sink { _ in }.store(in: &kept.bag)
    }

    func startFiltered(in kept: Kept) {
        stream.filter { $0 > 0 }.sink { _ in }.store(in: &kept.bag)
    }
}

extension Notification.Name {
    static let scoreDidChange = Notification.Name("ScoreDidChange")
}

/// Keeps a task waiting until it is opened.
final class Gate: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    }

    /// Waits in a separate task, which is not cancelled with the waiting one.
    func wait() async {
        await Task.detached { [stream] in for await _ in stream {} }.value
    }

    func open() {
        continuation.finish()
    }
}
