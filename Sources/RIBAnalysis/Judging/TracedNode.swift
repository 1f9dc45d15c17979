import RIBTrace

/// What is known of one recorded object at one moment of its trace.
///
/// 40 bytes of plain words, since a long run has millions: ids are none where a fact is absent.
struct TracedNode: SerialValue {
    /// What first said to hold it by the architecture; the model keeps the others.
    var firstOwner = ObjectID.none
    /// For a router, the one it is attached to now.
    private(set) var parent = ObjectID.none
    /// For a router, the one it is or was last attached to: its place in the tree.
    private(set) var lastParent = ObjectID.none
    // The format has 32 bits for the ids of strings and stacks.
    private let typeID: UInt32
    private let allocationID: UInt32
    private var detachID: UInt32 = 0
    let kind: ObjectKind
    private(set) var isAbsent = false
    var isDestroyed = false
    /// For a router that was made the root of a tree.
    var isLaunched = false
    /// For a router, true from a detach to the next attach.
    private(set) var isDetached = false

    init(kind: ObjectKind, type: UInt32, allocation: UInt32) {
        self.kind = kind
        typeID = type
        allocationID = allocation
    }

    static var absent: TracedNode {
        var node = TracedNode(kind: .object, type: 0, allocation: 0)
        node.isAbsent = true
        return node
    }

    /// The name of its type.
    var type: StringID { StringID(UInt64(typeID)) }
    /// Where it was made.
    var allocation: StackID { StackID(UInt64(allocationID)) }
    /// Where it was last detached.
    var detach: StackID { StackID(UInt64(detachID)) }

    @inline(__always)
    mutating func attach(to router: ObjectID) {
        parent = router
        lastParent = router
        isDetached = false
    }

    @inline(__always)
    mutating func detach(at stack: UInt32) {
        parent = .none
        isDetached = true
        detachID = stack
    }
}
