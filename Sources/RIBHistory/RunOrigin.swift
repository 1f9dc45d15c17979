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
