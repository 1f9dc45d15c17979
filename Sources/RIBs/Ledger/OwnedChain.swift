import RIBRecorder
import RIBTrace

/// A subscription that says itself whose it is, as it stands in the ledger.
enum OwnedChain {
    /// Enters a chain that ends in a sink.
    static func sink(
        on publisher: Any.Type, owner: Activity, confinement: SubscriptionConfinement
    ) -> LedgerEntry? {
        Recorder.shared.subscribed(
            owner: owner, chainOf: publisher, { "\(PublisherTypeName($0).chain) → sink" },
            attribution: .explicit, confinement: confinement)
    }
}
