import RIBTrace

/// One subscription in the ledger: whose it is, and how many values it has delivered.
package final class LedgerEntry: Sendable {
    package let id: SubscriptionID

    init(id: SubscriptionID) {
        self.id = id
    }
}
