// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBs

/// What a scenario plays with: a tree to attach RIBs to, a stream, and a place outside all RIBs.
final class LedgerStage {
    let parent = makeParent()
    let stream = PassthroughSubject<Int, Never>()
    /// Outlives all RIBs of the scenario.
    let elsewhere = Kept()
    /// Undone after the judgement.
    private var cleanups: [() -> Void] = []

    /// A RIB that does something when it becomes active.
    func score(_ whenActive: @escaping (ScoreInteractor) -> Void = { _ in }) -> ScoreRouter {
        let interactor = ScoreInteractor(stream: stream)
        interactor.whenActive = whenActive
        return ScoreRouter(interactor: interactor)
    }

    /// A RIB with a worker that does something when it starts.
    func game(_ whenStarted: @escaping (GameWorker) -> Void) -> GameRouter {
        let router = GameBuilder(dependency: ShellComponent()).build { $0.ownWorker }
        router.interactor.worker?.whenStarted = whenStarted
        return router
    }

    /// Attaches a RIB, has a value sent, and detaches it; some times.
    func visit(_ router: some Routing, times: Int = 1) {
        for _ in 1...times {
            parent.attachChild(router)
            stream.send(1)
            parent.detachChild(router)
        }
    }

    /// Ends a scenario in which a RIB stays attached.
    func stay(_ router: some Routing) {
        parent.attachChild(router)
        stream.send(1)
        atEnd { [parent] in parent.detachChild(router) }
    }

    /// Runs `body` after the judgement.
    func atEnd(_ body: @escaping () -> Void) { cleanups.append(body) }

    func cleanUp() {
        for cleanup in cleanups { cleanup() }
        cleanups = []
        elsewhere.cancelAll()
        elsewhere.others = []
    }

    /// Sends a value on another thread and waits for its delivery.
    func sendElsewhere() {
        let sending = Sending(stream)
        sending.start()
        sending.finish()
    }
}

/// Sends one value on a new thread.
///
/// A subscription that passes it through `pause(_:)` holds it there until `finish()`.
final class Sending: @unchecked Sendable {
    // Safe: a subject is safe to send to, and semaphores order all else.
    private let stream: PassthroughSubject<Int, Never>
    private let isPassing = DispatchSemaphore(value: 0)
    private let mayGoOn = DispatchSemaphore(value: 0)
    private let isDone = DispatchSemaphore(value: 0)
    private var wasHeld = false

    init(_ stream: PassthroughSubject<Int, Never>) {
        self.stream = stream
    }

    func start() {
        Thread.detachNewThread { [self] in
            stream.send(9)
            isDone.signal()
        }
    }

    /// Starts, and waits until the value is held.
    func startAndHold() {
        start()
        isPassing.wait()
    }

    /// Holds the value of the other thread, once, and no other value.
    func pause(_ value: Int) -> Int {
        if value == 9, !wasHeld {
            wasHeld = true
            isPassing.signal()
            mayGoOn.wait()
        }
        return value
    }

    func finish() {
        mayGoOn.signal()
        isDone.wait()
    }
}

/// Sends values on a new thread until it is stopped.
final class Sender: @unchecked Sendable {
    // Safe: the subject is safe to send to, and the rest is locked.
    private let stream: PassthroughSubject<Int, Never>
    private let lock = NSLock()
    private let isDone = DispatchSemaphore(value: 0)
    private var isStopped = false

    init(_ stream: PassthroughSubject<Int, Never>) {
        self.stream = stream
    }

    func start() {
        Thread.detachNewThread { [self] in
            while !lock.withLock({ isStopped }) { stream.send(3) }
            isDone.signal()
        }
    }

    func stop() {
        lock.withLock { isStopped = true }
        isDone.wait()
    }
}

/// Runs `body` on a new thread, and waits for it.
func onAnotherThread(_ body: @escaping () -> Void) {
    // Safe, because only one of the two threads runs at a time.
    nonisolated(unsafe) let body = body
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        body()
        done.signal()
    }
    done.wait()
}
