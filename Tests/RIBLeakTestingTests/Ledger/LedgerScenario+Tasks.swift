// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RIBs

private let fired = "fired-while-inactive ScoreInteractor at Parent/Score, 1× 1"

/// Subscriptions of tasks that loop over values: they are made on another thread, and have no closure.
extension LedgerScenario {
    /// Attaches a RIB, has a loop take the first value, detaches the RIB and sends another one.
    ///
    /// - Parameter begin: Makes the task, and has it call `took` for each value.
    private static func loop(
        _ name: String, _ expected: String..., untilSecond isTaken: Bool = true,
        begin: @escaping @Sendable (ScoreInteractor, ScoreLoop) -> Task<Void, Never>
    ) -> LedgerScenario {
        LedgerScenario(name, expected) { stage in
            let loop = ScoreLoop(other: stage.parent.interactor)
            let router = stage.score { loop.task = begin($0, loop) }
            stage.parent.attachChild(router)
            loop.waitForValue()
            stage.parent.detachChild(router)
            loop.scores.send(2)
            if isTaken { loop.waitForValue() }
            stage.atEnd { loop.task?.cancel() }
        }
    }

    static let loops = [
        loop("a task that loops over values with weak self", fired) { $0.loop($1) },
        loop("a task that sinks with weak self", fired) { $0.sinkInTask($1) },

        // What follows is none.
        loop("a task that loops over values and is cancelled in time", untilSecond: false) {
            interactor, loop in
            interactor.whenResigning = { _ in loop.task?.cancel() }
            return interactor.loop(loop)
        },
        loop("a task that is at work with a value when it is cancelled", untilSecond: false) {
            interactor, loop in
            interactor.whenResigning = { _ in loop.task?.cancel() }
            return interactor.loopWorking(loop)
        },
        loop("a task with weak self in which a service loops") { $0.letServiceLoop($1) },
        loop("a task that loops over values and captures two interactors") {
            $0.loopForTwo($1)
        },
        loop("a task of a free function that captures the interactor") {
            loopByFunction($1, for: $0)
        },
        loop("a task that loops over values and captures nobody") { $0.loopForNobody($1) },
    ]
}

/// What a loop takes its values from, and who waits for them.
final class ScoreLoop: @unchecked Sendable {
    // Safe: subjects and semaphores may be used on any thread. Everything else is used on the
    // test's thread, or by its one task while the test waits.
    let scores = CurrentValueSubject<Int, Never>(0)
    nonisolated(unsafe) let other: Interactor
    var task: Task<Void, Never>?
    private var sum = 0
    private let hasValue = DispatchSemaphore(value: 0)
    private var bag: Set<AnyCancellable> = []

    init(other: Interactor) {
        self.other = other
    }

    func took(_ value: Int) { hasValue.signal() }
    func waitForValue() { hasValue.wait() }
    /// Takes some tens of milliseconds of processor time in a debug build.
    func work() { sum = (0..<1_000_000).reduce(sum, &+) }

    func keep(_ token: AnyCancellable) { token.store(in: &bag) }

    /// Runs for a service, without any interactor.
    func run() async {
        for await score in scores.values { took(score) }
    }
}

extension ScoreInteractor {
    fileprivate func loop(_ loop: ScoreLoop) -> Task<Void, Never> {
        // Safe here and below: a weak reference may be read on any thread, and only the task uses
        // what `show` changes.
        nonisolated(unsafe) weak let me = self
        return Task {
            for await score in loop.scores.values {
                me?.show()
                loop.took(score)
            }
        }
    }

    /// Works on after its cancellation, so that its values end later.
    fileprivate func loopWorking(_ loop: ScoreLoop) -> Task<Void, Never> {
        nonisolated(unsafe) weak let me = self
        return Task {
            for await score in loop.scores.values {
                me?.show()
                loop.took(score)
                while !Task.isCancelled {}
                loop.work()
            }
        }
    }

    fileprivate func sinkInTask(_ loop: ScoreLoop) -> Task<Void, Never> {
        nonisolated(unsafe) weak let me = self
        return Task {
            loop.keep(loop.scores.sink { loop.took($0) })
            me?.show()
        }
    }

    fileprivate func letServiceLoop(_ loop: ScoreLoop) -> Task<Void, Never> {
        nonisolated(unsafe) weak let me = self
        return Task {
            await loop.run()
            me?.show()
        }
    }

    fileprivate func loopForTwo(_ loop: ScoreLoop) -> Task<Void, Never> {
        nonisolated(unsafe) weak let me = self
        nonisolated(unsafe) weak let other = loop.other
        return Task {
            for await score in loop.scores.values {
                me?.show()
                withExtendedLifetime(other) {}
                loop.took(score)
            }
        }
    }

    fileprivate func loopForNobody(_ loop: ScoreLoop) -> Task<Void, Never> {
        Task { for await score in loop.scores.values { loop.took(score) } }
    }
}

private func loopByFunction(
    _ loop: ScoreLoop, for interactor: ScoreInteractor
) -> Task<Void, Never> {
    nonisolated(unsafe) weak let me = interactor
    return Task {
        for await score in loop.scores.values {
            me?.show()
            loop.took(score)
        }
    }
}
