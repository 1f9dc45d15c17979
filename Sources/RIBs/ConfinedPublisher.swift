import RIBRecorder

/// A publisher whose subscriptions belong to the interactor it is confined to, whoever makes them.
protocol ConfinedPublisher {
    /// The interactor's activity; nil when it is not recorded.
    var owner: Activity? { get }
}
