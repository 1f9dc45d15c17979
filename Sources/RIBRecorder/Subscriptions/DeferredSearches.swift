// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace

/// A task, recognized even if its memory serves another one later.
package struct FollowedTask: Sendable {
    let address: UInt
    /// The runtime numbers all tasks.
    let number: UInt

    /// - Parameter address: The address of the calling task.
    init(current address: UInt) {
        self.address = address
        // Safe: the calling task lives, and its number lies there on all 64-bit platforms.
        number = UnsafePointer<UInt32>(bitPattern: address + 36).map { UInt($0.pointee) } ?? 0
    }
}

/// Searches for owners that calls of the app left for later, because they would have had to wait.
final class DeferredSearches: Sendable {
    typealias Search = @Sendable (RecordingSession) -> Void

    /// More are forgotten. An app makes them only while threads collide.
    private static let most = 10_000

    /// `isAtWork` from when a thread is made for them until there are none.
    private let state = Protected((searches: [Search](), isAtWork: false))
    /// Held while they are searched, so that a judgement sees all or waits for them. Calls of the
    /// app never take it.
    private let turns = Protected(NoState())

    /// - Returns: True if the caller must make a thread for them.
    func add(_ search: @escaping Search) -> Bool {
        state.withLock { state in
            if state.searches.count < Self.most { state.searches.append(search) }
            if state.isAtWork { return false }
            state.isAtWork = true
            return true
        }
    }

    /// Passes each search to `body`, in the order in which they were left.
    func takeAll(_ body: (Search) -> Void) {
        turns.withLock { _ in
            while true {
                let searches = state.withLock { state in
                    defer { state.searches = [] }
                    state.isAtWork = !state.searches.isEmpty
                    return state.searches
                }
                if searches.isEmpty { return }
                for search in searches { body(search) }
            }
        }
    }
}

extension RecordingSession {
    /// Leaves a search for a thread of the recorder, or for the next judgement.
    func postpone(_ search: @escaping DeferredSearches.Search) {
        if evidence.deferred.add(search) {
            Thread.detachNewThread { [self] in searchDeferred() }
        }
    }

    /// Searches what was left for later. Not for calls of the app.
    func searchDeferred() {
        evidence.deferred.takeAll { $0(self) }
    }

    /// - Parameters:
    ///   - task: The task that made the subscription.
    ///   - time: When that was, on the monotonic clock.
    func findOwner(of id: SubscriptionID, _ task: FollowedTask?, since time: UInt64) {
        for sweeper in sweepers.withLock({ $0 }) {
            guard let followed = sweeper.followed([id]).first else { continue }
            let answer = evidence.captured(by: followed.observer, or: task, within: .max)
            // It must have been active when the subscription was made.
            guard case .owner(let owner, let attribution)? = answer,
                owner.deactivatedAt.map({ $0 > time }) ?? owner.isActive,
                !sweeper.setOwners([id: owner]).isEmpty
            else { continue }
            recordOwner(owner, attribution, of: id)
            recordMisfires(of: [id])
        }
    }

    /// Finds the subscriptions of an owner that became inactive. Only the owner is known to live, by
    /// its entry among the owners: its parts may be gone.
    func findSubscriptions(keptBy activity: Activity) {
        for sweeper in sweepers.withLock({ $0 }) {
            let unowned = sweeper.unowned(after: activity.owner)
            guard !unowned.isEmpty, let root = evidence.owners.address(of: activity),
                let answers = evidence.answers(
                    on: unowned, keptBy: activity, at: [root], within: .max),
                evidence.owners.activity(at: root) === activity
            else { continue }
            record(answers, on: unowned, in: sweeper)
            recordMisfires(of: Set(unowned.map(\.id)))
        }
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
        for sweeper in sweepers.withLock({ $0 }) {
            guard let followed = sweeper.followed([id]).first,
                confirmsOwner(activity, of: followed, within: .max) == true
            else { continue }
            suspiciousEvents.increment()
            record(misfire)
        }
    }
}
