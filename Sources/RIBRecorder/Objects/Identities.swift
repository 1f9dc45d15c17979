// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The ids of objects that have no base class to carry one, such as views.
///
/// They are keyed by address. Addresses are reused, so each entry also holds its object weakly and
/// counts only while that is alive.
final class Identities: Sendable {
    private struct Identity {
        weak var object: AnyObject?
        let id: ObjectID
        var companion: (any AnyObject & Sendable)?
    }

    /// Its number is twice how many the last sweep left.
    private let identities = Protected<[UInt: Identity]>([:])

    /// The object's id, a new one from `counter` if it has none. And the id of an object that was
    /// freed and whose address this one now has.
    func identify(
        _ object: AnyObject, counter: AtomicCounter
    ) -> (id: ObjectID, isNew: Bool, replaced: ObjectID?) {
        identities.withLock { identities in
            let key = ObjectReference.address(of: object)
            let known = identities[key]
            // The caller holds the object, so releasing the loaded reference frees nothing.
            if let known, known.object === object { return (known.id, false, nil) }
            let id = ObjectID(counter.increment())
            identities[key] = Identity(object: object, id: id)
            return (id, isNew: true, replaced: known?.id)
        }
    }

    /// The object's id, if it has one.
    func id(of object: AnyObject) -> ObjectID? {
        identities.withLock { identities in
            let known = identities[ObjectReference.address(of: object)]
            return known?.object === object ? known?.id : nil
        }
    }

    /// The id of the living object at an address, if it has one.
    func id(at address: UInt) -> ObjectID? {
        let found = identities.withLock { $0[address] }
        return found?.object == nil ? nil : found?.id
    }

    /// The companion of the object that has or had this address. It works while the object is being
    /// freed, when weak references to it are already nil and no new one may be made.
    func companion(at address: UInt) -> (any AnyObject & Sendable)? {
        identities.withLock { $0[address]?.companion }
    }

    /// Keeps a companion until its object, which has an id, is found to be freed, and returns the
    /// one that was there first. It is freed under a lock, so it must not own any object of the
    /// host.
    func keep(
        _ companion: any AnyObject & Sendable, for object: AnyObject
    ) -> any AnyObject & Sendable {
        identities.withLock { identities in
            let key = ObjectReference.address(of: object)
            if let kept = identities[key]?.companion { return kept }
            identities[key]?.companion = companion
            return companion
        }
    }

    /// How many ids have a companion.
    var companionCount: Int { identities.withLock { $0.values.count { $0.companion != nil } } }

    /// The number of ids, including those of freed objects.
    var count: Int { identities.withLock { $0.count } }

    /// Whether there are enough to make a sweep worthwhile.
    var isDueForSweep: Bool {
        identities.withLock { $0.count >= max(64, Int(identities.number)) }
    }

    /// Forgets the objects that were freed, and returns their ids.
    func sweep() -> [ObjectID] {
        // As in `Expectations.survivors`: weak references are loaded outside the lock. An array,
        // because filtering a dictionary would copy each of them once more.
        let candidates = identities.withLock { Array($0) }
        var gone = candidates.filter { $0.value.object == nil }
        // An object's holder may have been freed after it was checked, and before the object was.
        // Checks again, so that a child does not seem freed while its parent seems alive.
        while !gone.isEmpty {
            let again = candidates.filter { $0.value.object == nil }
            if again.count == gone.count { break }
            gone = again
        }
        return identities.withLock { identities in
            var freed: [ObjectID] = []
            for (key, identity) in gone where identities[key]?.id == identity.id {
                identities[key] = nil
                freed.append(identity.id)
            }
            self.identities.number = UInt64(identities.count * 2)
            return freed.sorted()
        }
    }
}

extension Recorder {
    /// The runtime's companion of an object that has no base class to store it in. The object gets
    /// an id as by `identify`. Nil when recording is off.
    ///
    /// It is kept until a sweep finds that the object was freed. It must not own any object of the
    /// host.
    ///
    /// - Parameters:
    ///   - kind: The kind of the object. It is recorded again for an object that was known as
    ///     something else, such as a view that turns out to be a RIB.
    ///   - make: Makes the companion on the first call. Of two made at once, one is dropped.
    package func companion<Companion: AnyObject & Sendable>(
        of object: AnyObject, as kind: ObjectKind, _ make: (ObjectID) -> Companion
    ) -> Companion? {
        guard let session else { return nil }
        let known = session.identities.id(of: object)
        if known != nil,
            let kept = session.identities.companion(at: ObjectReference.address(of: object))
        {
            return kept as? Companion
        }
        let id = identify(object, as: kind)
        if known == id { session.recordCreation(of: id, kind, type: type(of: object)) }
        return session.identities.keep(make(id), for: object) as? Companion
    }

    /// The companion of an object, or of a freed object that had the same address. Works while the
    /// object is being freed.
    package func existingCompanion<Companion>(
        of object: AnyObject, as type: Companion.Type
    ) -> Companion? {
        session?.identities.companion(at: ObjectReference.address(of: object)) as? Companion
    }
}
