import RIBTrace

/// What is known of one recorded object at one moment of its trace.
struct TracedNode {
    let kind: ObjectKind
    let type: String
    let allocation: StackID
    var isDestroyed = false
    /// What holds it by the architecture.
    var owners: [ObjectID] = []

    // Routers
    /// The router it is attached to now.
    var parent: ObjectID?
    /// The router it is or was last attached to: its place in the tree.
    var lastParent: ObjectID?
    var isLaunched = false
    /// Where it was last detached; nil while it is attached and before it ever was detached.
    var detach: StackID?

    // Views
    /// Where it was dismissed, and in which scope; nil while it is shown.
    var departure: (stack: StackID, scope: ScopeID)?
}
