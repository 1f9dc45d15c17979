// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The routers that were made and neither attached, launched, loaded nor freed.
///
/// A router that is still in here has not run its `deinit`, so no reference to it is needed.
final class UnattachedRouters: Sendable {
    /// In which test one was made, and when, in nanoseconds.
    typealias Origin = (scope: ScopeID, madeAt: UInt64)

    /// Its number is how many there are.
    private let origins = Protected<[ObjectID: Origin]>([:])

    func add(_ router: ObjectID, in scope: ScopeID, at now: UInt64) {
        change { $0[router] = (scope, now) }
    }

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

    /// The routers that match, in the order of their ids.
    func routers(where isWanted: (Origin) -> Bool) -> [ObjectID] {
        origins.withLock { $0.filter { isWanted($0.value) } }.map(\.key).sorted()
    }
}
