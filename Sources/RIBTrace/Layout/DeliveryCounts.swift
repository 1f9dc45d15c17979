/// How many values a subscription delivered, by the activity of its owner at that moment, and when.
public struct DeliveryCounts: Equatable, Sendable {
    /// Values delivered while the owner was active, or while there was no owner.
    public var whileActive: UInt64
    /// Values delivered while the owner was inactive or gone.
    public var whileInactive: UInt64
    /// When the first value came, in nanoseconds on the monotonic clock; 0 before it.
    public var firstAt: UInt64
    /// When the last value came, in nanoseconds on the monotonic clock; 0 before the first.
    public var lastAt: UInt64

    @inlinable
    public init(
        whileActive: UInt64 = 0, whileInactive: UInt64 = 0, firstAt: UInt64 = 0, lastAt: UInt64 = 0
    ) {
        self.whileActive = whileActive
        self.whileInactive = whileInactive
        self.firstAt = firstAt
        self.lastAt = lastAt
    }
}
