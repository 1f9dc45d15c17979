import RIBTrace

/// What is known of the subscription behind a finding.
public struct SubscriptionFacts: Equatable, Sendable {
    /// Live subscriptions that one place made for one owner.
    public struct Accumulated: Equatable, Sendable {
        /// How many there are.
        public let count: Int
        /// How many of the owner's activations made them.
        public let activations: Int
    }

    /// The publishers it came through, such as `PassthroughSubject<Score> → map → sink`.
    public let chain: String
    /// How the recorder knew whose it was; nil when it had ended before it fired.
    public var attribution: SubscriptionAttribution?
    /// Values delivered while the interactor was active; nil when that is not known.
    public var valuesWhileActive: UInt64?
    /// Values delivered while the interactor was inactive.
    public var valuesWhileInactive: UInt64 = 0
    /// Nanoseconds from the deactivation to the first such value; nil when there was none.
    public var firstFiredAfter: UInt64?
    /// Nanoseconds from when it was made to its first value of all; nil when that is not known.
    public var firstValueAfter: UInt64?
    /// Nanoseconds from when it was made to its last value; nil when that is not known.
    public var lastValueAfter: UInt64?
    /// True unless the trace says that it ended.
    public var isAlive = true
    /// Nanoseconds from the deactivation to the judgement that found it alive; nil for other findings
    /// than `outlived-interactor`.
    public var outlivedBy: UInt64?
    /// True when its owner was freed by then.
    public var ownerIsFreed = false
    /// For an `accumulating-subscriptions`, how many there are.
    public var accumulated: Accumulated?
}
