import RIBTrace

/// What is known of one recorded subscription.
struct LedgerRecord {
    let owner: ObjectID
    let chain: String
    let stack: StackID
    var counts = DeliveryCounts()
    /// The first value that was delivered while the owner was inactive.
    var firing: (stack: StackID, sinceDeactivation: UInt64, scope: ScopeID)?
}
