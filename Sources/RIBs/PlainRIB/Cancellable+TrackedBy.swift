import RIBRecorder

extension Cancellable {
    /// Enters this subscription into the ledger as a RIB's, until it is cancelled or freed.
    ///
    /// For subscriptions that are not made in `subscribing(_:)`. Its values are not counted: those
    /// are known only of what ``SubscriptionTracking`` follows.
    ///
    /// - Parameter rib: Whose subscription it is.
    /// - Returns: What to cancel instead of this subscription, which it keeps.
    public func tracked(by rib: some PlainRIB) -> AnyCancellable {
        guard let node = PlainRIBNode.of(rib),
            let entry = Recorder.shared.subscribed(
                owner: node.activity, chain: String(describing: Self.self))
        else { return (self as? AnyCancellable) ?? AnyCancellable(self) }
        return AnyCancellable {
            cancel()
            Recorder.shared.ended(entry, .cancelled)
        }
    }
}
