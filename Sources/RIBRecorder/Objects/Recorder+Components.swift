// SPDX-License-Identifier: Apache-2.0

import CRIBShims
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
        let name = session.ribName(of: type(of: component), role: "Component")
        guard !name.isEmpty else { return }
        session.thread.components.add(
            RecentObject(object: component, id: id, ribName: name),
            atMost: ThreadContext.mostComponents)
    }

    /// Finds the component of the RIB whose router is being made: the latest one of that name that
    /// this thread made and no other router took.
    ///
    /// - Parameter type: The router's type.
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
        ribNames.withLock { $0[role, default: [:]][key] = ribName }
        return ribName
    }
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

extension Recorder {
    /// The runtime's companion of an object that has no base class to store it in.
    ///
    /// It is kept as long as the object's id: until a sweep finds that the object was freed. It
    /// must not own any object of the host.
    ///
    /// - Parameters:
    ///   - object: The object, which gets an id as by `identify`.
    ///   - kind: The kind of the object. It is recorded again for an object that was known as
    ///     something else, such as a view that turns out to be a RIB.
    ///   - make: Makes the companion on the first call. If two threads call at once, one of the two
    ///     companions is dropped.
    /// - Returns: Nil when recording is off.
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

    /// The companion of an object, or of a freed object that had the same address.
    ///
    /// Works while the object is being freed.
    package func existingCompanion<Companion>(
        of object: AnyObject, as type: Companion.Type
    ) -> Companion? {
        session?.identities.companion(at: ObjectReference.address(of: object)) as? Companion
    }
}

extension Recorder {
    /// Records that a worker's work begins. Call it before any of the worker's own code runs.
    ///
    /// - Parameters:
    ///   - worker: The worker; as for `activated`.
    ///   - interactor: The interactor whose activity bounds the work; none for a test double.
    package func workerStarted(
        _ activity: Activity, of worker: AnyObject? = nil, by interactor: ObjectID
    ) {
        begin(activity, of: worker, .workerStarted(activity.owner, by: interactor))
    }

    /// Records that a worker's work is over. Call it after everything that belongs to its end has
    /// run.
    ///
    /// - Parameter worker: As for `workerStarted`.
    package func workerStopped(_ activity: Activity, of worker: AnyObject? = nil) {
        end(activity, .workerStopped(activity.owner), isSearched: worker != nil) {
            worker.map { [$0] } ?? []
        }
    }

    /// Records that an interactor or a worker uses an object that others may share. The object is
    /// watched when the user's RIB is detached.
    ///
    /// - Parameters:
    ///   - part: A worker or a workflow; held weakly.
    ///   - id: Its id.
    ///   - user: The activity of the interactor or worker.
    package func adopted(_ part: AnyObject, _ id: ObjectID, by user: Activity) {
        guard let session, !id.isNone, !user.owner.isNone else { return }
        guard user.adopt(part, id) else { return }
        session.record(.owned(id, by: user.owner))
    }
}
