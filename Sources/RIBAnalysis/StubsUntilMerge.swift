// Stand-ins for the judging core, which is written on another branch: replaced at the merge.
import RIBTrace

/// What one analysis of one or more traces says.
public struct RunReport: Equatable, Sendable {
    public let runs: [RecordedProcess]
    public let summary: RunSummary
    /// Most damaging first.
    public let findings: [Finding]
    /// One line each: what could not be known and why.
    public let caveats: [String]
}

/// One recorded process of a run.
public struct RecordedProcess: Equatable, Sendable {
    public let trace: String
    public let processName: String
    public let processID: Int
    /// ISO 8601, UTC.
    public let startedAt: String
}

public struct Analysis {
    public static func report(
        on traces: [String], symbolizer: some Symbolizing
    ) throws(TraceError) -> RunReport {
        throw TraceError(.notATrace, path: traces.first ?? "", "is not a trace")
    }
}

public enum RunFolder {
    public static func newestRun(below folder: String) throws(TraceError) -> [String] {
        throw TraceError(
            .notFound, path: folder, "no run is here: run your tests or app first, or name a trace")
    }

    public static func traces(at path: String) throws(TraceError) -> [String] {
        throw TraceError(.notFound, path: path, "no such file or folder")
    }
}
