// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RIBTrace

/// The searches for what keeps those alive that outlived a deadline.
///
/// They run one after the other on a queue of their own: a search may take seconds, in which further
/// deadlines are judged. What comes meanwhile is searched for together by the next.
final class DeadlineSearches: Sendable {
    private struct State {
        var waiting: [Expectations.Survivor] = []
        var isUnderWay = false
    }

    private let state = Protected(State())
    private let queue = DispatchQueue(label: "ribleak.searches", qos: .utility)

    /// Has survivors searched for, soon.
    ///
    /// Of very many the first are; the judgement at the process's end searches for the others.
    ///
    /// - Parameter search: Searches for some. Called on another thread.
    func add(
        _ survivors: [Expectations.Survivor],
        _ search: @escaping @Sendable ([Expectations.Survivor]) -> Void
    ) {
        let isFirst = state.withLock { state in
            let room = max(0, RetainSearch.mostTargets - state.waiting.count)
            state.waiting += survivors.prefix(room)
            guard !state.waiting.isEmpty, !state.isUnderWay else { return false }
            state.isUnderWay = true
            return true
        }
        guard isFirst else { return }
        queue.async { [self] in
            while let survivors = next() { search(survivors) }
        }
    }

    private func next() -> [Expectations.Survivor]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isUnderWay = false
                return nil
            }
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// Returns when those have been searched for that were added before.
    func finish() { queue.sync {} }
}

extension RecordingSession {
    /// Writes what outlived its deadline, each object once, as a judgement of nothing else.
    ///
    /// Why it is alive is found out afterwards: a process that is killed meanwhile loses only that.
    func tick(at now: UInt64) {
        let overdue = expectations.tick(at: now)
        if overdue.needsMark { markMainQueue() }
        guard !overdue.survivors.isEmpty else { return }
        judgements.withLock { _ in
            for survivor in overdue.survivors {
                record(.stillAlive(survivor.id, expectedFor: survivor.expectedFor))
            }
            record(.settled(.deadline, scope: .none, unjudged: 0))
        }
        guard searchesHeap else { return }
        // What the look holds until the main thread lets go of it has a holder of its own.
        deadlineSearches.add(overdue.survivors.filter { !$0.isHeld }) { [self] survivors in
            let left = survivors.filter { expectations.contains($0.id) }
            OwnFrames.begin { recordRetention(of: left, frames: $0) }
        }
    }
}
