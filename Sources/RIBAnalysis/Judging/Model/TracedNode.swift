// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// One recorded object, as of the last event taken.
///
/// 24 bytes of plain words, since a long run has millions: ids are none where a fact is absent, and
/// where a damaged trace names an object beyond 32 bits.
struct TracedNode: SerialValue {
    private var firstOwnerID: UInt32 = 0
    private var lastParentID: UInt32 = 0
    // The format itself has 32 bits for the ids of strings and stacks.
    private let typeID: UInt32
    private let allocationID: UInt32
    private var detachID: UInt32 = 0
    let kind: ObjectKind
    private var flags = Flags()
    /// How often it became active; an interactor's, a worker's or a RIB's without base classes.
    private(set) var activations: UInt16 = 0

    private struct Flags: OptionSet {
        let rawValue: UInt8
        static let absent = Flags(rawValue: 1)
        static let destroyed = Flags(rawValue: 2)
        static let launched = Flags(rawValue: 4)
        static let detached = Flags(rawValue: 8)
        static let inactive = Flags(rawValue: 16)
        static let used = Flags(rawValue: 32)
        static let dormant = Flags(rawValue: 64)
    }

    init(kind: ObjectKind, type: UInt32, allocation: UInt32) {
        self.kind = kind
        typeID = type
        allocationID = allocation
    }

    static var absent: TracedNode {
        var node = TracedNode(kind: .object, type: 0, allocation: 0)
        node.flags = .absent
        return node
    }

    var isAbsent: Bool { flags.contains(.absent) }

    /// The name of its type.
    var type: StringID { StringID(short: typeID) }
    /// Where it was made.
    var allocation: StackID { StackID(short: allocationID) }
    /// For a router, where it was last detached.
    var detach: StackID { StackID(short: detachID) }
    /// For a router, the one it is attached to now.
    var parent: ObjectID { isDetached ? .none : lastParent }
    /// For a router, the one it is or was last attached to: its place in the tree.
    var lastParent: ObjectID { ObjectID(short: lastParentID) }

    /// What first said to hold it by the architecture; the model keeps the others.
    var firstOwner: ObjectID {
        get { ObjectID(short: firstOwnerID) }
        set { firstOwnerID = Self.short(newValue) }
    }

    @inline(__always)
    var isDestroyed: Bool {
        get { flags.contains(.destroyed) }
        set { set(.destroyed, newValue) }
    }

    /// For a router that was made the root of a tree.
    @inline(__always)
    var isLaunched: Bool { flags.contains(.launched) }

    /// For a router, true from a detach to the next attach.
    var isDetached: Bool { flags.contains(.detached) }

    /// For a RIB without base classes, true when it was made inactive since it was last attached: what
    /// is above it was detached.
    var wasDeactivated: Bool { flags.contains(.inactive) }

    /// For a router, true once its interactor was active, whoever made it so.
    var wasActivated: Bool { flags.contains(.used) }

    /// For a router, true while it never was in a tree.
    var wasNeverAttached: Bool {
        lastParent.isNone && flags.isDisjoint(with: [.launched, .detached, .used])
    }

    /// True once it was active.
    var wasActive: Bool { activations > 0 }

    /// True while it is inactive and was active before.
    @inline(__always)
    var isDormant: Bool { flags.contains(.dormant) }

    @inline(__always)
    mutating func becomeActive() {
        flags.remove(.dormant)
        if activations < .max { activations += 1 }
    }

    @inline(__always)
    mutating func becomeDormant() {
        if wasActive { flags.insert(.dormant) }
    }

    mutating func deactivate() { flags.insert(.inactive) }

    mutating func activateInteractor() { flags.insert(.used) }

    /// Makes it the root of a tree.
    mutating func launch() {
        flags.insert(.launched)
        flags.remove(.detached)
    }

    @inline(__always)
    mutating func attach(to router: ObjectID) {
        lastParentID = Self.short(router)
        flags.subtract([.detached, .inactive])
    }

    @inline(__always)
    mutating func detach(at stack: UInt32) {
        flags.insert(.detached)
        // A router is launched once and for all; a RIB without base classes may leave as a root.
        if kind == .rib { flags.remove(.launched) }
        detachID = stack
    }

    @inline(__always)
    private mutating func set(_ flag: Flags, _ isSet: Bool) {
        if isSet { flags.insert(flag) } else { flags.remove(flag) }
    }

    @inline(__always)
    private static func short(_ id: ObjectID) -> UInt32 { UInt32(exactly: id.rawValue) ?? 0 }
}
