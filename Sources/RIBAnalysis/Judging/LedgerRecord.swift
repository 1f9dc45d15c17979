import RIBTrace

/// What is known of one recorded subscription.
struct LedgerRecord: SerialValue {
    let owner: ObjectID
    let chain: StringID
    let stack: StackID
    var valuesWhileInactive: UInt64 = 0
    private(set) var isAbsent = false

    init(owner: ObjectID, chain: StringID, stack: StackID) {
        self.owner = owner
        self.chain = chain
        self.stack = stack
    }

    static var absent: LedgerRecord {
        var record = LedgerRecord(owner: .none, chain: .none, stack: .none)
        record.isAbsent = true
        return record
    }

    /// The first value that was delivered while the owner was inactive.
    struct Firing {
        let stack: StackID
        /// Nanoseconds.
        let sinceDeactivation: UInt64
        let scope: ScopeID
    }
}
