// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation
import RIBHeap
import RIBTrace

/// Finds the owner of a subscription by what is seen of it in memory: when the tracker of a stream
/// library sees it made, when an owner becomes inactive, when it delivers a value to an inactive
/// owner, and before a judgement.
extension Recorder {
    /// The object that was recorded last. When a later one becomes inactive, it is not asked
    /// whether it owns a subscription that is made now.
    package var lastObject: ObjectID { withSession { ObjectID($0.objectCounter.value) } ?? .none }

    /// The only owner that a subscriber, or else its task, retains or captures. It must be active
    /// now and have become so while a sweeper was registered. Nothing where the heap must not be
    /// searched.
    ///
    /// - Parameter subscriber: The address of an object that lives until this call returns; nil
    ///   where only the task counts.
    /// - Returns: Nil when no search could look now. Then call `awaitsOwner(_:task:)`.
    package func capturedOwner(
        by subscriber: UnsafeMutableRawPointer?, task: UInt?
    ) -> OwnerAnswer? {
        guard let session, session.searchesHeap else { return .nothing }
        let found = session.evidence.captured(
            by: subscriber.map { UInt(bitPattern: $0) }, or: task.map(FollowedTask.init(current:)),
            within: session.searchPatience)
        if let owner = found?.owner, !owner.isActive { return .nothing }
        return found
    }

    /// Has the owner of a subscription searched that was just entered without one, because that
    /// could not be seen when it was made.
    package func awaitsOwner(_ id: SubscriptionID, task: UInt?) {
        let (task, time) = (task.map(FollowedTask.init(current:)), ribleak_clock_monotonic())
        session?.postpone { $0.findOwner(of: id, task, since: time) }
    }

    /// Gives the subscription of a token to an owner, as `tracked(by:)` on the token states.
    ///
    /// - Returns: False if the token ends no followed subscription that is unowned.
    package func claim(_ token: AnyObject, for owner: Activity) -> Bool {
        guard let session, session.searchesHeap, let sweeper = session.sweeper else { return false }
        let unowned = sweeper.unowned(after: .none)
        if unowned.isEmpty { return false }
        let kept = session.evidence.subscription(
            among: unowned, keptBy: ObjectReference.address(of: token),
            within: session.searchPatience)
        withExtendedLifetime(token) {}
        guard let kept, !sweeper.setOwners([kept.id: owner]).isEmpty else { return false }
        session.recordOwner(owner, .explicit, of: kept.id)
        return true
    }

    /// Records that the code names the owner of a subscription, as `tracked(by:)` does.
    package func isTracked(_ id: SubscriptionID, by owner: Activity) {
        session?.record(
            .subscriptionOwned(
                id, by: owner.owner, ownerIsActive: owner.isActive, attribution: .explicit))
    }

    /// Records that a subscription of an inactive owner passes on values of another one of that
    /// owner. Only the other one is a mistake.
    package func noteFed(_ entry: LedgerEntry) { session?.ledger.noteFed(entry) }

    /// Records that the owner of an activity is being freed or was freed.
    package func ownerEnds(_ activity: Activity, at address: UInt) {
        withSession { $0.evidence.remove(activity, at: address) }
    }

    /// Gives a live unowned subscription to an owner. Its new entry; nil if it has ended.
    package func give(_ entry: LedgerEntry, to owner: Activity) -> LedgerEntry? {
        session?.ledger.give(entry, to: owner)
    }
}

extension RecordingSession {
    /// Whether the memory of the process may be searched.
    var searchesHeap: Bool { configuration.level == .full && configuration.searchLimit > 0 }

    /// How long a call of the app may wait for another thread's search, in nanoseconds.
    var searchPatience: UInt64 { scopes.isAnyRunning ? OwnerEvidence.patienceInTest : 0 }

    /// Finds the unowned subscriptions of an owner that just became inactive, and records them.
    /// `parts` are the owner and the objects that count as it.
    func findSubscriptions(of activity: Activity, _ parts: () -> [AnyObject]) {
        guard searchesHeap, let unowned = sweeper?.unowned(after: activity.owner), !unowned.isEmpty
        else { return }
        let parts = parts()
        let answers = evidence.answers(
            on: unowned, keptBy: activity, at: parts.map(ObjectReference.address(of:)),
            within: searchPatience)
        withExtendedLifetime(parts) {}
        guard let answers else { return postpone { $0.findSubscriptions(keptBy: activity) } }
        record(answers, on: unowned)
    }

    func record(_ answers: [OwnerAnswer], on unowned: [FollowedObject]) {
        let seen = Dictionary(zip(unowned.map(\.id), answers)) { first, _ in first }
            .filter { !$0.value.isNothing }
        for id in sweeper?.setOwners(seen.mapValues(\.owner)) ?? [] {
            record(seen[id] ?? .nothing, on: id)
        }
    }

    private func record(_ answer: OwnerAnswer, on id: SubscriptionID) {
        switch answer {
        case .owner(let owner, let attribution): recordOwner(owner, attribution, of: id)
        case .disputed: recordOwner(nil, .disputed, of: id)
        case .nothing: break
        }
    }

    func recordOwner(
        _ owner: Activity?, _ attribution: SubscriptionAttribution, of id: SubscriptionID
    ) {
        if attribution == .task { ledger.isOfTask(id) }
        record(
            .subscriptionOwned(
                id, by: owner?.owner ?? .none, ownerIsActive: owner?.deactivatedAt == nil,
                attribution: attribution))
    }

    /// Checks who owns a subscription that seems to belong to an inactive owner, and records it.
    /// Its objects live until this call returns. False if it has another owner or none; nil when no
    /// search could look.
    func confirmsOwner(
        _ activity: Activity, of followed: FollowedObject, within patience: UInt64
    ) -> Bool? {
        guard searchesHeap, sweeper != nil else { return true }
        let roots = evidence.address(of: activity).map { [$0] } ?? []
        let answers = evidence.answers(
            on: [followed], keptBy: activity, at: roots, within: patience)
        guard let answer = answers?.first else { return nil }
        record(answer, on: followed.id)
        return answer.isNothing || answer.owner === activity
    }

    /// Checks the owners of subscriptions that are about to be judged.
    func confirmOwners(of entries: [LedgerEntry]) {
        // When one that a tracker follows fires, its owner is checked.
        let outlived = entries.filter {
            !$0.firedWhileInactive && $0.activity?.deactivatedAt != nil
        }
        guard searchesHeap, !outlived.isEmpty, let sweeper else { return }
        let activities = Dictionary(outlived.map { ($0.id, $0.activity) }) { first, _ in first }
        for followed in sweeper.followed(Set(activities.keys)) {
            guard let activity = activities[followed.id] ?? nil else { continue }
            _ = confirmsOwner(activity, of: followed, within: .max)
        }
    }
}

/// Finds timers of the main run loop that the app does not hand over. No library reports them.
extension RecordingSession {
    /// Enters into the ledger the repeating timers that call back an owner that is about to become
    /// inactive, without retaining it. An owner that a timer retains is found as a leak.
    ///
    /// On the main thread only, where no other code can remove a timer of the main run loop.
    func findTimers(of activity: Activity, _ parts: () -> [AnyObject]) {
        guard searchesHeap, MainQueue.isMainThread, ribleak_main_run_loop_has_timer() == 1,
            sweeper != nil
        else { return }
        let parts = parts()
        // Not searched later: the closure shows its owner only while the owner lives.
        let found = evidence.timers(
            of: RunLoop.main, at: parts.map(ObjectReference.address(of:)), within: searchPatience)
        withExtendedLifetime(parts) {}
        for (timer, code) in found ?? [] where timer.timeInterval > 0 && timer.isValid {
            if ledger.isProbed(timer) { continue }
            // Many such timers end themselves at their next tick, when they find that their target
            // was freed. So one counts as running only if it has ticked since and is still valid.
            let probe = TimerProbe(timer) { [nextTick = timer.fireDate] in
                ($0 as? Foundation.Timer).map { $0.isValid && $0.fireDate > nextTick } ?? false
            } isCancelled: {
                ($0 as? Foundation.Timer)?.isValid == false
            }
            subscribed(
                owner: activity, chain: string("Timer"), attribution: .capturedWeakly,
                probe: probe, stack: stack(ofCodeAt: [code]))
        }
    }
}

// MARK: - Later searches

/// A search for owners that a call of the app left for later, because it would have had to wait.
typealias DeferredSearch = @Sendable (RecordingSession) -> Void

extension RecordingSession {
    /// Leaves a search for a thread of the recorder, or for the next judgement.
    func postpone(_ search: @escaping DeferredSearch) {
        if deferred.add([search]).isFirst {
            Thread.detachNewThread { [self] in searchDeferred() }
        }
    }

    /// Searches what was left for later. Not for calls of the app.
    func searchDeferred() {
        deferredTurns.withLock { _ in
            while let searches = deferred.next() {
                for search in searches { search(self) }
            }
        }
    }

    /// Finds the owner of a subscription that a task, or none, made at a time.
    func findOwner(of id: SubscriptionID, _ task: FollowedTask?, since time: UInt64) {
        guard let sweeper, let followed = sweeper.followed([id]).first else { return }
        let answer = evidence.captured(by: followed.observer, or: task, within: .max)
        // It must have been active when the subscription was made.
        guard case .owner(let owner, let attribution)? = answer,
            owner.deactivatedAt.map({ $0 > time }) ?? owner.isActive,
            !sweeper.setOwners([id: owner]).isEmpty
        else { return }
        recordOwner(owner, attribution, of: id)
        recordMisfires(of: [id])
    }

    /// Finds the subscriptions of an owner that became inactive. Only the owner is known to live,
    /// by its entry among the owners: its parts may be gone.
    func findSubscriptions(keptBy activity: Activity) {
        guard let unowned = sweeper?.unowned(after: activity.owner), !unowned.isEmpty,
            let root = evidence.address(of: activity),
            let answers = evidence.answers(
                on: unowned, keptBy: activity, at: [root], within: .max),
            evidence.activity(at: root) === activity
        else { return }
        record(answers, on: unowned)
        recordMisfires(of: Set(unowned.map(\.id)))
    }

    /// Records which subscriptions delivered a value after their owner became inactive, but before
    /// a search showed that it is theirs. The stack of that value is not known any more.
    private func recordMisfires(of ids: Set<SubscriptionID>) {
        for entry in ledger.entries(ids) {
            let last = entry.counts.lastAt
            guard let activity = entry.activity, let since = activity.deactivatedAt, last > since,
                entry.countWhileInactive(at: last) == 1
            else { continue }
            suspiciousEvents.increment()
            record(
                .firedWhileInactive(
                    entry.id, scope: scopes.testToCharge(for: activity.deactivationScope),
                    stack: .none, sinceDeactivation: last - since))
        }
    }

    /// Records a misfire whose subscription still shows that owner. What has ended shows none.
    func confirm(_ misfire: TraceEvent, of id: SubscriptionID, _ activity: Activity) {
        guard let followed = sweeper?.followed([id]).first,
            confirmsOwner(activity, of: followed, within: .max) == true
        else { return }
        suspiciousEvents.increment()
        record(misfire)
    }
}
