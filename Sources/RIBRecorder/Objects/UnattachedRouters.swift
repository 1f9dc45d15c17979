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

    private struct State {
        /// The youngest, stored separately, because most routers are attached before another one is
        /// made.
        var youngest: (router: ObjectID, origin: Origin)?
        var others: [ObjectID: Origin] = [:]
        /// The others, by the test that made them. A test may hold them for long.
        var scoped: [ScopeID: Set<ObjectID>] = [:]

        var count: Int { others.count + (youngest == nil ? 0 : 1) }

        mutating func add(_ router: ObjectID, _ origin: Origin) {
            if let youngest {
                others[youngest.router] = youngest.origin
                scoped[youngest.origin.scope, default: []].insert(youngest.router)
            }
            youngest = (router, origin)
        }

        mutating func remove(_ router: ObjectID) {
            if youngest?.router == router {
                youngest = nil
            } else if !others.isEmpty, let origin = others.removeValue(forKey: router) {
                scoped[origin.scope]?.remove(router)
                if scoped[origin.scope]?.isEmpty == true { scoped[origin.scope] = nil }
            }
        }
    }

    private let state = Protected(State())
    private let count = AtomicCounter()

    func add(_ router: ObjectID, in scope: ScopeID, at now: UInt64) {
        state.withLock { state in
            state.add(router, Origin(scope: scope, madeAt: now))
            count.value = UInt64(state.count)
        }
    }

    func remove(_ router: ObjectID) {
        // A router cannot be freed before it was added.
        if count.value == 0 { return }
        state.withLock { state in
            state.remove(router)
            count.value = UInt64(state.count)
        }
    }

    func remove(_ child: ObjectID, _ parent: ObjectID) {
        if count.value == 0 { return }
        state.withLock { state in
            state.remove(child)
            state.remove(parent)
            count.value = UInt64(state.count)
        }
    }

    /// The routers that were made in a test, in the order of their ids.
    func made(in scope: ScopeID) -> [ObjectID] {
        state.withLock { state in
            let youngest = state.youngest.flatMap { $0.origin.scope == scope ? $0.router : nil }
            return (state.scoped[scope] ?? []).union(youngest.map { [$0] } ?? [])
        }.sorted()
    }

    /// The routers that were made up to a time, in the order of their ids.
    func made(upTo time: UInt64) -> [ObjectID] {
        state.withLock { state in
            var all = state.others
            if let youngest = state.youngest { all[youngest.router] = youngest.origin }
            return all.filter { $0.value.madeAt <= time }.map(\.key)
        }.sorted()
    }
}
