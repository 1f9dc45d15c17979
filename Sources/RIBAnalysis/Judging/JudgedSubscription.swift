import RIBTrace

/// A subscription that should have ended, or should not have been made, as one judgement found it.
struct JudgedSubscription {
    let kind: FindingKind
    let subscription: SubscriptionID
    let making: LiveSubscriptions.Making
    var scope: ScopeID
    /// How often its owner had been activated when this was found.
    var ownerActivations: UInt16 = 0
    /// Nanoseconds from its owner's deactivation to the judgement.
    var sinceDeactivation: UInt64?
    var ownerIsFreed = false
    /// The live subscriptions of its owner through the same publishers.
    var accumulated: AccumulatedSubscriptions?
    /// True when it is known to be alive only because the trace does not say that it ended.
    var isInferred = false
}
