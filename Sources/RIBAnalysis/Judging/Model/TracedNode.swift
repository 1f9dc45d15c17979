// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// One recorded object, as of the last event read.
///
/// 28 bytes, since a long run has millions. An id is none when a fact is absent,
/// or when a damaged trace contains an object id beyond 32 bits.
package struct TracedNode {
    private var firstOwnerID: UInt32 = 0
    private var lastParentID: UInt32 = 0
    // The format itself has 32 bits for the ids of strings and stacks.
    private let typeID: UInt32
    private let allocationID: UInt32
    private var attachID: UInt32 = 0
    private var detachID: UInt32 = 0
    package let kind: ObjectKind
    private var flags = Flags()
    /// How often it became active: for an interactor, a worker, or a RIB without base classes.
    private(set) var activations: UInt16 = 0

    private struct Flags: OptionSet {
        let rawValue: UInt8
        static let destroyed = Flags(rawValue: 2)
        static let launched = Flags(rawValue: 4)
        static let detached = Flags(rawValue: 8)
        static let inactive = Flags(rawValue: 16)
        static let used = Flags(rawValue: 32)
        static let dormant = Flags(rawValue: 64)
        static let old = Flags(rawValue: 128)
    }

    init(kind: ObjectKind, type: StringID, allocation: StackID) {
        self.kind = kind
        typeID = Self.short(type)
        allocationID = Self.short(allocation)
    }

    /// The name of its type.
    package var type: StringID { StringID(short: typeID) }
    /// Where it was made.
    package var allocation: StackID { StackID(short: allocationID) }
    /// For a router, where it was last attached or launched.
    var attach: StackID { StackID(short: attachID) }
    /// For a router, where it was last detached.
    var detach: StackID { StackID(short: detachID) }
    /// For a router, its current parent.
    package var parent: ObjectID { isDetached ? .none : lastParent }
    /// For a router, its current or last parent, which gives its place in the tree.
    package var lastParent: ObjectID { ObjectID(short: lastParentID) }

    /// Its first recorded owner. `TreeModel` keeps the others.
    package var firstOwner: ObjectID {
        get { ObjectID(short: firstOwnerID) }
        set { firstOwnerID = Self.short(newValue) }
    }

    package var isDestroyed: Bool {
        get { flags.contains(.destroyed) }
        set { set(.destroyed, newValue) }
    }

    /// Whether it was freed before the models last forgot something.
    var isOld: Bool {
        get { flags.contains(.old) }
        set { set(.old, newValue) }
    }

    /// For a router, whether it was launched as the root of a tree.
    package var isLaunched: Bool { flags.contains(.launched) }

    /// For a router, true from a detach to the next attach.
    package var isDetached: Bool { flags.contains(.detached) }

    /// For a RIB without base classes, true if it was deactivated since it was last attached,
    /// because a RIB above it was detached.
    var wasDeactivated: Bool { flags.contains(.inactive) }

    /// For a router, whether it was never in a tree.
    var wasNeverAttached: Bool {
        lastParent.isNone && flags.isDisjoint(with: [.launched, .detached, .used])
    }

    /// Whether it was ever active.
    var wasActive: Bool { activations > 0 }

    /// Whether it is inactive now and was active before.
    var isDormant: Bool { flags.contains(.dormant) }

    mutating func becomeActive() {
        flags.remove(.dormant)
        if activations < .max { activations += 1 }
    }

    mutating func becomeDormant() {
        if wasActive { flags.insert(.dormant) }
    }

    mutating func deactivate() { flags.insert(.inactive) }

    mutating func activateInteractor() { flags.insert(.used) }

    /// Makes it the root of a tree.
    mutating func launch(at stack: StackID) {
        attachID = Self.short(stack)
        flags.insert(.launched)
        flags.remove(.detached)
    }

    mutating func attach(to router: ObjectID, at stack: StackID) {
        attachID = Self.short(stack)
        lastParentID = Self.short(router)
        flags.subtract([.detached, .inactive])
    }

    mutating func detach(at stack: StackID) {
        flags.insert(.detached)
        // A router stays launched for good. A RIB without base classes may stop being a root.
        if kind == .rib { flags.remove(.launched) }
        detachID = Self.short(stack)
    }

    private mutating func set(_ flag: Flags, _ isSet: Bool) {
        if isSet { flags.insert(flag) } else { flags.remove(flag) }
    }

    private static func short<Entity>(_ id: TraceID<Entity>) -> UInt32 {
        UInt32(exactly: id.rawValue) ?? 0
    }
}
