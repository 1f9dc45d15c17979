/// A run of a history.
public struct HistoryRun: Equatable, Sendable {
    /// The commit it ran on, as it was given; nil when unknown.
    public let commit: String?
    /// Nil when unknown.
    public let branch: String?
    /// When it began: ISO 8601, UTC.
    public let time: String
    public let tracked: Int
    public let leaks: Int
    public let inactiveFires: Int
    public let warnings: Int
    /// True when the run could not be judged in full, so that it may miss findings.
    public let isDoubtful: Bool

    /// The day and the beginning of the commit, such as `2026-03-01 4f2c9d1`.
    var label: String {
        ([String(time.prefix(10))] + [commit.map { String($0.prefix(7)) }].compactMap { $0 })
            .joined(separator: " ")
    }
}

/// Where a run comes from, as far as the caller knows.
public struct RunOrigin: Equatable, Sendable {
    /// The commit's name.
    public var commit: String?
    /// The branch's name.
    public var branch: String?
    /// ISO 8601, UTC; nil for the time at which the run's first process began.
    public var time: String?

    /// Creates an origin.
    public init(commit: String? = nil, branch: String? = nil, time: String? = nil) {
        self.commit = commit
        self.branch = branch
        self.time = time
    }
}
