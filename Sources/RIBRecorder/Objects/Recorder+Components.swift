import RIBTrace

extension Recorder {
    /// Lets the router that this thread makes next for the same RIB find its component.
    ///
    /// - Parameters:
    ///   - component: Held weakly.
    ///   - id: Its id.
    ///   - dependency: The id of the component that it holds as its dependency, or none.
    package func componentCreated(_ component: AnyObject, _ id: ObjectID, dependency: ObjectID) {
        guard let session, !id.isNone else { return }
        owned(dependency, by: id)
        let name = session.ribNames.name(of: type(of: component), role: "Component")
        guard !name.isEmpty else { return }
        session.thread.components.add(
            RecentComponents.Entry(object: component, id: id, ribName: name))
    }

    /// The component of the RIB whose router is being made: the latest of that name that this
    /// thread made and no other router has.
    ///
    /// - Parameter type: The router's type.
    package func takeComponent(forRouter type: Any.Type) -> (object: AnyObject, id: ObjectID)? {
        let hasAny = withSession { session in !session.thread.components.entries.isEmpty } ?? false
        // Most routers have none, and referring to the session takes longer than to look.
        guard hasAny, let thread = session?.thread, let names = session?.ribNames else {
            return nil
        }
        // Copied: looking at an entry may free its component, whose deinit may make others.
        let entries = thread.components.entries
        let name = names.name(of: type, role: "Router")
        for entry in entries.reversed() where entry.ribName == name {
            thread.components.remove(entry.id)
            if let object = entry.object { return (object, entry.id) }
        }
        return nil
    }
}
