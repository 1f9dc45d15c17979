import RIBAnalysis
import RIBReport

/// What a check found, and why it could not check.
struct LeakVerdict {
    var findings: [Finding] = []
    var failures: [String] = []

    /// The text of each failure: a finding in the report's words, or why nothing was checked.
    var messages: [String] {
        findings.map { "\n" + TextReport.lines(for: $0).joined(separator: "\n") } + failures
    }
}
