// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// Objects that are held weakly; copies share them. The keys are addresses, which are reused, so an
/// entry counts only while its object lives. Entries of freed ones go when their number doubled.
struct WeakObjects<Object>: Sendable {
    private struct Entry {
        weak var object: AnyObject?
        /// Counts the additions.
        let number: UInt64
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var additions: UInt64 = 0
        var sweepAt = 16

        /// - Returns: The objects that are still there.
        mutating func sweep() -> [AnyObject] {
            let living = entries.compactMapValues(\.object)
            entries = entries.filter { living[$0.key] != nil }
            sweepAt = max(16, 2 * entries.count)
            return Array(living.values)
        }
    }

    private let state = Protected(State())

    /// The number of entries, including those of freed objects.
    var count: Int { state.withLock { $0.entries.count } }

    /// Those that live, in the order in which they were added.
    var living: [Object] {
        // Read without the lock, since that may release the last reference.
        let entries = state.withLock { $0.entries }
        return entries.values.sorted { $0.number < $1.number }.compactMap { $0.object as? Object }
    }

    func contains(_ object: Object) -> Bool {
        let object = object as AnyObject
        // The caller holds the object, so releasing the loaded reference frees nothing.
        return state.withLock { $0.entries[ObjectIdentifier(object)]?.object === object }
    }

    /// Adds an object as the last one.
    func add(_ object: Object) {
        let object = object as AnyObject
        let loaded = state.withLock { state in
            state.additions += 1
            state.entries[ObjectIdentifier(object)] = Entry(
                object: object, number: state.additions)
            return state.entries.count >= state.sweepAt ? state.sweep() : []
        }
        // Released here, because no object must be freed under the lock.
        withExtendedLifetime(loaded) {}
    }

    func remove(_ object: Object) {
        let key = ObjectIdentifier(object as AnyObject)
        state.withLock { _ = $0.entries.removeValue(forKey: key) }
    }
}
