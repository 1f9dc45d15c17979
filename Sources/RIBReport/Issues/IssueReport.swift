// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText

/// A report of mistakes, of a run or of the sources, for the formats that show both.
package struct IssueReport: Sendable {
    /// The most damaging first.
    package let issues: [ReportedIssue]
    /// The rules of the issues, in the order in which to show them.
    package let rules: [IssueRule]
    package let verdict: Verdict
    /// What is in the baseline and no longer occurs, as lines of a list.
    package var fixed: [[IssuePiece]] = []
    /// How many issues are known, suppressed and the like, such as `3 known`.
    package var otherCounts: [String] = []

    /// What the report does not show and why, one line each.
    package var caveats: [String] = []
    /// Those of the caveats that leave the verdict in doubt.
    package var doubts: [String] = []
    /// The other caveats.
    package var asides: [String] = []
    /// When the first recorded process began, by ISO 8601; empty for no run.
    package var start = ""

    /// Who reports, such as `ribleak`.
    package var tool = "ribleak"
    /// The command that brings the baseline up to date.
    package var baselineCommand = "ribleak baseline write"
    /// What was done, such as `the run is judged (42 objects tracked)`.
    package var judged = ""
    /// The same when it could not be done, such as `the run could not be judged`.
    package var unjudged = ""
    /// What distinguishes its comment of a pull request from others of the same folder; empty for
    /// that of runs.
    package var comment = ""
    /// The heads of the table's columns.
    package var columns: [String] = []

    package init(_ issues: [ReportedIssue], of rules: [IssueRule], _ verdict: Verdict) {
        (self.issues, self.rules, self.verdict) = (issues, rules, verdict)
    }

    func issues(_ category: FindingStatus.Category) -> [ReportedIssue] {
        issues.filter { $0.status.category == category }
    }
}
