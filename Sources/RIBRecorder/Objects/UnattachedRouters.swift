// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Judges the routers that were made and neither attached, launched, loaded nor freed. One of them
/// has not run its `deinit`, so no reference to it is needed.
extension RecordingSession {
    /// In which test a router was made, and when, in nanoseconds.
    typealias RouterOrigin = (scope: ScopeID, madeAt: UInt64)

    /// Whether routers that were never attached are judged. Only a stack shows who built one, so
    /// this takes level `full`.
    var judgesUnattached: Bool { configuration.level == .full }

    func addUnattached(_ router: ObjectID, madeAt time: UInt64) {
        let origin = (scopes.current, now(at: time))
        changeUnattached { $0[router] = origin }
    }

    func removeUnattached(_ router: ObjectID, _ other: ObjectID = .none) {
        // A router cannot be freed before it was added.
        if unattached.number == 0 { return }
        changeUnattached { ($0[router], $0[other]) = (nil, nil) }
    }

    private func changeUnattached(_ body: (inout [ObjectID: RouterOrigin]) -> Void) {
        unattached.withLock { routers in
            body(&routers)
            unattached.number = UInt64(routers.count)
        }
    }

    /// Those that no pending work is about, in the order of their ids. One that is already expected
    /// to go is judged that way instead.
    func unattachedRouters(
        _ reason: SettleReason, _ scope: ScopeID, isDrained: Bool
    ) -> [ObjectID] {
        let (now, age) = (now(), isDrained ? 0 : ExpectationTime.object)
        let routers = unattached.withLock { routers in
            routers.filter { _, origin in
                switch reason {
                case .scopeEnd: isDrained && origin.scope == scope
                case .request, .exit: now >= age && origin.madeAt <= now - age
                case .deadline, .treeEnd: false
                }
            }
        }
        return routers.keys.filter { !expectations.contains($0) }.sorted()
    }
}
