// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText

/// A report of mistakes, of a run or of the sources, for the formats that show both.
package struct IssueReport: Sendable {
    /// The most damaging first.
    package let issues: [any ReportedIssue]
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

    package init(_ issues: [any ReportedIssue], of rules: [IssueRule], _ verdict: Verdict) {
        (self.issues, self.rules, self.verdict) = (issues, rules, verdict)
    }

    func issues(_ category: FindingStatus.Category) -> [any ReportedIssue] {
        issues.filter { $0.status.category == category }
    }

    /// The line of a list on a mistake of which little more is known.
    package static func entry(rule: String, place: String, type: String) -> [IssuePiece] {
        [.text(rule), .words(" at "), .text(place), .words(": "), .code(type)]
    }
}

/// One mistake in a report, found in a run or in the sources.
///
/// The formats for CI servers, code hosts and editors show these, and do not ask where a mistake
/// comes from.
package protocol ReportedIssue: Sendable {
    var rule: IssueRule { get }
    var status: FindingStatus { get }
    var fingerprint: Fingerprint { get }
    /// What is wrong, in one line.
    var headline: String { get }
    /// How often it was found.
    var count: Int { get }

    /// The line to look at first; nil when it is not known.
    var place: SourcePlace? { get }
    /// The same, but only in a file of the repository.
    var relativePlace: SourcePlace? { get }
    /// The part of the program that it is in, such as `Root/LoggedIn`; empty when it is not known.
    var scope: String { get }
    /// The place that stays the same when lines move: a RIB path or a file; empty when it is not
    /// known.
    var lastingPlace: String { get }
    /// Where a list says that it is, such as `Root/Game` or `Sources/Game.swift:12`.
    var listedPlace: String { get }
    /// The type of the culprit, or what else a list names.
    var type: String { get }

    /// Why that is so, in one line; nil when it is not known.
    var cause: String? { get }
    /// How to fix it, in one line; nil when it is not known.
    var hint: String? { get }
    /// What a person needs in order to act, one line each.
    var advice: [String] { get }
    /// The command that shows the rest; nil when there is no more to show.
    var command: String? { get }

    /// The cells of its row in a table, below the `columns` of its report.
    var row: [IssuePiece] { get }
    /// What is wrong, for a text with markup. The culprit comes first.
    var summary: [IssuePiece] { get }
    /// What else helps to act, one line each, for a text with markup.
    var facts: [[IssuePiece]] { get }
    /// All that is known, as in a report for people.
    var plainLines: [String] { get }
    /// The finding with its retain path and call stacks, which only a run can show; nil for a
    /// mistake in the sources.
    var recorded: Finding? { get }
}

extension ReportedIssue {
    /// The line of a list.
    var entry: [IssuePiece] {
        IssueReport.entry(rule: rule.id, place: listedPlace, type: type)
    }

    /// The same as `relativePlace`, for readers that refuse a mistake without a file.
    ///
    /// - Parameter manifest: The file to name when no other is known: the package's manifest,
    ///   relative to the repository's root.
    func relativePlace(orManifest manifest: String) -> SourcePlace {
        relativePlace ?? SourcePlace(startOf: manifest)
    }
}

/// What a mistake breaks: a kind of finding, or a rule for sources.
package struct IssueRule: Equatable, Sendable {
    /// Its name in settings, such as `leaked-router`.
    package let id: String
    /// Its name for people, such as `leaked router`.
    package let title: String
    /// What it means, in one or two sentences.
    package let meaning: String
    /// Where to read more, or how to fix it.
    package let help: String
    package let isLeak: Bool
    package let isWarning: Bool

    package init(
        id: String, title: String, meaning: String, help: String, isLeak: Bool = false,
        isWarning: Bool
    ) {
        (self.id, self.title, self.meaning, self.help) = (id, title, meaning, help)
        (self.isLeak, self.isWarning) = (isLeak, isWarning)
    }
}

/// A piece of a text with markup. Each format escapes and decorates it in its own way.
package enum IssuePiece: Equatable, Sendable {
    /// Words of ribleak, which need no escape.
    case words(String)
    /// Text from outside.
    case text(String)
    case code(String)
    case place(SourcePlace)
}
