// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import RIBTrace

extension Recorder {
    /// Runs `body` with `activity` as the calling thread's owner of new subscriptions.
    ///
    /// - Parameter activity: The owner, or nil for work that must not be attributed to anyone.
    package func attributing<Result>(
        to activity: Activity?, _ body: () throws -> Result
    ) rethrows -> Result {
        // The thread does not retain it. This call does, and an outer call retains its own owner.
        let owner = activity.map { CurrentOwner.activity(.passUnretained($0)) } ?? .none
        guard let outer = withSession({ $0.exchangeOwner(owner) }) else { return try body() }
        defer {
            _ = withSession { $0.exchangeOwner(outer) }
            withExtendedLifetime(activity) {}
        }
        return try body()
    }

    /// Runs `body`, in which the runtime makes its own subscriptions. They enter no ledger.
    package func outOfLedger<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard let outer = withSession({ $0.exchangeOwner(.runtime) }) else { return try body() }
        defer { _ = withSession { $0.exchangeOwner(outer) } }
        return try body()
    }

    /// Whether subscriptions that the calling thread makes without an owner are entered too.
    package var takesUnowned: Bool {
        // Not while the runtime subscribes for itself.
        withSession { if case .runtime = $0.thread.owner { false } else { true } } ?? false
    }

    /// The activity that owns the subscriptions the calling thread makes now.
    package var currentOwner: Activity? { withSession { $0.currentOwner } ?? nil }

    /// Enters a subscription made on the calling stack into the ledger.
    ///
    /// - Parameter probe: Shows the end of the subscription if no call will report it.
    /// - Returns: Its entry, or nil when recording is off.
    package func subscribed(
        owner: Activity?, chain: @autoclosure () -> String,
        attribution: SubscriptionAttribution = .current,
        confinement: SubscriptionConfinement = .none,
        probe: @autoclosure () -> (any SubscriptionProbe)? = nil
    ) -> LedgerEntry? {
        guard let session else { return nil }
        return session.subscribed(
            owner: owner, chain: session.string(chain()), attribution: attribution,
            confinement: confinement, probe: probe())
    }

    /// Same, for a chain that is identified by a type. Its text is made only once.
    package func subscribed(
        owner: Activity?, chainOf type: Any.Type, _ text: (Any.Type) -> String,
        attribution: SubscriptionAttribution, confinement: SubscriptionConfinement
    ) -> LedgerEntry? {
        guard let session else { return nil }
        return session.subscribed(
            owner: owner, chain: session.chain(of: type, text), attribution: attribution,
            confinement: confinement, probe: nil)
    }

    /// Records that a subscription is about to deliver a value.
    package func willDeliver(_ entry: LedgerEntry) {
        if !entry.countUnlessInactive() { willDeliverWhileInactive(entry) }
    }

    /// Records that a subscription is about to deliver a value that was not counted, because its
    /// owner is inactive.
    ///
    /// - Parameter followed: Its objects, which live, if they may show another owner.
    package func willDeliverWhileInactive(
        _ entry: LedgerEntry, _ followed: FollowedObject? = nil
    ) {
        // The owner is active again by now. The value is not worth reporting.
        guard let deactivatedAt = entry.activity?.deactivatedAt else { return }
        // Another thread had this value in flight when the subscription was cancelled. The
        // cancellation came before the deactivation, and the closure will not run.
        guard let session, session.ledger.contains(entry) else { return }
        let now = ribleak_clock_monotonic()
        guard entry.countWhileInactive(at: now) == 1, let activity = entry.activity else { return }
        let misfire = TraceEvent.firedWhileInactive(
            entry.id, scope: session.scopes.testToCharge(for: activity.deactivationScope),
            stack: session.stack(of: activity.owner),
            sinceDeactivation: now > deactivatedAt ? now - deactivatedAt : 0)
        if let followed {
            let isConfirmed = session.confirmsOwner(
                activity, of: followed, within: session.searchPatience)
            guard let isConfirmed else {
                return session.postpone { $0.confirm(misfire, of: entry.id, activity) }
            }
            if !isConfirmed { return }
        }
        session.suspiciousEvents.increment()
        session.record(misfire)
    }

    /// Records that a subscription was cancelled but may still work. A judgement gives it time.
    package func isEnding(_ entry: LedgerEntry) { withSession { $0.ledger.isEnding(entry) } }

    package func ended(_ entry: LedgerEntry, _ end: SubscriptionEnd) {
        withSession { $0.ended(entry, end) }
    }

    /// Sets the sweeper to ask, which is retained, or nil for none.
    package func setSweeper(_ sweeper: (any LedgerSweeper)?) {
        guard let session else { return }
        session.sweepers.withLock { $0 = sweeper }
        session.evidence.keepOwners(sweeper != nil)
        if let sweeper, session.searchesHeap { session.evidence.setUp(sweeper.role(of:)) }
    }
}

extension RecordingSession {
    /// Follows subscriptions that end without a report or have no known owner; nil where none are.
    var sweeper: (any LedgerSweeper)? { sweepers.withLock { $0 } }

    @discardableResult
    func subscribed(
        owner: Activity?, chain: StringID, attribution: SubscriptionAttribution,
        confinement: SubscriptionConfinement = .none, probe: (any SubscriptionProbe)?,
        stack known: StackID? = nil
    ) -> LedgerEntry {
        let entry = LedgerEntry(
            id: SubscriptionID(subscriptionCounter.increment()), activity: owner)
        ledger.add(entry, probe: probe)
        if attribution == .task { ledger.isOfTask(entry.id) }
        let ownerID = owner?.owner ?? .none
        // Not with `??`, whose closure would be one more frame of the stack.
        let stack = if let known { known } else { stack(of: ownerID) }
        record(
            .subscribed(
                entry.id, owner: ownerID, ownerIsActive: owner?.isActive ?? false, chain: chain,
                stack: stack, attribution: attribution, confinement: confinement))
        if probe != nil, ledger.takeSweep() { sweepLedger() }
        return entry
    }

    func ended(_ entry: LedgerEntry, _ end: SubscriptionEnd) {
        guard ledger.remove(entry) else { return }
        record(.subscriptionEnded(entry.id, end, counts: entry.counts))
    }

    /// Ends the subscriptions that ended without a report.
    func sweepLedger() {
        // The subscriptions that sweepers follow. This calls no host code.
        sweeper?.sweep()
        for (entry, end) in ledger.endedUnreported() { ended(entry, end) }
        ledger.finishSweep()
    }
}
