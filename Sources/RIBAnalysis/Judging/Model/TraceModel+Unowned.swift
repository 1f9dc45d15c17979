import RIBTrace

extension TraceModel {
    /// More stacks are not told apart.
    private static var mostUnownedStacks: Int { 256 }

    /// The subscriptions that belong to nobody and have not ended, by the stacks that made them: the
    /// stacks with most of them first, then those of all others together.
    ///
    /// - Parameter isOwned: True for those that are left out.
    func unownedSubscriptions(
        where isOwned: (SubscriptionID) -> Bool = { _ in false }
    ) -> [(stack: StackID, count: Int)] {
        var counts: [StackID: Int] = [:]
        for id in unowned where !isOwned(id) {
            counts[subscriptions[id]?.stack ?? .none, default: 0] += 1
        }
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let rest = sorted.dropFirst(Self.mostUnownedStacks).reduce(0) { $0 + $1.value }
        return sorted.prefix(Self.mostUnownedStacks).map { (stack: $0.key, count: $0.value) }
            + (rest > 0 ? [(stack: .none, count: rest)] : [])
    }
}
