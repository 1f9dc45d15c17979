/// What is known of the subscription behind a finding.
public struct SubscriptionFacts: Equatable, Sendable {
    /// The publishers it came through, such as `PassthroughSubject<Score> → map → sink`.
    public let chain: String
    /// Values delivered while the interactor was inactive.
    public let valuesWhileInactive: UInt64
    /// Nanoseconds from the deactivation to the first such value.
    public let firstFiredAfter: UInt64
}
