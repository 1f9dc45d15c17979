import RIBTrace

/// What is known of one recorded object at one moment of its trace.
///
/// Plain words, since a long run has millions: ids are none where a fact is absent.
struct TracedNode {
    let kind: ObjectKind
    let type: StringID
    let allocation: StackID
    var isDestroyed = false
    /// What first said to hold it by the architecture; the model keeps the others.
    var firstOwner = ObjectID.none

    // Routers
    var isLaunched = false
    /// True from a detach to the next attach.
    var isDetached = false
    /// Where it was last detached.
    var detach = StackID.none
    /// The router it is attached to now.
    var parent = ObjectID.none
    /// The router it is or was last attached to: its place in the tree.
    var lastParent = ObjectID.none
}
