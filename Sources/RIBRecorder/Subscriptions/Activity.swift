// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import RIBTrace

/// Whether one interactor is active, as its subscriptions see it. It outlives its interactor, so
/// that a subscription that lives even longer can still be judged.
package final class Activity: Sendable {
    // `nonisolated(unsafe)` is safe for `state` and `scope`: they are only accessed by atomic
    // operations, at their addresses. They must be the first properties, because `statePlace` is
    // the address of the stored ones. A separate counter would cost each interactor another
    // allocation.
    /// `neverActive`, `active`, or the monotonic time of the deactivation.
    private nonisolated(unsafe) var state = Activity.neverActive
    /// The number of the test in which it became inactive, or 0.
    private nonisolated(unsafe) var scope: UInt64 = 0
    package let owner: ObjectID
    // `nonisolated(unsafe)` is safe: this is only accessed in `withParts`, whose closure runs on
    // one thread at a time.
    /// The workers and workflows that the owner uses.
    private nonisolated(unsafe) var parts: [RecentObject] = []
    /// There are few, because others may use them too. Past the limit, the oldest are no longer
    /// watched.
    static let mostParts = 64

    /// One lock for all: parts are adopted rarely, and most activities have none. Its number is 1
    /// once any has: most processes have none at all.
    private static let partsLock = Protected(NoState())

    private static let neverActive: UInt64 = 0
    private static let active: UInt64 = 1

    /// Stands for the owner of subscriptions without a known one. It is never active or inactive.
    package static let unowned = Activity(owner: .none)

    package init(owner: ObjectID) {
        self.owner = owner
        // Also by its address, like every later access.
        ribleak_atomic_store(statePlace, Self.neverActive)
        assert(withUnsafeMutablePointer(to: &state) { $0 == statePlace })
        assert(withUnsafeMutablePointer(to: &scope) { $0 == statePlace + 1 })
    }

    // Safe although underscored: the function is public in the standard library, is inlined from
    // it, and is made for the fields of native classes. A final class that inherits nothing stores
    // its fields in the order of declaration: builds with assertions check that for each activity.
    // Documented ways would cost each interactor an allocation (a counter, a pointer), or do not
    // suit a class that all threads share (`ManagedBuffer` cannot be `Sendable`).
    private var statePlace: UnsafeMutablePointer<UInt64> {
        _getUnsafePointerToStoredProperties(self).assumingMemoryBound(to: UInt64.self)
    }

    package var isActive: Bool { ribleak_atomic_load(statePlace) == Self.active }

    /// When the interactor was deactivated, in nanoseconds on the monotonic clock; nil while it is
    /// active and before it ever was.
    package var deactivatedAt: UInt64? {
        let value = ribleak_atomic_load(statePlace)
        return value > Self.active ? value : nil
    }

    /// Remembers a worker or workflow that this owner uses, without retaining it. False when it was
    /// known.
    func adopt(_ part: AnyObject, _ id: ObjectID) -> Bool {
        // Checked without the lock, because reading a weak reference may release the last strong
        // one.
        let gone = withParts { $0 }.filter { $0.object == nil }.map(\.id)
        return withParts { parts in
            parts.removeAll { gone.contains($0.id) }
            if parts.contains(where: { $0.id == id }) { return false }
            parts.add(RecentObject(object: part, id: id), atMost: Self.mostParts)
            Self.partsLock.number = 1
            return true
        }
    }

    /// Calls `body` with each part that was adopted and is still there.
    package func forEachPart(_ body: (AnyObject, ObjectID) -> Void) {
        guard Self.partsLock.number > 0 else { return }
        for part in withParts({ $0 }) {
            if let object = part.object { body(object, part.id) }
        }
    }

    private func withParts<Result>(_ body: (inout [RecentObject]) -> Result) -> Result {
        Self.partsLock.withLock { _ in body(&parts) }
    }

    func activate() { ribleak_atomic_store(statePlace, Self.active) }

    /// The test in which it became inactive, or none.
    var deactivationScope: ScopeID { ScopeID(ribleak_atomic_load(statePlace + 1)) }

    func deactivate(at timestamp: UInt64, in scope: ScopeID) {
        // First, since who sees that it became inactive may ask in which test.
        ribleak_atomic_store(statePlace + 1, scope.rawValue)
        ribleak_atomic_store(statePlace, max(timestamp, Self.active + 1))
    }
}

/// The owner of the subscriptions that a thread makes now.
enum CurrentOwner {
    /// The code that sets it keeps the activity alive until it restores the previous owner.
    case activity(Unmanaged<Activity>)
    /// No known owner.
    case none
    /// The runtime itself, whose own subscriptions enter no ledger.
    case runtime
}
