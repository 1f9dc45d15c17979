import RIBTrace

/// The activities of interactors, workers and RIBs without base classes by the addresses of these, while
/// someone looks for the owners of subscriptions.
///
/// Of those that were active once; so an address that was read in memory which may change is only
/// compared.
final class OwnerRegistry: Sendable {
    private let isKept = AtomicCounter()
    private let activities = Protected<[UInt: Activity]>([:])

    /// Keeps those that become active from now on.
    func begin() { isKept.value = 1 }

    /// Keeps none.
    func end() {
        isKept.value = 0
        let kept = activities.withLock { activities in
            defer { activities = [:] }
            return activities
        }
        withExtendedLifetime(kept) {}
    }

    func add(_ activity: Activity, at address: UInt) {
        guard isKept.value != 0 else { return }
        activities.withLock { $0[address] = activity }
    }

    /// To be called before the memory at an address is freed, or once it is known to be.
    func remove(_ activity: Activity, at address: UInt) {
        guard isKept.value != 0 else { return }
        activities.withLock { activities in
            // Another one may have the address by now.
            if activities[address] === activity { activities[address] = nil }
        }
    }

    func activity(at address: UInt) -> Activity? { activities.withLock { $0[address] } }

    /// Where the owner with an activity is. Looks at all.
    func address(of activity: Activity) -> UInt? {
        activities.withLock { activities in activities.first { $0.value === activity }?.key }
    }
}
