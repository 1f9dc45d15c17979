import RIBTrace

/// Collects what happens to one object, and knows the rest of the trace as a ledger does.
struct ObjectWatch: EventConsumer {
    private(set) var ledger = LedgerBuilder()
    private(set) var moves: [Move] = []
    /// Where it was last attached or launched, and last detached or left the screen.
    private(set) var attached = StackID.none
    private(set) var detached = StackID.none
    private let id: UInt64

    struct Move {
        let kind: ObjectMove.Kind
        /// On the trace's clock.
        let timestamp: UInt64
        let other: ObjectID
    }

    init(_ id: UInt64) {
        self.id = id
    }

    /// Takes one more definition.
    mutating func define(_ event: TraceEvent) { ledger.define(event) }

    /// Takes one more event that is no definition, in time order.
    mutating func apply(_ event: PackedEvent) {
        ledger.apply(event)
        guard let kind = Self.kind(of: event), event.subject == id else { return }
        var other = ObjectID.none
        switch event.record {
        case .attached:
            other = ObjectID(event.related)
            attached = StackID(short: event.moveStack)
        case .detached:
            other = ObjectID(event.related)
            detached = StackID(short: event.moveStack)
        case .launched: attached = StackID(short: event.stack)
        case .viewLeft: detached = StackID(short: event.stack)
        case .workerStarted: other = ObjectID(event.related)
        default: break  // concerns no other object and has no stack, or one that the model has
        }
        moves.append(Move(kind: kind, timestamp: event.timestamp, other: other))
    }

    /// Nil for what is no part of an object's life.
    private static func kind(of event: PackedEvent) -> ObjectMove.Kind? {
        switch event.record {
        case .objectCreated: .made
        case .objectDestroyed: .destroyed
        case .launched: .launched
        case .attached: .attached
        case .detached: .detached
        case .activated: .activated
        case .deactivated: .deactivated
        case .viewAppeared: .viewAppeared
        case .viewLeft: .viewLeft
        case .workerStarted: .started
        case .workerStopped: .stopped
        case .stillAlive: .foundAlive(late: event.expectedFor)
        default: nil
        }
    }
}
