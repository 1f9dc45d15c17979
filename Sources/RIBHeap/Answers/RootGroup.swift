/// The roots of one kind, the objects that are roots themselves among them.
struct RootGroup {
    let reason: Retention.Reason
    /// The objects that the walk begins with.
    let objects: [UInt]
    /// What leads to each of them; empty when they are the roots.
    let roots: [HeapRoot]

    init(attachedRouters: [UInt]) {
        reason = .attachedRouter
        objects = attachedRouters
        roots = []
    }

    init(_ reason: Retention.Reason, _ roots: [HeapRoot]) {
        self.reason = reason
        objects = roots.map(\.object)
        self.roots = roots
    }
}
