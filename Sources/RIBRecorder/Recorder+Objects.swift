import RIBTrace

extension Recorder {
    /// Says that an object of a base class exists, made on the calling stack.
    ///
    /// - Returns: Its id, or none when recording is off; pass it to every later call.
    package func objectCreated(_ kind: ObjectKind, type: Any.Type) -> ObjectID { .none }

    /// Says that an object announced by `objectCreated` is being freed. Call it from `deinit`.
    package func objectDestroyed(_ id: ObjectID) {}

    /// The id of an object that has no base class to announce it, such as a view; always the same
    /// one while the object lives.
    package func identify(_ object: AnyObject, as kind: ObjectKind) -> ObjectID { .none }

    /// Says that `owner` holds `owned` by the architecture.
    package func owned(_ owned: ObjectID, by owner: ObjectID) {}

    /// From now on the object should be freed; the next settling checks it through a weak reference.
    package func expectDeallocation(of object: AnyObject, id: ObjectID) {}

    /// Takes `expectDeallocation` back: the object is in use again.
    package func cancelExpectation(for id: ObjectID) {}
}
