import RIBTrace

/// What is known of one recorded subscription, in 12 bytes: a long run has millions.
///
/// Its owner is none where a damaged trace names an object beyond 32 bits.
struct LedgerRecord: SerialValue, Hashable {
    private let ownerID: UInt32
    private let chainID: UInt32
    private let stackID: UInt32

    // No text has this number: texts are counted from 1 and held in memory by the recorder.
    private static let absentID = UInt32.max

    init(owner: ObjectID, chain: UInt32, stack: UInt32) {
        ownerID = UInt32(exactly: owner.rawValue) ?? 0
        chainID = chain
        stackID = stack
    }

    static var absent: LedgerRecord { LedgerRecord(owner: .none, chain: absentID, stack: 0) }
    var isAbsent: Bool { chainID == Self.absentID }

    /// The interactor that made it.
    var owner: ObjectID { ObjectID(short: ownerID) }
    /// The publishers it came through.
    var chain: StringID { StringID(short: chainID) }
    /// Where it was made.
    var stack: StackID { StackID(short: stackID) }

    /// The same as another owner's.
    func given(to owner: ObjectID) -> LedgerRecord {
        LedgerRecord(owner: owner, chain: chainID, stack: stackID)
    }

    /// The record without where it was made.
    var source: LedgerRecord {
        LedgerRecord(owner: owner, chain: chainID, stack: 0)
    }

    /// The first value that was delivered while the owner was inactive.
    struct Firing {
        let stack: StackID
        /// Nanoseconds.
        let sinceDeactivation: UInt64
        let scope: ScopeID
        /// How the subscription was made; nil when it had ended before.
        let making: LiveSubscriptions.Making?
    }
}
