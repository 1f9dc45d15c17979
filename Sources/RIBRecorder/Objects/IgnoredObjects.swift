// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The objects that tests asked not to be judged for.
///
/// They are recorded like all others. Whoever judges a test leaves them out.
final class IgnoredObjects: Sendable {
    @TaskLocal fileprivate static var isIgnoring = false

    private let ids = Protected<Set<ObjectID>>([])
    /// How many calls of `ignoring` are running. Read first and without a lock: usually none.
    fileprivate let runningCalls = AtomicCounter()

    /// The objects made in such calls so far.
    var all: Set<ObjectID> { ids.withLock { $0 } }

    func contains(_ id: ObjectID) -> Bool { ids.withLock { $0.contains(id) } }

    /// Notes a new object, if it is to be ignored.
    func noteCreation(of id: ObjectID) {
        if runningCalls.value > 0, Self.isIgnoring { ids.withLock { _ = $0.insert(id) } }
    }
}

extension Recorder {
    /// The objects made in `ignoring` so far.
    package var ignoredObjects: Set<ObjectID> { withSession { $0.ignored.all } ?? [] }

    /// Runs `body`. No test is judged for the objects that it makes. Those that other tests make
    /// meanwhile are not left out.
    package func ignoring<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard let calls = session?.ignored.runningCalls else { return try body() }
        calls.increment()
        defer { calls.decrement() }
        return try IgnoredObjects.$isIgnoring.withValue(true, operation: body)
    }

    /// Same as the synchronous `ignoring`, for work that awaits.
    package func ignoring<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        guard let calls = session?.ignored.runningCalls else { return try await body() }
        calls.increment()
        defer { calls.decrement() }
        return try await IgnoredObjects.$isIgnoring.withValue(
            true, operation: body, isolation: isolation)
    }
}
