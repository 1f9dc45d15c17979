import RIBTrace

/// One subscription in the ledger: whose it is, and how many values it has delivered.
package final class LedgerEntry: Sendable {
    package let id: SubscriptionID
    let activity: Activity?
    let valuesWhileActive = AtomicCounter()
    let valuesWhileInactive = AtomicCounter()

    init(id: SubscriptionID, activity: Activity?) {
        self.id = id
        self.activity = activity
    }

    var counts: DeliveryCounts {
        DeliveryCounts(
            whileActive: valuesWhileActive.value, whileInactive: valuesWhileInactive.value)
    }
}
