// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import RIBTrace

/// Whether one interactor is active, as its subscriptions see it.
///
/// It outlives its interactor, so that a subscription that outlives both can still be judged.
package final class Activity: Sendable {
    // First, since its place is that of the stored properties. Right without isolation: it is only
    // reached by atomic operations there. A counter of its own would be another allocation for each
    // interactor.
    /// `neverActive`, `active`, or the monotonic time of the deactivation.
    private nonisolated(unsafe) var state = Activity.neverActive
    // Second, and right, for the same reasons.
    /// The number of the test in which it became inactive, or 0.
    private nonisolated(unsafe) var scope: UInt64 = 0
    package let owner: ObjectID
    // Right without isolation: reached in `withParts` only, whose closure one thread at a time runs.
    private nonisolated(unsafe) var parts = AdoptedParts()

    /// One lock for all: parts are adopted rarely, and most activities have none.
    private static let partsLock = Protected(NoState())
    /// How many parts were ever adopted: most processes have none at all.
    private static let adoptions = AtomicCounter()

    private static let neverActive: UInt64 = 0
    private static let active: UInt64 = 1

    /// Stands for the owner of what has none, as far as is known; it is never active or inactive.
    package static let unowned = Activity(owner: .none)

    package init(owner: ObjectID) {
        self.owner = owner
        // By its place as well, like all that follows: nothing else refers to it.
        ribleak_atomic_store(mutableStatePlace, Self.neverActive)
        assert(withUnsafeMutablePointer(to: &state) { $0 == mutableStatePlace })
        assert(withUnsafeMutablePointer(to: &scope) { $0 == mutableStatePlace + 1 })
    }

    /// Where the state stands while this lives, for those who keep this and look often.
    var statePlace: UnsafePointer<UInt64> { UnsafePointer(mutableStatePlace) }

    // Right though underscored: it is the standard library's, public and inlined from it, for the
    // fields of native classes. They lie in the order of their declaration, in a class that is final
    // and inherits nothing, and `state` is the first; builds with assertions check that of each
    // activity. `scope` is the second. What is documented would cost each interactor an allocation (a counter, a pointer),
    // or is no place for a class that all threads share (`ManagedBuffer` cannot be `Sendable`).
    private var mutableStatePlace: UnsafeMutablePointer<UInt64> {
        _getUnsafePointerToStoredProperties(self).assumingMemoryBound(to: UInt64.self)
    }

    /// Whether a state read there is an inactive owner's.
    @inline(__always)
    static func isInactive(_ state: UInt64) -> Bool { state > active }

    package var isActive: Bool { ribleak_atomic_load(statePlace) == Self.active }

    /// When the interactor was deactivated, in nanoseconds on the monotonic clock; nil while it is
    /// active and before it ever was.
    package var deactivatedAt: UInt64? {
        let value = ribleak_atomic_load(statePlace)
        return value > Self.active ? value : nil
    }

    /// Remembers a worker or workflow that this put to use, without keeping it.
    ///
    /// - Returns: False when it was known.
    func adopt(_ part: AnyObject, _ id: ObjectID) -> Bool {
        // Looked at without the lock: looking may release the last reference.
        Self.adoptions.increment()
        let gone = withParts { $0.parts }.filter { $0.object == nil }.map(\.id)
        return withParts { parts in
            if !gone.isEmpty { parts.remove(Set(gone)) }
            if parts.contains(id) { return false }
            parts.add(AdoptedParts.Part(object: part, id: id))
            return true
        }
    }

    /// Calls `body` with each part that was adopted and is still there.
    package func forEachPart(_ body: (AnyObject, ObjectID) -> Void) {
        guard Self.adoptions.value > 0 else { return }
        for part in withParts({ $0.parts }) {
            if let object = part.object { body(object, part.id) }
        }
    }

    private func withParts<Result>(_ body: (inout AdoptedParts) -> Result) -> Result {
        Self.partsLock.withLock { _ in body(&parts) }
    }

    func activate() { ribleak_atomic_store(mutableStatePlace, Self.active) }

    /// The test in which it became inactive, if one did.
    var deactivationScope: ScopeID { ScopeID(ribleak_atomic_load(mutableStatePlace + 1)) }

    /// - Parameter scope: The test that this is done for.
    func deactivate(at timestamp: UInt64, in scope: ScopeID) {
        ribleak_atomic_store(mutableStatePlace + 1, scope.rawValue)
        ribleak_atomic_store(mutableStatePlace, max(timestamp, Self.active + 1))
    }
}

/// Whose affair it is what a thread subscribes to now.
enum CurrentOwner {
    /// Whoever sets it keeps the activity alive until the one before is set again.
    case activity(Unmanaged<Activity>)
    /// Nobody's, as far as is known.
    case none
    /// The runtime's own, which is in no ledger.
    case runtime
}
