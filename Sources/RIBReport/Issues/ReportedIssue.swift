// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText

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
