/// What a history says about its latest runs.
public struct HistoryReport: Equatable, Sendable {
    /// The branch it is about; nil for all.
    public let branch: String?
    /// Oldest first.
    public let runs: [HistoryRun]
    /// What occurs in those runs: what is still there first, of these the oldest first.
    public let trends: [FindingTrend]
}

/// How often a mistake was found, run by run.
public struct FindingTrend: Equatable, Sendable {
    /// 16 lower-case hexadecimal digits.
    public let fingerprint: String
    /// The kind's name in reports, such as `leaked-router`.
    public let kind: String
    public let ribPath: String
    public let type: String
    /// The first run of all that found it, whether or not that run is shown.
    public let firstSeen: HistoryRun
    public let lastSeen: HistoryRun
    /// How many objects or subscriptions showed it, for each run that is shown, oldest first.
    public let counts: [Int]
    /// True when it is not in the newest run that could be judged.
    public let isFixed: Bool
}
