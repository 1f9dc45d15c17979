/// One judged fact about a run.
public struct Finding: Equatable, Sendable {
    /// What is wrong.
    public let kind: FindingKind
    /// The place in the RIB tree, such as `Root/LoggedIn/OffGame`.
    public let ribPath: String
    /// The culprit's type, without its module.
    public let type: String
    /// Equal for the same mistake across runs, machines, builds and moved lines: 16 hexadecimal digits.
    public internal(set) var fingerprint: Fingerprint
    /// What makes it the same mistake in another run: what the fingerprint is made of.
    package internal(set) var identity: FindingIdentity
    /// What has it explained, such as `object:17`: the culprit, or the subscription it is about; of
    /// several occurrences the first.
    public var explainedBy: String?
    /// How many objects or subscriptions showed this mistake.
    public var count: Int
    /// What the culprit merely drags along.
    public let victims: [Victim]
    /// The test or scope it happened in.
    public let test: String?
    /// The subscription behind it, for findings about one; for a leak, one that is still there.
    public var subscription: SubscriptionFacts?
    /// True for a leaked object that was freed at last, with the tree that kept it.
    public var endedWithTree = false
    /// How late it was freed, for a `late-deallocation`.
    public var late: Lateness?
    /// Why a leaked object is alive, if that was looked for.
    public var retainPath: RetainPath?
    /// Which rule was broken, for a `lifecycle-violation`.
    public var violation: ViolationFacts?
    public var stacks: FindingStacks
    /// What usually mends it.
    public let hint: String?
}
