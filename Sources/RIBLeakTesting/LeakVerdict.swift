import Foundation
import RIBAnalysis
import RIBReport

/// What a check found, and why it could not check.
struct LeakVerdict {
    /// False when nothing is recorded, or the test said that it is not to be judged.
    var isJudged = false
    /// All that the analysis says, warnings too, if it was asked.
    var report: RunReport?
    /// What the test is to fail for, most damaging first.
    var findings: [Finding] = []
    /// What else it is to fail for, a line each.
    var failures: [String] = []

    /// The text of the failure; nil when there is none.
    ///
    /// The findings come first, in the report's words, since test runners show the beginning.
    var message: String? {
        let limit = FailureText.mostLines - failures.count
        let lines = FailureText(findings, within: limit).lines
        guard !lines.isEmpty || !failures.isEmpty else { return nil }
        return (lines.isEmpty ? failures : [""] + lines + failures).joined(separator: "\n")
    }
}

extension SourcePlace {
    /// The file's path from the root.
    var pathHere: String { path(in: FileManager.default.currentDirectoryPath) }
}
