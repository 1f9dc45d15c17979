/// Whose affair it is what a thread subscribes to now.
enum SubscriptionOwner {
    /// Whoever sets it keeps the activity alive until the one before is set again.
    case activity(Unmanaged<Activity>)
    /// Nobody's, as far as is known.
    case none
    /// The runtime's own, which is in no ledger.
    case runtime
}
