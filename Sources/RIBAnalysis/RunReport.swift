/// What one analysis of one or more traces says.
public struct RunReport: Equatable, Sendable {
    public let runs: [RecordedProcess]
    public let summary: RunSummary
    /// Most damaging first.
    public let findings: [Finding]
    /// One line each: what could not be known and why.
    public let caveats: [String]
    /// The caveats for which a run without findings may still have leaked.
    public let doubts: [String]
}
