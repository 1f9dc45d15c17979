// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace

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
            let root = evidence.owners.address(of: activity),
            let answers = evidence.answers(
                on: unowned, keptBy: activity, at: [root], within: .max),
            evidence.owners.activity(at: root) === activity
        else { return }
        record(answers, on: unowned)
        recordMisfires(of: Set(unowned.map(\.id)))
    }

    /// Records which subscriptions delivered a value after their owner became inactive, but before
    /// a search showed that it is theirs. The stack of that value is not known any more.
    private func recordMisfires(of ids: Set<SubscriptionID>) {
        for entry in ledger.living where ids.contains(entry.id) {
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
