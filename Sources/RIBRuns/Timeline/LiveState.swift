// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace

/// The objects that are alive in a recorded process at one time of its trace, and their places.
///
/// Like the models, it trusts no trace. On top of the tree, memory grows with the live objects.
struct LiveState: EventConsumer {
    var tree = TreeModel()
    var living = LivingObjects()
    /// How many events of each class the process had to drop, as last recorded.
    private var droppedByClass: [EventClass: UInt64] = [:]

    /// How many events the process had to drop.
    var dropped: UInt64 { droppedByClass.values.reduce(0, &+) }

    init() {}

    init(tree: TreeModel, living: LivingObjects) {
        self.tree = tree
        self.living = living
    }

    /// Reads the next definition.
    mutating func define(_ event: TraceEvent) { tree.define(event) }

    /// Reads the next event that is not a definition. Events come in time order.
    mutating func apply(_ event: PackedEvent) {
        tree.apply(event)
        living.apply(event, in: tree)
        if event.record == .dropped, let eventClass = EventClass(rawValue: event.droppedClass) {
            droppedByClass[eventClass] = event.droppedCount
        }
    }
}

/// What is alive at one time, beside its places in the tree.
struct LivingObjects {
    /// When each RIB that is not freed was last created, launched, attached or detached.
    private(set) var lastMoves: [ObjectID: UInt64] = [:]
    /// The active interactors, and the active RIBs without base classes.
    private(set) var active: Set<ObjectID> = []
    /// The owners of the subscriptions that have not ended.
    private(set) var subscriptionOwners: [SubscriptionID: ObjectID] = [:]
    /// The interactors of the workers that are started.
    private(set) var workerInteractors: [ObjectID: ObjectID] = [:]

    /// Reads the next event that is not a definition. Events come in time order.
    ///
    /// - Parameter tree: The tree after the event.
    mutating func apply(_ event: PackedEvent, in tree: TreeModel) {
        let object = ObjectID(event.subject)
        switch event.record {
        case .objectCreated, .launched, .attached, .detached:
            if let node = tree.nodes[object], !node.isDestroyed, node.kind.isTreeNode {
                lastMoves[object] = event.timestamp
            }
        case .objectDestroyed:
            lastMoves[object] = nil
            active.remove(object)
            workerInteractors[object] = nil
        case .activated: if !tree.isFreed(object) { active.insert(object) }
        case .deactivated: active.remove(object)
        case .subscribed:
            subscriptionOwners[SubscriptionID(event.subject)] = ObjectID(event.related)
        case .subscriptionOwned:
            // The end may be recorded before the owner is known.
            let subscription = SubscriptionID(event.subject)
            if subscriptionOwners[subscription] != nil {
                subscriptionOwners[subscription] = ObjectID(event.related)
            }
        case .subscriptionEnded: subscriptionOwners[SubscriptionID(event.subject)] = nil
        case .workerStarted:
            if !tree.isFreed(object) { workerInteractors[object] = ObjectID(event.related) }
        case .workerStopped: workerInteractors[object] = nil
        default: break  // says nothing about what is alive now
        }
    }
}
