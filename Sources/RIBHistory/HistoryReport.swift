/// What a history says about its latest runs.
public struct HistoryReport: Equatable, Sendable {
    /// The branch it is about; nil for all.
    public let branch: String?
    /// Oldest first.
    public let runs: [HistoryRun]
    /// What occurs in those runs: what is still there first, of these the oldest first.
    public let trends: [FindingTrend]
}
