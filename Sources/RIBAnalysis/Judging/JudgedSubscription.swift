import RIBTrace

/// A subscription that should have ended, or should not have been made, as one judgement found it.
struct JudgedSubscription {
    let kind: FindingKind
    let subscription: SubscriptionID
    let making: LiveSubscriptions.Making
    let scope: ScopeID
    /// How often its owner had been activated when this was found.
    var ownerActivations: UInt16 = 0
    /// Nanoseconds from its owner's deactivation to the judgement.
    var sinceDeactivation: UInt64?
    var ownerIsFreed = false
    /// The live subscriptions from the same place, and the activations that made them.
    var accumulated: SubscriptionFacts.Accumulated?
    /// True when it is known to be alive only because the trace does not say that it ended.
    var isInferred = false
}
