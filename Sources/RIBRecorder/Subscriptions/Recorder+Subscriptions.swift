// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import RIBTrace

extension Recorder {
    /// Says that an interactor became active, before any of its own code runs.
    ///
    /// - Parameters:
    ///   - owner: The interactor, for which `ownerEnds` must be called; nil where nobody looks for it.
    ///   - timestamp: Now.
    package func activated(
        _ activity: Activity, of owner: AnyObject? = nil, at timestamp: Timestamp = Timestamp()
    ) {
        guard !activity.owner.isNone else { return }
        activity.activate()
        withSession {
            if let owner {
                $0.evidence.owners.add(activity, at: RecordingSession.address(of: owner))
            }
            $0.record(.activated(interactor: activity.owner), at: timestamp.timeOfEvent)
        }
    }

    /// Says that an interactor is inactive, after all that belongs to its deactivation has run.
    ///
    /// - Parameter parts: It and its router, whose subscriptions are its own.
    package func deactivated(_ activity: Activity, parts: () -> [AnyObject] = { [] }) {
        guard !activity.owner.isNone else { return }
        withSession { $0.findTimers(of: activity, parts) }
        let now = ribleak_clock_monotonic()
        activity.deactivate(at: now, in: currentScope)
        withSession {
            $0.noteDeactivated(activity)
            $0.record(.deactivated(interactor: activity.owner), at: now)
            $0.findSubscriptions(of: activity, parts)
        }
    }

    /// Runs `body` with `activity` as the calling thread's owner of new subscriptions.
    ///
    /// - Parameter activity: The owner, or nil for work that must not be attributed to anyone.
    package func attributing<Result>(
        to activity: Activity?, _ body: () throws -> Result
    ) rethrows -> Result {
        // Not kept by the thread: this call keeps it, and so does an outer call its own.
        let owner = activity.map { CurrentOwner.activity(.passUnretained($0)) } ?? .none
        guard let outer = withSession({ $0.exchangeOwner(owner) }) else { return try body() }
        defer {
            _ = withSession { $0.exchangeOwner(outer) }
            withExtendedLifetime(activity) {}
        }
        return try body()
    }

    /// Runs `body`, in which the runtime subscribes for itself: that is in no ledger.
    package func outOfLedger<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard let outer = withSession({ $0.exchangeOwner(.runtime) }) else { return try body() }
        defer { _ = withSession { $0.exchangeOwner(outer) } }
        return try body()
    }

    /// True when what the calling thread subscribes to without an owner is to be entered too.
    package var takesUnowned: Bool { withSession { !$0.isOutOfLedger } ?? false }

    /// The activity that owns what the calling thread subscribes to now.
    package var currentOwner: Activity? {
        unretainedOwner?.takeUnretainedValue()
    }

    /// As `currentOwner`, for those who ask often: counting references costs more than asking. It
    /// lives at least until the code that it owns returns.
    package var unretainedOwner: Unmanaged<Activity>? { withSession { $0.currentOwner } ?? nil }

    /// Enters a subscription made on the calling stack into the ledger.
    ///
    /// - Parameters:
    ///   - owner: Whose it is; nil for nobody's.
    ///   - chain: What it consists of, in words.
    ///   - attribution: How that owner is known.
    ///   - confinement: What binds it to the owner's activity.
    ///   - witness: Shows its end, if nobody will tell.
    /// - Returns: Its entry, or nil when recording is off.
    package func subscribed(
        owner: Activity?, chain: @autoclosure () -> String,
        attribution: SubscriptionAttribution = .current,
        confinement: SubscriptionConfinement = .none,
        witness: @autoclosure () -> (any SubscriptionWitness)? = nil
    ) -> LedgerEntry? {
        guard let session else { return nil }
        return session.subscribed(
            owner: owner, chain: session.string(chain()), attribution: attribution,
            confinement: confinement, witness: witness())
    }

    /// As the other form, for a chain that a type stands for: its words are made once.
    ///
    /// - Parameter text: Makes words of the type.
    package func subscribed(
        owner: Activity?, chainOf type: Any.Type, _ text: (Any.Type) -> String,
        attribution: SubscriptionAttribution, confinement: SubscriptionConfinement
    ) -> LedgerEntry? {
        guard let session else { return nil }
        return session.subscribed(
            owner: owner, chain: session.chain(of: type, text), attribution: attribution,
            confinement: confinement, witness: nil)
    }

    /// As the other forms, for a chain that has a number which is never another one's, and without
    /// counting references.
    ///
    /// - Parameters:
    ///   - owner: Kept by the caller.
    ///   - number: Less than 4096: an address of no type.
    ///   - spare: An entry that ended, whose memory serves this one if nobody else refers to it.
    package func subscribed(
        owner: Unmanaged<Activity>, chainNumbered number: UInt64,
        _ text: @autoclosure () -> String, attribution: SubscriptionAttribution,
        confinement: SubscriptionConfinement, inPlaceOf spare: inout LedgerEntry?
    ) -> LedgerEntry? {
        withSession {
            $0.subscribed(
                owner: owner, chain: $0.chain(numbered: number, text()), attribution: attribution,
                confinement: confinement, witness: nil, inPlaceOf: &spare)
        }
    }

    /// Says that a subscription is about to deliver a value.
    package func willDeliver(_ entry: LedgerEntry) {
        if !entry.countUnlessInactive() { willDeliverWhileInactive(entry) }
    }

    /// Says that a subscription is about to deliver a value that was not counted, since its owner is
    /// inactive.
    ///
    /// - Parameters:
    ///   - subscriber: The address of the living subscriber, where it may show that the owner is another one.
    ///   - subscription: The address of what tokens lead to, where that is another object; it lives too.
    package func willDeliverWhileInactive(
        _ entry: LedgerEntry, to subscriber: UnsafeMutableRawPointer? = nil,
        of subscription: UnsafeMutableRawPointer? = nil
    ) {
        // Active again meanwhile: the value is not worth a doubt.
        guard let deactivatedAt = entry.activity?.deactivatedAt else { return }
        // A value that another thread had in flight when the subscription was cancelled: the
        // cancellation came before the deactivation, and its closure will not run.
        guard let session, session.ledger.contains(entry) else { return }
        let now = ribleak_clock_monotonic()
        guard entry.countWhileInactive(at: now) == 1, let activity = entry.activity else { return }
        if let subscriber {
            let followed = FollowedObject(
                id: entry.id, address: UInt(bitPattern: subscription ?? subscriber),
                observer: UInt(bitPattern: subscriber))
            if !session.confirmsOwner(activity, of: followed) { return }
        }
        session.suspicions.increment()
        session.record(
            .firedWhileInactive(
                entry.id, scope: session.scopes.charged(activity.deactivationScope),
                stack: session.stack(),
                sinceDeactivation: now > deactivatedAt ? now - deactivatedAt : 0))
    }

    /// Says that a subscription delivers a value which it let through while its owner was active.
    ///
    /// Another thread may have deactivated the owner since: nobody could have kept the value back.
    package func willDeliverInTime(_ entry: LedgerEntry) {
        entry.countWhileActive(at: ribleak_clock_monotonic())
    }

    /// Says that a subscription was cancelled and may still be at work: a judgement gives it time.
    package func isEnding(_ entry: LedgerEntry) {
        withSession { $0.ledger.isEnding(entry) }
    }

    package func ended(_ entry: LedgerEntry, _ end: SubscriptionEnd) {
        withSession { $0.ended(entry, end) }
    }

    /// Ends now what is over without having told, as each judgement does.
    package func sweepLedger() { session?.sweepLedger() }

    /// Asks a sweeper from now on, which is kept.
    package func addSweeper(_ sweeper: any LedgerSweeper) {
        session?.sweepers.withLock { $0.append(sweeper) }
        session?.evidence.owners.begin()
    }

    /// Asks a sweeper no more.
    package func removeSweeper(_ sweeper: any LedgerSweeper) {
        guard let session else { return }
        let isLast = session.sweepers.withLock { sweepers in
            sweepers.removeAll { $0 === sweeper }
            return sweepers.isEmpty
        }
        if isLast { session.evidence.owners.end() }
    }
}

extension RecordingSession {
    func noteDeactivated(_ activity: Activity) {
        if scopes.isAnyRunning { ledger.noteDeactivated(activity.owner) }
    }

    fileprivate func subscribed(
        owner: Activity?, chain: StringID, attribution: SubscriptionAttribution,
        confinement: SubscriptionConfinement, witness: (any SubscriptionWitness)?
    ) -> LedgerEntry {
        defer { withExtendedLifetime(owner) {} }
        var spare: LedgerEntry?
        return subscribed(
            owner: owner.map { .passUnretained($0) }, chain: chain, attribution: attribution,
            confinement: confinement, witness: witness, inPlaceOf: &spare)
    }

    /// Enters a subscription, in the place of an entry that is over if there is one.
    ///
    /// - Parameter owner: Kept by the caller.
    @inline(__always)
    fileprivate func subscribed(
        owner: Unmanaged<Activity>?, chain: StringID, attribution: SubscriptionAttribution,
        confinement: SubscriptionConfinement, witness: (any SubscriptionWitness)?,
        inPlaceOf spare: inout LedgerEntry?
    ) -> LedgerEntry {
        let entry = LedgerEntry(
            id: SubscriptionID(subscriptionCounter.increment()),
            activity: owner, inPlaceOf: &spare)
        ledger.add(entry, witness: witness)
        let (ownerID, isActive) =
            owner?._withUnsafeGuaranteedRef { ($0.owner, $0.isActive) } ?? (.none, false)
        record(
            .subscribed(
                entry.id, owner: ownerID, ownerIsActive: isActive, chain: chain, stack: stack(),
                attribution: attribution, confinement: confinement))
        if witness != nil, ledger.takeSweep() { sweepLedger() }
        return entry
    }

    func ended(_ entry: LedgerEntry, _ end: SubscriptionEnd) {
        guard ledger.remove(entry) else { return }
        record(.subscriptionEnded(entry.id, end, counts: entry.counts))
    }

    /// Ends what is over without having told.
    func sweepLedger() {
        // What is followed elsewhere. Calls no code of the host's.
        for sweeper in sweepers.withLock({ $0 }) { sweeper.sweep() }
        for (entry, end) in ledger.endedWithoutAWord() { ended(entry, end) }
        ledger.finishSweep()
    }
}
