import RIBTrace

/// Whether one interactor is active, as its subscriptions see it.
///
/// It outlives its interactor, so that a subscription that outlives both can still be judged.
package final class Activity: Sendable {
    package let owner: ObjectID
    /// `neverActive`, `active`, or the monotonic time of the deactivation.
    private let state = AtomicCounter(Activity.neverActive)

    private static let neverActive: UInt64 = 0
    private static let active: UInt64 = 1

    package init(owner: ObjectID) {
        self.owner = owner
    }

    var isActive: Bool { state.value == Self.active }

    /// When the interactor was deactivated, in nanoseconds on the monotonic clock; nil while it is
    /// active and before it ever was.
    var deactivatedAt: UInt64? {
        let value = state.value
        return value > Self.active ? value : nil
    }

    func activate() { state.value = Self.active }

    func deactivate(at timestamp: UInt64) { state.value = max(timestamp, Self.active + 1) }
}
