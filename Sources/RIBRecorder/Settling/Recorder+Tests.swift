import RIBTrace

extension Recorder {
    /// The test that the calling code works for, or none.
    package var currentScope: ScopeID { withSession { $0.scopes.current } ?? .none }

    /// How many events were recorded; 0 when nothing is.
    package var eventCount: UInt64 { session?.eventCount ?? 0 }

    /// What was made in `ignoring` so far.
    package var ignoredObjects: Set<ObjectID> { withSession { $0.ignored.all } ?? [] }

    /// Runs `body`, the objects of which no test is to be judged for.
    package func ignoring<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard let session else { return try body() }
        return try session.ignored.ignoring(body)
    }

    /// As the synchronous `ignoring`.
    package func ignoring<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        guard let session else { return try await body() }
        return try await session.ignored.ignoring(isolation: isolation, body)
    }

    /// The id by which an object is known that has no base class to carry one; nil when it is not
    /// known.
    package func knownID(of object: AnyObject) -> ObjectID? { session?.identities.id(of: object) }
}
