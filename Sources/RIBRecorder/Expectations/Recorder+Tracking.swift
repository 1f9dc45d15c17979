// SPDX-License-Identifier: Apache-2.0

import RIBTrace

extension Recorder {
    /// Follows an object that is no part of any RIB, such as a service or a cache, and says where
    /// in the tree it belongs.
    ///
    /// Nothing is judged before `expectDeallocation(of:)`. Tracking an object again takes that
    /// back and may give it another place. A `PlainRIB` can be given a place too. For objects of
    /// the base classes there is no need, and their reports would come twice.
    ///
    /// Any thread may call it. Only a weak reference is kept.
    ///
    /// - Parameters:
    ///   - object: The object to follow.
    ///   - ribPath: Its place in reports, such as `Root/LoggedIn`.
    public func track(_ object: AnyObject, ribPath: String) {
        guard let session else { return }
        let id = identify(object, as: .object)
        session.expectations.remove(id)
        session.record(.placed(id, ribPath: session.string(ribPath)))
    }

    /// From now on a tracked object should be freed; if it is still there when the run or the test
    /// is judged, that is a leak.
    ///
    /// Does nothing for an object that is not tracked. Any thread may call it.
    ///
    /// - Parameter object: An object given to `track(_:ribPath:)`.
    public func expectDeallocation(of object: AnyObject) {
        guard let id = session?.identities.id(of: object) else { return }
        expectDeallocation(of: object, id: id)
    }
}

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
