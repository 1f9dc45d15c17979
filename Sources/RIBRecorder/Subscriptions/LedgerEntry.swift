// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import RIBTrace

/// One subscription in the ledger: whose it is, and how many values it has delivered; copies share
/// the numbers.
// `@unchecked Sendable` is safe: the head never changes. The numbers are only accessed atomically,
// in memory of an object, which never moves.
package struct LedgerEntry: @unchecked Sendable {
    private let cell: ManagedBuffer<Head, UInt64>

    private struct Head {
        let id: SubscriptionID
        let activity: Activity?
    }

    /// The meanings of the numbers after the head.
    private enum Field: Int, CaseIterable {
        case whileActive, whileInactive, firstAt, lastAt
    }

    package init(id: SubscriptionID, activity: Activity?) {
        // One allocation for everything, since apps have thousands of these.
        cell = .create(minimumCapacity: Field.allCases.count) { _ in
            Head(id: id, activity: activity)
        }
        cell.withUnsafeMutablePointerToElements {
            $0.initialize(repeating: 0, count: Field.allCases.count)
        }
    }

    /// The same subscription with another owner, not in a ledger yet. A value that another thread
    /// counts at the same time may be lost.
    func given(to owner: Activity) -> LedgerEntry {
        let given = LedgerEntry(id: id, activity: owner)
        cell.withUnsafeMutablePointerToElements { numbers in
            given.cell.withUnsafeMutablePointerToElements { copies in
                for field in Field.allCases {
                    copies[field.rawValue] = ribleak_atomic_load(numbers + field.rawValue)
                }
            }
        }
        return given
    }

    // By the header's address, because the Swift runtime checks each access to a property of an
    // object.
    package var id: SubscriptionID { cell.withUnsafeMutablePointerToHeader { $0.pointee.id } }
    package var activity: Activity? {
        cell.withUnsafeMutablePointerToHeader { $0.pointee.activity }
    }

    /// Counts a value that is delivered now, unless the owner is inactive.
    ///
    /// - Returns: False if the owner is inactive.
    func countUnlessInactive() -> Bool {
        if activity?.deactivatedAt != nil { return false }
        countWhileActive(at: ribleak_clock_monotonic())
        return true
    }

    /// Like `countUnlessInactive`, but without an atomic addition, which costs as much as a lock.
    ///
    /// For an entry that only this and `countAlone` count for, under one lock.
    package func countAloneUnlessInactive() -> Bool {
        if activity?.deactivatedAt != nil { return false }
        countAlone()
        return true
    }

    /// Counts a value that was let through while the owner was active. The conditions of
    /// `countAloneUnlessInactive` apply.
    package func countAlone() {
        note(ribleak_clock_monotonic())
        cell.withUnsafeMutablePointerToElements { numbers in
            let count = numbers + Field.whileActive.rawValue
            ribleak_atomic_store(count, count.pointee &+ 1)
        }
    }

    /// Counts a value that is delivered while the owner is active.
    ///
    /// - Parameter time: Nanoseconds on the monotonic clock.
    func countWhileActive(at time: UInt64) { count(.whileActive, at: time) }

    /// Counts a value that is delivered while the owner is inactive.
    ///
    /// - Parameter time: Nanoseconds on the monotonic clock.
    /// - Returns: The number of such values, including this one.
    func countWhileInactive(at time: UInt64) -> UInt64 { count(.whileInactive, at: time) }

    /// Whether a value was delivered while the owner was inactive.
    var firedWhileInactive: Bool { value(.whileInactive) > 0 }

    var counts: DeliveryCounts {
        // Read before the times, because those are written first.
        let (whileActive, whileInactive) = (value(.whileActive), value(.whileInactive))
        guard whileActive > 0 || whileInactive > 0 else { return DeliveryCounts() }
        let firstAt = value(.firstAt)
        return DeliveryCounts(
            whileActive: whileActive, whileInactive: whileInactive,
            // If two threads deliver at once, either may write last.
            firstAt: firstAt, lastAt: max(firstAt, value(.lastAt)))
    }

    @discardableResult
    private func count(_ field: Field, at time: UInt64) -> UInt64 {
        note(time)
        return cell.withUnsafeMutablePointerToElements {
            ribleak_atomic_add($0 + field.rawValue, 1) &+ 1
        }
    }

    /// Notes the time of a delivery.
    private func note(_ time: UInt64) {
        cell.withUnsafeMutablePointerToElements { numbers in
            if ribleak_atomic_load(numbers + Field.firstAt.rawValue) == 0 {
                ribleak_atomic_store(numbers + Field.firstAt.rawValue, time)
            }
            ribleak_atomic_store(numbers + Field.lastAt.rawValue, time)
        }
    }

    private func value(_ field: Field) -> UInt64 {
        cell.withUnsafeMutablePointerToElements { ribleak_atomic_load($0 + field.rawValue) }
    }
}

/// Checks whether a subscription has ended that does not report its own end, such as a timer.
///
/// It must not keep the subscription alive.
package protocol SubscriptionProbe: Sendable {
    /// How it ended, or nil while it may call back. Any thread may call this.
    var end: SubscriptionEnd? { get }
    /// False if it may have ended although `end` is nil. Then only its values are evidence.
    var seesEveryEnd: Bool { get }
    /// Whether an object is the one that this probe watches.
    func watches(_ object: AnyObject) -> Bool
}

extension SubscriptionProbe {
    package func watches(_ object: AnyObject) -> Bool { false }
}

/// Follows subscriptions of the ledger that may end without a report or have no known owner.
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

    /// Gives some of the unowned subscriptions to owners, or marks them as finally unowned.
    ///
    /// - Returns: The subscriptions that have not ended.
    func setOwners(_ owners: [SubscriptionID: Activity?]) -> [SubscriptionID]

    /// The given subscriptions that are followed and live. Looks at all that are followed.
    func followed(_ ids: Set<SubscriptionID>) -> [FollowedObject]
}
