/// How a subscription ended.
///
/// Raw values are stored in traces: never renumber one.
public enum SubscriptionEnd: UInt8, CaseIterable, Sendable {
    case cancelled = 1
    case completed = 2
    case failed = 3
    /// What made it is gone, and it went with that, without a word.
    case ownerGone = 4
}
