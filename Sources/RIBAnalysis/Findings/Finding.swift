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

/// An object that is alive only because the culprit's part of the tree holds it.
public struct Victim: Hashable, Sendable {
    public let type: String
    public let ribPath: String
}

/// The call stacks that explain a finding; nil where none was recorded.
public struct FindingStacks: Equatable, Sendable {
    public var allocation: CallStack?
    public var detach: CallStack?
    public var subscribe: CallStack?
    public var firing: CallStack?
    /// What broke a rule of the lifecycle.
    public var violation: CallStack?
}

/// How late an object was freed that outlived its deadline.
public struct Lateness: Equatable, Sendable {
    /// Nanoseconds from when it was let go until it was freed; up to its deadline, time in which the
    /// process did not run is left out.
    public let freedAfter: UInt64
    /// Nanoseconds from when it was found alive at its deadline until it was freed.
    public let late: UInt64
    /// True when both are upper bounds: an object without a base class does not say when it is
    /// freed, so that is only noticed later.
    public let isUpperBound: Bool

    /// Makes a lateness of nanoseconds.
    public init(freedAfter: UInt64, late: UInt64, isUpperBound: Bool) {
        self.freedAfter = freedAfter
        self.late = late
        self.isUpperBound = isUpperBound
    }
}
