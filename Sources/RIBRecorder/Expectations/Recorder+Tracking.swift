import RIBTrace

extension Recorder {
    /// Follows an object that is no part of any RIB, such as a service or a cache, and says where
    /// in the tree it belongs.
    ///
    /// Nothing is judged before `expectDeallocation(of:)`. Tracking an object again takes that
    /// back and may give it another place. A `PlainRIB` can be given a place too. For objects of
    /// the base classes there is no need, and their reports would come twice.
    ///
    /// Any thread may call it. Only a weak reference is kept.
    ///
    /// - Parameters:
    ///   - object: The object to follow.
    ///   - ribPath: Its place in reports, such as `Root/LoggedIn`.
    public func track(_ object: AnyObject, ribPath: String) {
        guard let session else { return }
        let id = identify(object, as: .object)
        session.expectations.remove(id)
        session.record(.placed(id, ribPath: session.string(ribPath)))
    }

    /// From now on a tracked object should be freed; if it is still there when the run or the test
    /// is judged, that is a leak.
    ///
    /// Does nothing for an object that is not tracked. Any thread may call it.
    ///
    /// - Parameter object: An object given to `track(_:ribPath:)`.
    public func expectDeallocation(of object: AnyObject) {
        guard let id = session?.identities.id(of: object) else { return }
        expectDeallocation(of: object, id: id)
    }
}
