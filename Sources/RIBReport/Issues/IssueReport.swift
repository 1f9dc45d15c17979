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

/// One mistake in a report, found in a run or in the sources.
///
/// The formats for CI servers, code hosts and editors show these, and do not ask where a mistake
/// comes from.
package struct ReportedIssue: Sendable {
    package let rule: IssueRule
    package let status: FindingStatus
    package let fingerprint: Fingerprint
    /// What is wrong, in one line.
    package let headline: String
    /// How often it was found.
    package var count = 1

    /// The line to look at first; nil when it is not known.
    package var place: SourcePlace?
    /// The same, but only in a file of the repository.
    package var relativePlace: SourcePlace?
    /// The part of the program that it is in, such as `Root/LoggedIn`; empty when it is not known.
    package var scope = ""
    /// The place that stays the same when lines move: a RIB path or a file; empty when it is not
    /// known.
    package var lastingPlace = ""
    /// Where a list says that it is, such as `Root/Game` or `Sources/Game.swift:12`.
    package var listedPlace = ""
    /// The type of the culprit, or what else a list names.
    package var type = ""

    /// Why that is so, in one line; nil when it is not known.
    package var cause: String?
    /// How to fix it, in one line; nil when it is not known.
    package var hint: String?
    /// What a person needs in order to act, one line each.
    package var advice: [String] = []
    /// The command that shows the rest; nil when there is no more to show.
    package var command: String?

    /// The cells of its row in a table, below the `columns` of its report.
    package var row: [IssuePiece] = []
    /// What is wrong, for a text with markup. The culprit comes first.
    package var summary: [IssuePiece] = []

    // What takes long to find is made only when a format shows it.

    /// What else helps to act, one line each, for a text with markup.
    package var facts: @Sendable () -> [[IssuePiece]] = { [] }
    /// All that is known, as in a report for people.
    package var lines: @Sendable () -> [String] = { [] }
    /// The finding with its retain path and call stacks, which only a run can show; nil for a
    /// mistake in the sources.
    package var recorded: Finding?

    package init(
        _ rule: IssueRule, _ status: FindingStatus, _ fingerprint: Fingerprint, headline: String
    ) {
        self.rule = rule
        self.status = status
        self.fingerprint = fingerprint
        self.headline = headline
    }

    /// The line of a list.
    var entry: [IssuePiece] {
        Self.entry(rule: rule.id, place: listedPlace, type: type)
    }

    /// The line of a list on a mistake of which little more is known.
    package static func entry(rule: String, place: String, type: String) -> [IssuePiece] {
        [.text(rule), .words(" at "), .text(place), .words(": "), .code(type)]
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
