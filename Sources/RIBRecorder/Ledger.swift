import RIBTrace

/// The subscriptions that have not ended.
final class Ledger: Sendable {
    private let entries = Protected<[SubscriptionID: LedgerEntry]>([:])

    func add(_ entry: LedgerEntry) {
        entries.withLock { $0[entry.id] = entry }
    }

    /// True until the subscription ended.
    func contains(_ entry: LedgerEntry) -> Bool { entries.withLock { $0[entry.id] != nil } }

    /// - Returns: False when it had ended before.
    func remove(_ entry: LedgerEntry) -> Bool {
        entries.withLock { $0.removeValue(forKey: entry.id) } != nil
    }

    /// How many subscriptions each owner has.
    func countsByOwner() -> [ObjectID: Int] {
        var counts: [ObjectID: Int] = [:]
        for entry in entries.withLock({ Array($0.values) }) {
            if let owner = entry.activity?.owner, !owner.isNone { counts[owner, default: 0] += 1 }
        }
        return counts
    }

    /// The live subscriptions that delivered a value while inactive, in the order of their ids.
    ///
    /// - Parameter orOutlived: True for those too whose owner is inactive and was active before.
    func firedWhileInactive(orOutlived: Bool = false) -> [LedgerEntry] {
        entries.withLock { Array($0.values) }
            .filter {
                $0.valuesWhileInactive.value > 0
                    || orOutlived && $0.activity?.deactivatedAt != nil
            }
            .sorted { $0.id < $1.id }
    }
}
