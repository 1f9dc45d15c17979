extension Cancellable {
    /// Enters this subscription into the ledger as a RIB's, until it is cancelled or freed.
    ///
    /// Its values are not counted: those are known only of what ``SubscriptionTracking`` follows.
    ///
    /// - Parameter rib: Whose subscription it is.
    /// - Returns: What to cancel instead of this subscription, which it keeps.
    public func tracked(by rib: some PlainRIB) -> AnyCancellable {
        tracked(by: PlainRIBNode.of(rib)?.activity)
    }
}
