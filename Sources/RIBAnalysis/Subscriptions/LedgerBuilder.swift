import RIBTrace

/// Collects the subscriptions of a trace, in one pass.
///
/// Memory grows with the subscriptions and the objects, not with the values that were delivered.
struct LedgerBuilder: EventConsumer {
    private(set) var model = TraceModel()
    private(set) var lines = SerialMap<TracedSubscription, LedgerLine>()

    /// Takes one more definition.
    mutating func define(_ event: TraceEvent) { model.define(event) }

    /// Takes one more event that is no definition, in time order.
    mutating func apply(_ event: PackedEvent) {
        model.apply(event)
        let id = SubscriptionID(event.subject)
        switch event.record {
        case .subscribed: lines.insert(LedgerLine(event), for: id)
        case .subscriptionOwned: lines.change(id) { $0.give(event) }
        case .stillSubscribed: lines.change(id) { $0.counts = event.counts }
        case .subscriptionEnded:
            lines.change(id) { line in
                line.counts = event.counts
                line.end = SubscriptionEnd(rawValue: event.end) ?? .cancelled
                line.endedAt = event.timestamp
            }
        default: break  // says nothing about a subscription, or only its first inactive value
        }
    }
}
