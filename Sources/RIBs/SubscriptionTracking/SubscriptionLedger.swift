import RIBRecorder
import RIBTrace

/// Where a tracker enters what it sees; the recorder, except in tests.
protocol SubscriptionLedger: Sendable {
    associatedtype Entry: Sendable

    /// Whose subscriptions the calling thread makes now.
    var currentOwner: Activity? { get }

    /// Whether what the calling thread subscribes to without an owner is to be entered too.
    var takesUnowned: Bool { get }

    /// Enters a subscription; nil when nothing is recorded.
    func subscribed(
        owner: Activity, chain: () -> String, attribution: SubscriptionAttribution,
        confinement: SubscriptionConfinement
    ) -> Entry?

    func willDeliver(_ entry: Entry)
    /// As `willDeliver`, of a value that was let through while the owner was active.
    func willDeliverInTime(_ entry: Entry)
    func ended(_ entry: Entry, _ end: SubscriptionEnd)
}

/// Enters what a tracker sees into the recorder of this process.
struct RecorderLedger: SubscriptionLedger {
    var currentOwner: Activity? { Recorder.shared.currentOwner }
    var takesUnowned: Bool { Recorder.shared.takesUnowned }

    func subscribed(
        owner: Activity, chain: () -> String, attribution: SubscriptionAttribution,
        confinement: SubscriptionConfinement
    ) -> LedgerEntry? {
        Recorder.shared.subscribed(
            owner: owner, chain: chain(), attribution: attribution, confinement: confinement)
    }

    func willDeliver(_ entry: LedgerEntry) { Recorder.shared.willDeliver(entry) }

    func willDeliverInTime(_ entry: LedgerEntry) { Recorder.shared.willDeliverInTime(entry) }

    func ended(_ entry: LedgerEntry, _ end: SubscriptionEnd) {
        Recorder.shared.ended(entry, end)
    }
}
