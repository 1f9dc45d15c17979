// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The ids of objects that have no base class to carry one, such as views.
///
/// They are keyed by address. Addresses are reused, so each entry also holds its object weakly and
/// counts only while that is alive.
final class Identities: Sendable {
    fileprivate struct Identity {
        weak var object: AnyObject?
        let id: ObjectID
        var companion: (any AnyObject & Sendable)?
    }

    fileprivate struct State {
        var identities: [ObjectIdentifier: Identity] = [:]
        var sweepAt = 64
        /// The keys of objects that were added since the last sweep, and below, of older ones that
        /// sweeps check in turn. Freed objects may be among them.
        var new: [ObjectIdentifier] = []
        var old: [ObjectIdentifier] = []
    }

    private let state = Protected(State())

    /// The result of `identify`.
    struct Found {
        let id: ObjectID
        /// True when the object had none before.
        let isNew: Bool
        /// The id of an object that was freed and whose address this one now has.
        let replaced: ObjectID?
    }

    /// The object's id, a new one from `counter` if it has none.
    func identify(_ object: AnyObject, counter: AtomicCounter) -> Found {
        state.withLock { state in
            let key = ObjectIdentifier(object)
            let known = state.identities[key]
            // The caller holds the object, so releasing the loaded reference frees nothing.
            if let known, known.object === object {
                return Found(id: known.id, isNew: false, replaced: nil)
            }
            let id = ObjectID(counter.increment())
            state.identities[key] = Identity(object: object, id: id)
            state.new.append(key)
            return Found(id: id, isNew: true, replaced: known?.id)
        }
    }

    /// The object's id, if it has one.
    func id(of object: AnyObject) -> ObjectID? {
        state.withLock { state in
            guard let known = state.identities[ObjectIdentifier(object)],
                known.object === object
            else { return nil }
            return known.id
        }
    }

    /// The id of the living object at an address, if it has one.
    func id(at address: UInt) -> ObjectID? {
        guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
        let found = state.withLock { state in
            // The key is an address and says nothing of an object.
            state.identities[unsafeBitCast(pointer, to: ObjectIdentifier.self)]
        }
        return found?.object == nil ? nil : found?.id
    }

    /// The companion of the object that has or had this address. It works while the object is being
    /// freed, when weak references to it are already nil and no new one may be made.
    func companion(at address: ObjectIdentifier) -> (any AnyObject & Sendable)? {
        state.withLock { $0.identities[address]?.companion }
    }

    /// Keeps a companion until its object, which has an id, is found to be freed.
    ///
    /// The companion is freed under a lock, so it must not own any object of the host.
    ///
    /// - Returns: The companion that is kept: the given one, or the one that was there first.
    func keep(
        _ companion: any AnyObject & Sendable, for object: AnyObject
    ) -> any AnyObject & Sendable {
        state.withLock { state in
            let key = ObjectIdentifier(object)
            if let kept = state.identities[key]?.companion { return kept }
            state.identities[key]?.companion = companion
            return companion
        }
    }

    /// How many ids have a companion.
    var companionCount: Int {
        state.withLock { state in state.identities.values.count { $0.companion != nil } }
    }

    /// The number of ids, including those of freed objects.
    var count: Int { state.withLock { $0.identities.count } }

    /// Whether enough were added since the last sweep to make another worthwhile.
    var isDueForSweep: Bool {
        // Where addresses are reused, many entries are new although their number does not grow.
        state.withLock { max($0.identities.count, $0.new.count) >= $0.sweepAt }
    }

    /// How many older objects a partial sweep checks. An app may rightly keep very many.
    fileprivate static let mostOld = 32

    /// Forgets the objects that were freed.
    ///
    /// - Parameter isWhole: False to check only those added since the last sweep and some of the
    ///   others, in turn.
    /// - Returns: Their ids.
    func sweep(isWhole: Bool = true) -> [ObjectID] {
        // As in `Expectations.survivors`: weak references are loaded outside the lock.
        let candidates = state.withLock { $0.takeCandidates(isWhole: isWhole) }
        var gone = candidates.filter { $0.identity.object == nil }
        // An object's holder may have been freed after it was checked, and before the object was.
        // Checks again, so that a child does not seem freed while its parent seems alive.
        while !gone.isEmpty {
            let again = candidates.filter { $0.identity.object == nil }
            if again.count == gone.count { break }
            gone = again
        }
        return state.withLock { state in
            var freed: [ObjectID] = []
            for (key, identity) in gone where state.identities[key]?.id == identity.id {
                state.identities[key] = nil
                freed.append(identity.id)
            }
            if isWhole { state.sweepAt = max(64, state.identities.count * 2) }
            return freed.sorted()
        }
    }
}

extension Identities.State {
    /// The entries that a sweep checks. Some may appear twice.
    ///
    /// Returns an array, because filtering a dictionary would copy each weak reference once more.
    /// That is most of a sweep's cost.
    fileprivate mutating func takeCandidates(
        isWhole: Bool
    ) -> [(key: ObjectIdentifier, identity: Identities.Identity)] {
        defer { new.removeAll(keepingCapacity: new.count < 1_024) }
        if isWhole {
            old = Array(identities.keys)
            return identities.map { ($0.key, $0.value) }
        }
        let turn = old.suffix(Identities.mostOld)
        old.removeLast(turn.count)
        if old.isEmpty { old = Array(identities.keys) }
        return (new + turn).compactMap { key in identities[key].map { (key, $0) } }
    }
}
