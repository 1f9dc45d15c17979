// SPDX-License-Identifier: Apache-2.0

import RIBTrace

extension Recorder {
    /// Lets the router that this thread makes next for the same RIB find its component, which is
    /// held weakly. The component holds its dependency, or none.
    package func componentCreated(_ component: AnyObject, _ id: ObjectID, dependency: ObjectID) {
        guard let session, !id.isNone else { return }
        owned(dependency, by: id)
        let name = session.ribName(of: type(of: component), role: "Component")
        guard !name.isEmpty else { return }
        session.thread.components.add(
            RecentObject(object: component, id: id, ribName: name),
            atMost: ThreadContext.mostComponents)
    }

    /// Finds the component of the RIB whose router is being made: the latest one of that name that
    /// this thread made and no other router took.
    package func takeComponent(forRouter type: Any.Type) -> (object: AnyObject, id: ObjectID)? {
        let hasAny = withSession { session in !session.thread.components.isEmpty } ?? false
        // Most routers have none, and retaining the session takes longer than this check.
        guard hasAny, let session else { return nil }
        let thread = session.thread
        let name = session.ribName(of: type, role: "Router")
        // Copied, because reading an entry may free its component, whose `deinit` may make others.
        let components = thread.components
        for component in components.reversed() where component.ribName == name {
            thread.components.removeAll { $0.id == component.id }
            if let object = component.object { return (object, component.id) }
        }
        return nil
    }
}

extension RecordingSession {
    /// The name of the RIB that a type belongs to: `Game` for `GameComponent<Int>` in the role
    /// `Component`. Empty when the type is not named after its role. Each type is read only once.
    func ribName(of type: Any.Type, role: String) -> String {
        let key = ObjectIdentifier(type)
        if let known = ribNames.withLock({ $0[role]?[key] }) { return known }
        let name = String(describing: type).prefix { $0 != "<" }
        let ribName = name.hasSuffix(role) ? String(name.dropLast(role.count)) : ""
        ribNames.withLock { names in
            guard names[role, default: [:]].count < Self.mostNames else { return }
            names[role, default: [:]][key] = ribName
        }
        return ribName
    }

    /// How many types' names are kept for each role. A program with more generates them.
    private static let mostNames = 4_096
}

/// An object that is held weakly, for some time.
struct RecentObject {
    weak var object: AnyObject?
    let id: ObjectID
    /// Of a component, the name of its RIB.
    var ribName = ""
}

extension [RecentObject] {
    /// Adds an object. Forgets the oldest one if there are too many.
    mutating func add(_ object: RecentObject, atMost limit: Int) {
        if count >= limit { removeFirst() }
        append(object)
    }
}
