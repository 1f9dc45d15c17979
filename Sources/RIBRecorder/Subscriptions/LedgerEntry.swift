// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import RIBTrace

/// One subscription in the ledger, the list of all that have not ended: whose it is, and how many
/// values it has delivered. Copies share the counts.
package struct LedgerEntry: Sendable {
    package let id: SubscriptionID
    /// Whether its owner is active, which outlives the owner; nil for an unowned subscription.
    package internal(set) var activity: Activity?
    private let delivered = Protected(DeliveryCounts())

    package init(id: SubscriptionID, activity: Activity?) {
        self.id = id
        self.activity = activity
    }

    /// Counts a value that is delivered now. Calls no other code, so callers may hold a lock. An
    /// owner that becomes inactive meanwhile may count as active.
    ///
    /// - Returns: False, and not counted, if the owner is inactive: then call
    ///   `willDeliverWhileInactive`.
    package func countUnlessInactive() -> Bool {
        if activity?.deactivatedAt != nil { return false }
        countWhileActive()
        return true
    }

    /// Counts a value that is delivered, or was let through, while the owner is active. In the
    /// second case another thread may have deactivated the owner since: the value could not be held
    /// back.
    package func countWhileActive(at time: UInt64 = ribleak_clock_monotonic()) {
        delivered.withLock { counts in
            counts.whileActive += 1
            counts.note(time)
        }
    }

    /// Counts a value that is delivered while the owner is inactive. Returns the number of such
    /// values, including this one.
    func countWhileInactive(at time: UInt64) -> UInt64 {
        delivered.withLock { counts in
            counts.whileInactive += 1
            counts.note(time)
            return counts.whileInactive
        }
    }

    /// Whether a value was delivered while the owner was inactive.
    var firedWhileInactive: Bool { counts.whileInactive > 0 }

    var counts: DeliveryCounts { delivered.withLock { $0 } }
}

extension DeliveryCounts {
    /// Notes the time of a delivery.
    fileprivate mutating func note(_ time: UInt64) {
        if firstAt == 0 { firstAt = time }
        // Another thread may have read the clock later and counted earlier.
        lastAt = max(lastAt, time)
    }
}

/// Follows subscriptions of the ledger that may end without a report or have no known owner: it
/// knows their objects without retaining them. Such a subscription is *unowned* until a search of
/// the heap shows its owner, and *finally unowned* once the evidence names different owners.
///
/// Any thread may call it, and may hold locks. It must not call host code, such as an object's
/// `deinit`.
package protocol LedgerSweeper: AnyObject, Sendable {
    /// Ends those in the ledger that have ended without a report.
    func sweep()

    /// How objects of a class relate to subscriptions.
    func role(of type: Any.Type) -> OwnerRole

    /// The live unowned subscriptions that were made after an object. If there are too many, the
    /// oldest are left out.
    func unowned(after object: ObjectID) -> [FollowedObject]

    /// Gives some of the unowned subscriptions to owners, or marks them as finally unowned. Returns
    /// those that have not ended.
    func setOwners(_ owners: [SubscriptionID: Activity?]) -> [SubscriptionID]

    /// The given subscriptions that are followed and live. Looks at all that are followed.
    func followed(_ ids: Set<SubscriptionID>) -> [FollowedObject]
}
