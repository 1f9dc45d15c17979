import RIBTrace

/// The objects that tests made without wanting them judged.
///
/// Recorded they are as all others; who judges a test leaves them out.
final class IgnoredObjects: Sendable {
    @TaskLocal private static var isIgnoring = false

    private let ids = Protected<Set<ObjectID>>([])
    /// How many stretches are going on: asked first, since mostly none is, and without a lock.
    private let stretches = AtomicCounter()

    /// What was made in such stretches so far.
    var all: Set<ObjectID> { ids.withLock { $0 } }

    func contains(_ id: ObjectID) -> Bool { ids.withLock { $0.contains(id) } }

    /// Notes an object that is recorded just now, if it is to be ignored.
    @inline(__always)
    func noteCreation(of id: ObjectID) {
        if stretches.value > 0 { noteIgnored(id) }
    }

    @inline(never)
    private func noteIgnored(_ id: ObjectID) {
        if Self.isIgnoring { ids.withLock { _ = $0.insert(id) } }
    }

    /// Runs `body`, the objects of which are ignored; those that other tests make meanwhile are not.
    func ignoring<Result>(_ body: () throws -> Result) rethrows -> Result {
        stretches.increment()
        defer { stretches.decrement() }
        return try Self.$isIgnoring.withValue(true, operation: body)
    }

    /// As the synchronous `ignoring`.
    func ignoring<Result>(
        isolation: isolated (any Actor)?, _ body: () async throws -> Result
    ) async rethrows -> Result {
        stretches.increment()
        defer { stretches.decrement() }
        return try await Self.$isIgnoring.withValue(true, operation: body, isolation: isolation)
    }
}
