/// What a search for what retains an object has found, besides the steps of its path.
public struct RetentionSummary: Hashable, Sendable {
    public let reason: RetentionReason
    /// True when the search ran out of time before it had seen everything.
    public let isPartial: Bool
    /// The edges of the whole path. Of a long one, some in the middle are not recorded.
    public let steps: UInt32
    /// The strong references that the object has.
    public let retainCount: UInt32
    /// How many of those the search came across.
    public let seenReferences: UInt32
    /// The objects that would be freed with this one, without it.
    public let dominatedCount: UInt64
    /// What those and this one occupy, in bytes.
    public let dominatedBytes: UInt64

    public init(
        reason: RetentionReason, isPartial: Bool = false, steps: UInt32 = 0,
        retainCount: UInt32 = 0, seenReferences: UInt32 = 0, dominatedCount: UInt64 = 0,
        dominatedBytes: UInt64 = 0
    ) {
        self.reason = reason
        self.isPartial = isPartial
        self.steps = steps
        self.retainCount = retainCount
        self.seenReferences = seenReferences
        self.dominatedCount = dominatedCount
        self.dominatedBytes = dominatedBytes
    }
}
