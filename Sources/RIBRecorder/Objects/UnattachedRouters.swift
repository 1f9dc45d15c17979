// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The routers that were made and neither attached, launched, loaded nor freed.
///
/// A router that is still in here has not run its `deinit`, so no reference to it is needed.
final class UnattachedRouters: Sendable {
    private struct Origin {
        /// The test it was made in.
        let scope: ScopeID
        /// Nanoseconds.
        let madeAt: UInt64
    }

    /// Its number is how many there are.
    private let origins = Protected<[ObjectID: Origin]>([:])

    func add(_ router: ObjectID, in scope: ScopeID, at now: UInt64) {
        change { $0[router] = Origin(scope: scope, madeAt: now) }
    }

    /// - Parameter other: Another router to remove, or none.
    func remove(_ router: ObjectID, _ other: ObjectID = .none) {
        // A router cannot be freed before it was added.
        if origins.number == 0 { return }
        change { origins in
            origins[router] = nil
            origins[other] = nil
        }
    }

    private func change(_ body: (inout [ObjectID: Origin]) -> Void) {
        origins.withLock { origins in
            body(&origins)
            self.origins.number = UInt64(origins.count)
        }
    }

    /// The routers that were made in a test, in the order of their ids.
    func made(in scope: ScopeID) -> [ObjectID] { routers { $0.scope == scope } }

    /// The routers that were made up to a time, in the order of their ids.
    func made(upTo time: UInt64) -> [ObjectID] { routers { $0.madeAt <= time } }

    private func routers(where isWanted: (Origin) -> Bool) -> [ObjectID] {
        origins.withLock { $0.filter { isWanted($0.value) } }.map(\.key).sorted()
    }
}
