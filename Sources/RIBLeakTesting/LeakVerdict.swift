import RIBAnalysis
import RIBReport

/// What a check found, and what it could not find out.
struct LeakVerdict {
    var findings: [Finding] = []
    var doubts: [String] = []

    /// The text of each failure: a finding as the report shows it, or a doubt.
    var failures: [String] {
        findings.map { "\n" + TextReport.lines(for: $0).joined(separator: "\n") } + doubts
    }
}
