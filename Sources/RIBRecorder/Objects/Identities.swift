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
    }

    fileprivate struct State {
        var identities: [ObjectIdentifier: Identity] = [:]
        /// The companions of the few ids that have one.
        var companions: [ObjectID: any AnyObject & Sendable] = [:]
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
            if let known { state.companions[known.id] = nil }
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
        state.withLock { state in
            state.identities[address].flatMap { state.companions[$0.id] }
        }
    }

    /// Keeps a companion until its object is found to be freed.
    ///
    /// The companion is freed under a lock, so it must not own any object of the host.
    ///
    /// - Returns: The companion that is kept: the given one, or the one that was there first.
    func keep(_ companion: any AnyObject & Sendable, for id: ObjectID) -> any AnyObject & Sendable {
        state.withLock { state in
            if let kept = state.companions[id] { return kept }
            state.companions[id] = companion
            return companion
        }
    }

    /// The companion of an id.
    func companion(of id: ObjectID) -> (any AnyObject & Sendable)? {
        state.withLock { $0.companions[id] }
    }

    /// How many ids have a companion.
    var companionCount: Int { state.withLock { $0.companions.count } }

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
                state.companions[identity.id] = nil
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

/// The names of RIBs, derived from the types of their parts. Each type is parsed only once.
final class RIBNames: Sendable {
    private struct Key: Hashable {
        let type: ObjectIdentifier
        let role: String
    }

    private let names = Protected<[Key: String]>([:])
    /// The most names to keep. A program with more types generates them.
    private static let limit = 4_096

    /// The name of the RIB that a type belongs to: `Game` for `GameComponent<Int>` in the role
    /// `Component`. Empty when the type is not named after its role.
    func name(of type: Any.Type, role: String) -> String {
        let key = Key(type: ObjectIdentifier(type), role: role)
        if let known = names.withLock({ $0[key] }) { return known }
        let name = Self.name(String(describing: type), role: role)
        names.withLock { if $0.count < Self.limit { $0[key] = name } }
        return name
    }

    private static func name(_ type: String, role: String) -> String {
        let name = type.prefix { $0 != "<" }
        return name.hasSuffix(role) ? String(name.dropLast(role.count)) : ""
    }
}
