// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import RIBTrace

/// One subscription in the ledger: whose it is, and how many values it has delivered; copies share
/// the numbers.
package struct LedgerEntry: @unchecked Sendable {
    // Unchecked but right: the head is changed only while nobody else refers to it, and the numbers are only
    // reached by atomic operations on memory that lies in an object, which never moves; the place belongs to
    // the ledger, which reaches it in its lock only.
    private var cell: ManagedBuffer<Head, UInt64>

    private struct Head {
        var id: SubscriptionID
        let activity: Activity?
        /// The activity's state, so that a value costs no counting of references.
        let state: UnsafePointer<UInt64>?
    }

    /// What the numbers beside the head are.
    private enum Field: Int, CaseIterable {
        case whileActive, whileInactive, firstAt, lastAt
        /// One more than the place in the ledger, or 0.
        case place
    }

    package init(id: SubscriptionID, activity: Activity?) {
        // One allocation for all: apps have thousands of these.
        cell = .create(minimumCapacity: Field.allCases.count) { _ in
            Head(id: id, activity: activity, state: activity?.statePlace)
        }
        cell.withUnsafeMutablePointerToElements {
            $0.initialize(repeating: 0, count: Field.allCases.count)
        }
    }

    /// Makes an entry in the memory of one that is over, if nobody else refers to that: to allocate and free
    /// memory takes longer than all that is noted in it.
    ///
    /// - Parameter spare: An entry that stands in no ledger; nil afterwards.
    package init(
        id: SubscriptionID, activity: Unmanaged<Activity>?, inPlaceOf spare: inout LedgerEntry?
    ) {
        guard var entry = spare.take(), isKnownUniquelyReferenced(&entry.cell) else {
            self.init(id: id, activity: activity?.takeUnretainedValue())
            return
        }
        entry.begin(id: id, activity: activity)
        self = entry
    }

    private func begin(id: SubscriptionID, activity: Unmanaged<Activity>?) {
        let state = activity?._withUnsafeGuaranteedRef { $0.statePlace }
        cell.withUnsafeMutablePointers { head, numbers in
            // Mostly it is the same owner's: then no reference is counted.
            if head.pointee.state == state {
                head.pointee.id = id
            } else {
                head.pointee = Head(
                    id: id, activity: activity?.takeUnretainedValue(), state: state)
            }
            numbers.update(repeating: 0, count: Field.allCases.count)
        }
    }

    /// The same subscription as another owner's, in no ledger yet. A value that another thread counts
    /// meanwhile may be lost.
    func given(to owner: Activity) -> LedgerEntry {
        let given = LedgerEntry(id: id, activity: owner)
        cell.withUnsafeMutablePointerToElements { numbers in
            given.cell.withUnsafeMutablePointerToElements { copies in
                for field in Field.allCases where field != .place {
                    copies[field.rawValue] = ribleak_atomic_load(numbers + field.rawValue)
                }
            }
        }
        return given
    }

    // By the header's place: each access to a property of an object is noted by the runtime.
    package var id: SubscriptionID { cell.withUnsafeMutablePointerToHeader { $0.pointee.id } }
    package var activity: Activity? {
        cell.withUnsafeMutablePointerToHeader { $0.pointee.activity }
    }

    /// Where the ledger has it; nil when it stands in none.
    var place: Int? {
        get {
            let stored = cell.withUnsafeMutablePointerToElements { $0[Field.place.rawValue] }
            return stored == 0 ? nil : Int(stored) - 1
        }
        nonmutating set {
            let stored = newValue.map { UInt64($0 + 1) } ?? 0
            cell.withUnsafeMutablePointerToElements { $0[Field.place.rawValue] = stored }
        }
    }

    /// Counts a value that comes now, unless the owner is inactive.
    ///
    /// - Returns: False when it is.
    @inline(__always)
    func countUnlessInactive() -> Bool {
        cell.withUnsafeMutablePointers { head, numbers in
            if let state = head.pointee.state, Activity.isInactive(ribleak_atomic_load(state)) {
                return false
            }
            Self.count(.whileActive, of: numbers, at: ribleak_clock_monotonic())
            return true
        }
    }

    /// As `countUnlessInactive`, without an atomic addition, which costs as much as a lock.
    ///
    /// For an entry that this alone and `countAlone` count for, under one lock.
    package func countAloneUnlessInactive() -> Bool {
        cell.withUnsafeMutablePointers { head, numbers in
            if let state = head.pointee.state, Activity.isInactive(ribleak_atomic_load(state)) {
                return false
            }
            Self.countAlone(in: numbers)
            return true
        }
    }

    /// Counts a value that was let through while the owner was active, as `countAloneUnlessInactive`
    /// does.
    package func countAlone() { cell.withUnsafeMutablePointerToElements(Self.countAlone) }

    @inline(__always)
    private static func countAlone(in numbers: UnsafeMutablePointer<UInt64>) {
        note(ribleak_clock_monotonic(), in: numbers)
        let count = numbers + Field.whileActive.rawValue
        ribleak_atomic_store(count, count.pointee &+ 1)
    }

    /// Counts a value that comes while the owner is active.
    ///
    /// - Parameter time: Nanoseconds on the monotonic clock.
    func countWhileActive(at time: UInt64) { count(.whileActive, at: time) }

    /// Counts a value that comes while the owner is inactive.
    ///
    /// - Parameter time: Nanoseconds on the monotonic clock.
    /// - Returns: How many there were with this one.
    func countWhileInactive(at time: UInt64) -> UInt64 { count(.whileInactive, at: time) }

    /// Whether a value came while the owner was inactive.
    var firedWhileInactive: Bool { value(.whileInactive) > 0 }

    var counts: DeliveryCounts {
        // Before the times: those are written first.
        let (whileActive, whileInactive) = (value(.whileActive), value(.whileInactive))
        guard whileActive > 0 || whileInactive > 0 else { return DeliveryCounts() }
        let firstAt = value(.firstAt)
        return DeliveryCounts(
            whileActive: whileActive, whileInactive: whileInactive,
            // Of two threads that deliver at once, either may write last.
            firstAt: firstAt, lastAt: max(firstAt, value(.lastAt)))
    }

    @discardableResult
    private func count(_ field: Field, at time: UInt64) -> UInt64 {
        cell.withUnsafeMutablePointerToElements { Self.count(field, of: $0, at: time) }
    }

    @discardableResult
    @inline(__always)
    private static func count(
        _ field: Field, of numbers: UnsafeMutablePointer<UInt64>, at time: UInt64
    ) -> UInt64 {
        note(time, in: numbers)
        return ribleak_atomic_add(numbers + field.rawValue, 1) &+ 1
    }

    /// Notes when a value came.
    @inline(__always)
    private static func note(_ time: UInt64, in numbers: UnsafeMutablePointer<UInt64>) {
        if ribleak_atomic_load(numbers + Field.firstAt.rawValue) == 0 {
            ribleak_atomic_store(numbers + Field.firstAt.rawValue, time)
        }
        ribleak_atomic_store(numbers + Field.lastAt.rawValue, time)
    }

    private func value(_ field: Field) -> UInt64 {
        cell.withUnsafeMutablePointerToElements { ribleak_atomic_load($0 + field.rawValue) }
    }
}

/// Shows whether a subscription is over that does not tell, such as a timer.
///
/// It must not keep the subscription alive.
package protocol SubscriptionWitness: Sendable {
    /// How it ended, or nil while it may call back. Any thread may ask.
    var end: SubscriptionEnd? { get }
    /// False when it may be over although `end` is nil, so that only its values count.
    var seesEveryEnd: Bool { get }
    /// Whether an object is what it watches.
    func watches(_ object: AnyObject) -> Bool
}

extension SubscriptionWitness {
    package func watches(_ object: AnyObject) -> Bool { false }
}

/// Follows subscriptions of the ledger, which may be over without having told, or whose owner is not known.
///
/// Any thread may ask, and may hold locks: it must call no code of the host's, such as an object's
/// `deinit`.
package protocol LedgerSweeper: AnyObject, Sendable {
    /// Ends those in the ledger that are over.
    func sweep()

    /// What objects of a class are to subscriptions.
    func sort(of type: Any.Type) -> OwnerSort

    /// The live subscriptions that nobody owns and that were made after an object; the oldest are left out
    /// where there are too many.
    func unowned(after object: ObjectID) -> [FollowedObject]

    /// Gives some of them to owners, or to nobody for good.
    ///
    /// - Returns: Those that are not over.
    func give(_ owners: [SubscriptionID: Activity?]) -> [SubscriptionID]

    /// Those of some subscriptions that are followed and live. Looks at all.
    func followed(_ ids: Set<SubscriptionID>) -> [FollowedObject]
}
