import RIBTrace

/// What a history knows of a subscription beside its span.
package struct SubscriptionSpan: Equatable, Sendable {
    /// How its owner is known.
    package var attribution: SubscriptionAttribution
    /// What binds it to its owner's activity.
    package let confinement: SubscriptionConfinement
    /// Nil where the trace ends before it says so.
    package var deliveries: LedgerSubscription.Deliveries?
    /// How it ended; nil while it has not.
    package var end: SubscriptionEnd?

    package init(
        attribution: SubscriptionAttribution, confinement: SubscriptionConfinement,
        deliveries: LedgerSubscription.Deliveries? = nil, end: SubscriptionEnd? = nil
    ) {
        self.attribution = attribution
        self.confinement = confinement
        self.deliveries = deliveries
        self.end = end
    }
}
