// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Requests that wait for their turn, between the thread that reads messages and a worker.
///
/// `@unchecked Sendable`: everything that changes is in `state`, which is only touched while
/// `condition` is locked.
final class WorkQueue: @unchecked Sendable {
    /// Why a job is not taken.
    enum Refusal: Error, Equatable {
        /// So many wait already that the client must be out of its mind.
        case full
        /// A request that is not answered yet has the id.
        case idInUse(RequestID)
    }

    private struct State {
        var jobs: [Conversation.Job] = []
        /// Of all requests that wait, run or listen, whether the client still wants an answer.
        var open: [RequestID: Bool] = [:]
        /// Requests that never get an answer before the end.
        var listeners: [RequestID] = []
        var isClosed = false
    }

    /// How many requests may be unanswered at once.
    static let most = 64

    private let condition = NSCondition()
    private var state = State()

    private func locked<Result>(_ body: (inout State) -> Result) -> Result {
        condition.lock()
        defer { condition.unlock() }
        return body(&state)
    }

    /// Adds a job at the end.
    func add(_ job: Conversation.Job) throws(Refusal) {
        let refusal = locked { state -> Refusal? in
            if let refusal = Self.refusal(of: job.ids, in: state) { return refusal }
            for id in job.ids { state.open[id] = true }
            state.jobs.append(job)
            return nil
        }
        if let refusal { throw refusal }
        condition.signal()
    }

    /// Notes a request that stays open.
    func listen(_ id: RequestID) throws(Refusal) {
        let refusal = locked { state -> Refusal? in
            if let refusal = Self.refusal(of: [id], in: state) { return refusal }
            state.open[id] = true
            state.listeners.append(id)
            return nil
        }
        if let refusal { throw refusal }
    }

    private static func refusal(of ids: [RequestID], in state: State) -> Refusal? {
        if state.open.count + ids.count > most { return .full }
        if let twice = ids.first(where: { id in
            state.open[id] != nil || ids.count { $0 == id } > 1
        }) {
            return .idInUse(twice)
        }
        return nil
    }

    /// Notes that nobody waits for an answer any more. Unknown ids say nothing.
    func cancel(_ id: RequestID) {
        locked { state in
            if let place = state.listeners.firstIndex(of: id) {
                state.listeners.remove(at: place)
                state.open[id] = nil
            } else if state.open[id] != nil {
                state.open[id] = false
            }
        }
    }

    /// Whether the client still waits for the answer.
    func isWanted(_ id: RequestID) -> Bool { locked { $0.open[id] ?? false } }

    /// Forgets a request that is answered.
    ///
    /// - Returns: Whether the client still waited for the answer.
    func finish(_ id: RequestID) -> Bool { locked { $0.open.removeValue(forKey: id) ?? false } }

    /// No more jobs will come.
    func close() {
        locked { $0.isClosed = true }
        condition.signal()
    }

    /// The next job; waits for one. Nil when the queue is closed and all jobs were given.
    func next() -> Conversation.Job? {
        condition.lock()
        defer { condition.unlock() }
        while state.jobs.isEmpty, !state.isClosed { condition.wait() }
        return state.jobs.isEmpty ? nil : state.jobs.removeFirst()
    }

    /// The requests that were open to the end.
    var listeners: [RequestID] { locked { $0.listeners } }
}

extension Conversation.Job {
    fileprivate var ids: [RequestID] {
        parts.compactMap { part in
            if case .asked(let request, _) = part { request.id } else { nil }
        }
    }
}
