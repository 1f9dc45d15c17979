import CRIBShims
import RIBTrace

extension Recorder {
    /// Says that an interactor became active, before any of its own code runs.
    package func activated(_ activity: Activity) {
        activity.activate()
        guard !activity.owner.isNone else { return }
        record(.activated(interactor: activity.owner))
    }

    /// Says that an interactor is inactive, after all that belongs to its deactivation has run.
    package func deactivated(_ activity: Activity) {
        activity.deactivate(at: ribleak_clock_monotonic())
        guard !activity.owner.isNone else { return }
        record(.deactivated(interactor: activity.owner))
    }

    /// Runs `body` with `activity` as the calling thread's owner of new subscriptions.
    ///
    /// - Parameter activity: The owner, or nil for work that must not be attributed to anyone.
    package func attributing<Result>(
        to activity: Activity?, _ body: () throws -> Result
    ) rethrows -> Result {
        guard let thread = session?.thread else { return try body() }
        let outer = thread.owner
        thread.owner = activity
        defer { thread.owner = outer }
        return try body()
    }

    /// The activity that owns what the calling thread subscribes to now.
    package var currentOwner: Activity? { session?.thread.owner }

    /// Enters a subscription made on the calling stack into the ledger.
    ///
    /// - Returns: Its entry, or nil when recording is off.
    package func subscribed(owner: Activity?, chain: @autoclosure () -> String) -> LedgerEntry? {
        guard let session else { return nil }
        let entry = LedgerEntry(
            id: SubscriptionID(session.subscriptionCounter.increment()), activity: owner)
        session.ledger.add(entry)
        session.record(
            .subscribed(
                entry.id, owner: owner?.owner ?? .none, ownerIsActive: owner?.isActive ?? false,
                chain: session.string(chain()), stack: session.stack()))
        return entry
    }

    /// Says that a subscription is about to deliver a value.
    package func willDeliver(_ entry: LedgerEntry) {
        guard let deactivatedAt = entry.activity?.deactivatedAt else {
            entry.valuesWhileActive.increment()
            return
        }
        // A value that another thread had in flight when the subscription was cancelled: the
        // cancellation came before the deactivation, and its closure will not run.
        guard let session, session.ledger.contains(entry) else { return }
        guard entry.valuesWhileInactive.increment() == 1 else { return }
        session.suspicions.increment()
        let now = ribleak_clock_monotonic()
        session.record(
            .firedWhileInactive(
                entry.id, scope: session.scopes.current, stack: session.stack(),
                sinceDeactivation: now > deactivatedAt ? now - deactivatedAt : 0))
    }

    package func ended(_ entry: LedgerEntry, _ end: SubscriptionEnd) {
        guard let session, session.ledger.remove(entry) else { return }
        session.record(.subscriptionEnded(entry.id, end, counts: entry.counts))
    }
}
