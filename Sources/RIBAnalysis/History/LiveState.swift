import RIBTrace

/// What lives in a recorded process at one moment of its trace.
///
/// Like the model it builds on, it trusts no trace. Memory grows with what lives, and as the model's.
struct LiveState {
    private(set) var model = TraceModel()
    /// When each RIB that is not freed was last made, launched, attached or detached.
    private(set) var lastMoves: [ObjectID: UInt64] = [:]
    /// The interactors that are active, and the RIBs without base classes.
    private(set) var active: Set<ObjectID> = []
    /// The owners of the subscriptions that have not ended.
    private(set) var subscriptionOwners: [SubscriptionID: ObjectID] = [:]
    /// The interactors of the workers that are started.
    private(set) var workerInteractors: [ObjectID: ObjectID] = [:]

    /// Takes one more definition.
    mutating func define(_ event: TraceEvent) { model.define(event) }

    /// Takes one more event that is no definition, in time order.
    mutating func apply(_ event: PackedEvent) {
        model.apply(event)
        let object = ObjectID(event.subject)
        switch event.record {
        case .objectCreated, .launched, .attached, .detached:
            if isLiving(object), model.nodes[object]?.kind.standsInTree == true {
                lastMoves[object] = event.timestamp
            }
        case .objectDestroyed:
            lastMoves[object] = nil
            active.remove(object)
            workerInteractors[object] = nil
        case .activated: if isLiving(object) { active.insert(object) }
        case .deactivated: active.remove(object)
        case .subscribed, .subscriptionOwned:
            subscriptionOwners[SubscriptionID(event.subject)] = ObjectID(event.related)
        case .subscriptionEnded: subscriptionOwners[SubscriptionID(event.subject)] = nil
        case .workerStarted:
            if isLiving(object) { workerInteractors[object] = ObjectID(event.related) }
        case .workerStopped: workerInteractors[object] = nil
        default: break  // says nothing about what lives now
        }
    }

    /// True for an object that was made and is not freed.
    func isLiving(_ id: ObjectID) -> Bool { model.nodes[id].map { !$0.isDestroyed } ?? false }
}
