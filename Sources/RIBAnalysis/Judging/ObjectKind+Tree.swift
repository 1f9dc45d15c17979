import RIBTrace

extension ObjectKind {
    /// True for what is attached and detached: a router, and a RIB without base classes.
    var standsInTree: Bool { self == .router || self == .rib }
}
