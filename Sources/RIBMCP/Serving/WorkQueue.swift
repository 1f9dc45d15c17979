// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText

/// Requests that wait for their turn, between the thread that reads messages and a worker.
///
/// `@unchecked Sendable`: everything that changes is only touched while `condition` is locked.
final class WorkQueue: @unchecked Sendable {
    /// How many requests may be unanswered at once.
    static let most = 64

    private let condition = NSCondition()
    private var jobs: [Conversation.Job] = []
    /// Of all requests that wait, run or listen, whether the client still wants an answer.
    private var open: [JSONValue: Bool] = [:]
    /// Requests that never get an answer before the end.
    private var silent: [JSONValue] = []
    private var isClosed = false

    /// Adds a job at the end.
    func add(_ job: Conversation.Job) throws(ProtocolError) {
        let ids = job.parts.compactMap { part -> JSONValue? in
            if case .asked(let request, _) = part { request.id } else { nil }
        }
        condition.lock()
        defer { condition.unlock() }
        try open(ids, refusing: job.isBatch ? nil : ids.first)
        jobs.append(job)
        condition.signal()
    }

    /// Notes a request that stays open.
    func listen(_ id: JSONValue) throws(ProtocolError) {
        condition.lock()
        defer { condition.unlock() }
        try open([id], refusing: id)
        silent.append(id)
    }

    /// Notes requests that are not answered yet, while it is locked.
    ///
    /// - Parameter refused: The request to answer to when there are too many; nil for several.
    /// - Throws: When so many wait already that the client must be out of its mind, or when a
    ///   request that is not answered yet has the id.
    private func open(
        _ ids: [JSONValue], refusing refused: JSONValue?
    ) throws(ProtocolError) {
        guard open.count + ids.count <= Self.most else {
            let reason = "\(Self.most) requests wait already; wait for answers"
            throw ProtocolError(.internalError, reason, id: refused)
        }
        for id in ids where open[id] != nil || ids.count(where: { $0 == id }) > 1 {
            let reason = "a request with this id is not answered yet; use another"
            throw ProtocolError(.invalidRequest, reason, id: id)
        }
        for id in ids { open[id] = true }
    }

    /// Notes that nobody waits for an answer any more. Unknown ids say nothing.
    func cancel(_ id: JSONValue) {
        condition.withLock {
            if let place = silent.firstIndex(of: id) {
                silent.remove(at: place)
                open[id] = nil
            } else if open[id] != nil {
                open[id] = false
            }
        }
    }

    /// Whether the client still waits for the answer.
    func isWanted(_ id: JSONValue) -> Bool { condition.withLock { open[id] ?? false } }

    /// Forgets a request that is answered, and says whether the client still waited for that.
    func finish(_ id: JSONValue) -> Bool {
        condition.withLock { open.removeValue(forKey: id) ?? false }
    }

    /// No more jobs will come.
    func close() {
        condition.withLock { isClosed = true }
        condition.signal()
    }

    /// The next job; waits for one. Nil when the queue is closed and all jobs were given.
    func next() -> Conversation.Job? {
        condition.withLock {
            while jobs.isEmpty, !isClosed { condition.wait() }
            return jobs.isEmpty ? nil : jobs.removeFirst()
        }
    }

    /// The requests that were open to the end.
    var listeners: [JSONValue] { condition.withLock { silent } }
}
