/// How many values a subscription delivered, by the activity of its owner at that moment.
public struct DeliveryCounts: Equatable, Sendable {
    /// Values delivered while the owner was active, or while there was no owner.
    public var whileActive: UInt64
    /// Values delivered while the owner was inactive or gone.
    public var whileInactive: UInt64

    public init(whileActive: UInt64 = 0, whileInactive: UInt64 = 0) {
        self.whileActive = whileActive
        self.whileInactive = whileInactive
    }
}
