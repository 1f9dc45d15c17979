import RIBTrace

/// The activities that are active now, by their addresses, while someone looks for the owners of
/// subscriptions.
///
/// So an address that was read in memory which may change is only compared.
final class ActiveOwners: Sendable {
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

    func activated(_ activity: Activity) {
        guard isKept.value != 0 else { return }
        activities.withLock { $0[Self.address(of: activity)] = activity }
    }

    func deactivated(_ activity: Activity) {
        guard isKept.value != 0 else { return }
        activities.withLock { _ = $0.removeValue(forKey: Self.address(of: activity)) }
    }

    /// The activity at an address, if it is active.
    func activity(at address: UInt) -> Activity? {
        activities.withLock { $0[address] }.flatMap { $0.isActive ? $0 : nil }
    }

    private static func address(of activity: Activity) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(activity).toOpaque())
    }
}
