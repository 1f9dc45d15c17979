import RIBTrace

/// The routers that were made and neither attached, launched, loaded nor freed.
///
/// That one is here proves that its `deinit` has not run, so no reference to it is needed.
final class UnattachedRouters: Sendable {
    private struct Origin {
        /// The test it was made in.
        let scope: ScopeID
        /// Nanoseconds.
        let madeAt: UInt64
    }

    private let origins = Protected<[ObjectID: Origin]>([:])

    func add(_ router: ObjectID, in scope: ScopeID, at now: UInt64) {
        origins.withLock { $0[router] = Origin(scope: scope, madeAt: now) }
    }

    func remove(_ router: ObjectID) {
        origins.withLock { $0[router] = nil }
    }

    func remove(_ child: ObjectID, _ parent: ObjectID) {
        origins.withLock { origins in
            origins[child] = nil
            origins[parent] = nil
        }
    }

    /// Those that were made in a test, in the order of their ids.
    func made(in scope: ScopeID) -> [ObjectID] { ids { $0.scope == scope } }

    /// Those that were made until a time, in the order of their ids.
    func made(upTo time: UInt64) -> [ObjectID] { ids { $0.madeAt <= time } }

    private func ids(where isWanted: (Origin) -> Bool) -> [ObjectID] {
        origins.withLock { $0.filter { isWanted($0.value) }.map(\.key) }.sorted()
    }
}
