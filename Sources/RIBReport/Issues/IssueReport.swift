// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText

/// A report of mistakes, of a run or of the sources, for the formats that show both.
package protocol IssueReport: Sendable {
    associatedtype Issue: ReportedIssue

    /// The most damaging first.
    var issues: [Issue] { get }
    /// The rules of the issues, in the order in which to show them.
    var rules: [IssueRule] { get }
    /// What is in the baseline and no longer occurs.
    var fixedIssues: [IssueGist] { get }
    var verdict: Verdict { get }
    /// How many issues are known, suppressed and the like, such as `3 known`.
    var otherCounts: [String] { get }

    /// What the report does not show and why, one line each.
    var caveatLines: [String] { get }
    /// Those of the caveats that leave the verdict in doubt.
    var doubtLines: [String] { get }
    /// The other caveats.
    var asideLines: [String] { get }

    var wording: IssueWording { get }
    /// When the first recorded process began, by ISO 8601; empty for no run.
    var start: String { get }
}

/// The words that differ between reports of runs and of sources.
package struct IssueWording: Sendable {
    /// Who reports, such as `ribleak`.
    package let tool: String
    /// The command that brings the baseline up to date.
    package let baselineCommand: String
    /// What was done, such as `the run is judged (42 objects tracked)`.
    package let judged: String
    /// The same when it could not be done, such as `the run could not be judged`.
    package let unjudged: String
    /// What distinguishes its comment of a pull request from others of the same folder; empty for
    /// that of runs.
    package let comment: String
    /// The heads of the table's columns.
    package let columns: [String]

    package init(
        tool: String, baselineCommand: String, judged: String, unjudged: String, comment: String,
        columns: [String]
    ) {
        (self.tool, self.baselineCommand) = (tool, baselineCommand)
        (self.judged, self.unjudged) = (judged, unjudged)
        (self.comment, self.columns) = (comment, columns)
    }
}

extension IssueReport {
    func issues(_ category: FindingStatus.Category) -> [Issue] {
        issues.filter { $0.status.category == category }
    }
}
