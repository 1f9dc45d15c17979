/// One process of a run.
public struct RecordedProcess: Equatable, Sendable {
    /// The trace's folder, as given.
    public let trace: String
    public let processName: String
    public let processID: Int
    /// When recording began: ISO 8601, UTC, to the millisecond.
    public let startedAt: String

    public init(trace: String, processName: String, processID: Int, startedAt: String) {
        self.trace = trace
        self.processName = processName
        self.processID = processID
        self.startedAt = startedAt
    }
}
