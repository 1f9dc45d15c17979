import RIBTrace

extension Recorder {
    /// Says that an interactor became active, before any of its own code runs.
    package func activated(_ activity: Activity) {}

    /// Says that an interactor is inactive, after all that belongs to its deactivation has run.
    package func deactivated(_ activity: Activity) {}

    /// Runs `body` with `activity` as the calling thread's owner of new subscriptions.
    ///
    /// - Parameter activity: The owner, or nil for work that must not be attributed to anyone.
    package func attributing<Result>(
        to activity: Activity?, _ body: () throws -> Result
    ) rethrows -> Result { try body() }

    /// The activity that owns what the calling thread subscribes to now.
    package var currentOwner: Activity? { nil }

    /// Enters a subscription made on the calling stack into the ledger.
    ///
    /// - Returns: Its entry, or nil when recording is off.
    package func subscribed(owner: Activity?, chain: @autoclosure () -> String) -> LedgerEntry? { nil }

    /// Says that a subscription is about to deliver a value.
    package func willDeliver(_ entry: LedgerEntry) {}

    package func ended(_ entry: LedgerEntry, _ end: SubscriptionEnd) {}
}
