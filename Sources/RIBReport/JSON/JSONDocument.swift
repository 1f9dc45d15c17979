import RIBAnalysis

/// The outermost object of the JSON report.
struct JSONDocument: Encodable {
    let version = JSONReport.version
    let runs: [Run]
    let summary: Summary
    let findings: [JSONFinding]
    let caveats: [String]
    let unowned: JSONUnowned

    init(_ report: RunReport) {
        runs = report.runs.map(Run.init)
        summary = Summary(report.summary)
        findings = report.findings.map(JSONFinding.init)
        caveats = report.caveats.map(\.text)
        unowned = JSONUnowned(report.unowned)
    }

    /// One recorded process.
    struct Run: Encodable {
        let trace: String
        let process: String
        let pid: Int
        let start: String

        init(_ run: RecordedProcess) {
            trace = run.trace
            process = run.processName
            pid = run.processID
            start = run.startedAt
        }
    }

    /// The counts of the run.
    struct Summary: Encodable {
        let tracked: Int
        let leaks: Int
        let inactiveFires: Int
        let warnings: Int
        let dropped: UInt64

        init(_ summary: RunSummary) {
            tracked = summary.tracked
            leaks = summary.leaks
            inactiveFires = summary.inactiveFires
            warnings = summary.warnings
            dropped = summary.dropped
        }
    }
}
