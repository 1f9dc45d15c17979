import RIBTrace

extension Recorder {
    /// What the runtime keeps for an object that has no base class to carry it.
    ///
    /// It stays as long as the object's id: until a sweep finds that the object is gone. It must
    /// own nothing of the host's.
    ///
    /// - Parameters:
    ///   - object: The object, which gets an id as by `identify`.
    ///   - kind: What the object is. It is said again of an object that was known before as something
    ///     else, such as a view that turns out to be a RIB of its own.
    ///   - make: Makes the companion on the first call; of two threads that call at once, one may
    ///     make one in vain.
    /// - Returns: Nil when recording is off.
    package func companion<Companion: AnyObject & Sendable>(
        of object: AnyObject, as kind: ObjectKind, _ make: (ObjectID) -> Companion
    ) -> Companion? {
        guard let session else { return nil }
        let known = session.identities.id(of: object)
        if let known, let kept = session.identities.companion(of: known) {
            return kept as? Companion
        }
        let id = identify(object, as: kind)
        if known == id { session.recordCreation(of: id, kind, type: type(of: object)) }
        return session.identities.keep(make(id), for: id) as? Companion
    }

    /// The companion that an object has, or that one had which was freed at the same address.
    ///
    /// Works while the object is being freed.
    package func existingCompanion<Companion>(
        of object: AnyObject, as type: Companion.Type
    ) -> Companion? {
        session?.identities.companion(at: ObjectIdentifier(object)) as? Companion
    }
}
