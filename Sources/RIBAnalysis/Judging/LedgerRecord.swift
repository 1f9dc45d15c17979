import RIBTrace

/// What is known of one recorded subscription.
struct LedgerRecord {
    let owner: ObjectID
    let chain: StringID
    let stack: StackID
    var valuesWhileInactive: UInt64 = 0

    /// The first value that was delivered while the owner was inactive.
    struct Firing {
        let stack: StackID
        /// Nanoseconds.
        let sinceDeactivation: UInt64
        let scope: ScopeID
    }
}
