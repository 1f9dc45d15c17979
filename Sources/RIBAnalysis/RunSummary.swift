/// The counts a gate compares with its limits.
public struct RunSummary: Equatable, Sendable {
    /// Objects the recorder followed.
    public var tracked: Int
    /// Findings whose kind is a leak.
    public var leaks: Int
    /// Findings of kind `fired-while-inactive`.
    public var inactiveFires: Int
    /// Findings whose kind is a warning.
    public var warnings = 0
    /// Events the recorder had to drop.
    public var dropped: UInt64
}
