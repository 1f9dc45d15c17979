import RIBTrace

extension Recorder {
    /// Says that a router became the root of a live tree.
    package func launched(_ router: ObjectID) {}
    package func attached(_ child: ObjectID, to parent: ObjectID) {}
    package func detached(_ child: ObjectID, from parent: ObjectID) {}
    package func loaded(_ router: ObjectID) {}
    package func viewAppeared(_ view: AnyObject) {}
    package func viewLeft(_ view: AnyObject) {}
}
