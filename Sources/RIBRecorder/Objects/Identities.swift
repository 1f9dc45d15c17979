// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The ids of objects that have no base class to carry one, such as views.
///
/// Keyed by address, which is reused; so each entry also holds its object weakly and counts only
/// while that is alive.
final class Identities: Sendable {
    fileprivate struct Identity {
        weak var object: AnyObject?
        let id: ObjectID
    }

    fileprivate struct State {
        var identities: [ObjectIdentifier: Identity] = [:]
        /// What goes with an id, for the few that have anything.
        var companions: [ObjectID: any AnyObject & Sendable] = [:]
        var sweepAt = 64
        /// Where the objects stand that were met since the last sweep, and then those that are looked at
        /// in turn; objects that are gone may be among them.
        var new: [ObjectIdentifier] = []
        var old: [ObjectIdentifier] = []
    }

    private let state = Protected(State())

    /// What asking for an object's id found.
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
            // The caller holds the object, so letting go of the loaded reference frees nothing.
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

    /// What is kept for the object that has or had this address: also while the object is being
    /// freed, when a weak reference to it is empty already and no new one may be made.
    func companion(at address: ObjectIdentifier) -> (any AnyObject & Sendable)? {
        state.withLock { state in
            state.identities[address].flatMap { state.companions[$0.id] }
        }
    }

    /// Keeps something until the object of an id is found to be gone.
    ///
    /// It is freed under a lock, so it must own nothing of the host's.
    ///
    /// - Returns: What is kept: the given companion, or the one that was there first.
    func keep(_ companion: any AnyObject & Sendable, for id: ObjectID) -> any AnyObject & Sendable {
        state.withLock { state in
            if let kept = state.companions[id] { return kept }
            state.companions[id] = companion
            return companion
        }
    }

    /// What is kept for an id.
    func companion(of id: ObjectID) -> (any AnyObject & Sendable)? {
        state.withLock { $0.companions[id] }
    }

    /// How many ids have a companion.
    var companionCount: Int { state.withLock { $0.companions.count } }

    /// How many ids are kept, freed objects' among them.
    var count: Int { state.withLock { $0.identities.count } }

    /// True when so many were added since the last sweep that another pays.
    var isDueForSweep: Bool {
        // At addresses that are used again many are new, though there are no more.
        state.withLock { max($0.identities.count, $0.new.count) >= $0.sweepAt }
    }

    /// Of the objects that were met long ago, so many are looked at in a part of a sweep: an app may keep
    /// very many by right.
    fileprivate static let mostOld = 32

    /// Forgets the objects that are gone.
    ///
    /// - Parameter isWhole: False to look only at those that were met since the last sweep and at some
    ///   of the others, in turn.
    /// - Returns: Their ids.
    func sweep(isWhole: Bool = true) -> [ObjectID] {
        // As in `Expectations.survivors`: weak references are loaded outside the lock.
        let candidates = state.withLock { $0.takeCandidates(isWhole: isWhole) }
        var gone = candidates.filter { $0.identity.object == nil }
        // What holds a freed object may have been freed after it was looked at, and before the object
        // was: a child must not seem freed while its parent lives.
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
    /// What a sweep looks at; some may be named twice.
    ///
    /// As an array: to filter a dictionary would copy each weak reference once more, which is most of a
    /// sweep's cost.
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

/// The names of RIBs, read off the types of their parts, each type only once.
final class RIBNames: Sendable {
    private struct Key: Hashable {
        let type: ObjectIdentifier
        let role: String
    }

    private let names = Protected<[Key: String]>([:])
    /// More types than this are a program that makes them up; their names are not kept.
    private static let limit = 4_096

    /// The name of the RIB that a type is the part of: `Game` for the `Component` of
    /// `GameComponent<Int>`; empty when the type is not named after its role.
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
