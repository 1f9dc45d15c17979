// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// One recorded object, as of the last event read. An id is none when a fact is absent.
package struct TracedNode {
    package let kind: ObjectKind
    /// The name of its type.
    package let type: StringID
    /// Where it was made.
    package let allocation: StackID
    /// For a router, where it was last attached or launched.
    private(set) var attach = StackID.none
    /// For a router, where it was last detached.
    private(set) var detach = StackID.none
    /// For a router, its current or last parent, which gives its place in the tree.
    package private(set) var lastParent = ObjectID.none
    /// Its first recorded owner. `TreeModel` keeps the others.
    package var firstOwner = ObjectID.none
    /// How often it became active: for an interactor, a worker, or a RIB without base classes.
    private(set) var activations: UInt16 = 0
    package var isDestroyed = false
    /// Whether it was freed before the models last forgot something.
    package var isOld = false
    /// For a router, whether it was launched as the root of a tree.
    package private(set) var isLaunched = false
    /// For a router, true from a detach to the next attach.
    package private(set) var isDetached = false
    /// For a RIB without base classes, true if it was deactivated since it was last attached,
    /// because a RIB above it was detached.
    var wasDeactivated = false
    /// For a router, whether an object that it owns was ever active.
    var wasUsed = false
    /// Whether it is inactive now and was active before.
    private(set) var isDormant = false

    init(kind: ObjectKind, type: StringID, allocation: StackID) {
        (self.kind, self.type, self.allocation) = (kind, type, allocation)
    }

    /// For a router, its current parent.
    package var parent: ObjectID { isDetached ? .none : lastParent }

    /// For a router, whether it was never in a tree.
    var wasNeverAttached: Bool { lastParent.isNone && !isLaunched && !isDetached && !wasUsed }

    /// Whether it was ever active.
    var wasActive: Bool { activations > 0 }

    mutating func becomeActive() {
        isDormant = false
        if activations < .max { activations += 1 }
    }

    mutating func becomeDormant() { isDormant = wasActive }

    /// Makes it the root of a tree.
    mutating func launch(at stack: StackID) {
        (attach, isLaunched, isDetached) = (stack, true, false)
    }

    mutating func attach(to router: ObjectID, at stack: StackID) {
        (attach, lastParent) = (stack, router)
        (isDetached, wasDeactivated) = (false, false)
    }

    mutating func detach(at stack: StackID) {
        (detach, isDetached) = (stack, true)
        // A router stays launched for good. A RIB without base classes may stop being a root.
        if kind == .rib { isLaunched = false }
    }
}
