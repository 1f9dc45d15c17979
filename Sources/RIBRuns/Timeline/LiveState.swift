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

    /// Reads the next event. Events come in time order.
    mutating func apply(_ timed: TimedEvent) {
        tree.apply(timed)
        living.apply(timed, in: tree)
        if case .dropped(let eventClass, let count) = timed.event {
            droppedByClass[eventClass] = count
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

    /// Reads the next event. Events come in time order.
    ///
    /// - Parameter tree: The tree after the event.
    mutating func apply(_ timed: TimedEvent, in tree: TreeModel) {
        switch timed.event {
        case .objectCreated(let rib, _, _, _), .launched(let rib, _), .attached(let rib, _, _),
            .detached(let rib, _, _):
            if let node = tree.nodes[rib], !node.isDestroyed, node.kind.isTreeNode {
                lastMoves[rib] = timed.timestamp
            }
        case .objectDestroyed(let object):
            lastMoves[object] = nil
            active.remove(object)
            workerInteractors[object] = nil
        case .activated(let object): if !tree.isFreed(object) { active.insert(object) }
        case .deactivated(let object): active.remove(object)
        case .subscribed(let id, let owner, _, _, _, _, _): subscriptionOwners[id] = owner
        case .subscriptionOwned(let id, let owner, _, _):
            // The end may be recorded before the owner is known.
            if subscriptionOwners[id] != nil { subscriptionOwners[id] = owner }
        case .subscriptionEnded(let id, _, _): subscriptionOwners[id] = nil
        case .workerStarted(let worker, let interactor):
            if !tree.isFreed(worker) { workerInteractors[worker] = interactor }
        case .workerStopped(let worker): workerInteractors[worker] = nil
        default: break  // says nothing about what is alive now
        }
    }
}
