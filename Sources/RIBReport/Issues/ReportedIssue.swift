// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText

/// One mistake in a report, found in a run or in the sources.
///
/// The formats for CI servers, code hosts and editors show these, and do not ask where a mistake
/// comes from.
package protocol ReportedIssue: Sendable {
    var rule: IssueRule { get }
    var status: FindingStatus { get }
    var fingerprint: Fingerprint { get }
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

    /// What a list says of it.
    var gist: IssueGist { get }
    /// What is wrong, in one line.
    var headline: String { get }
    /// Why that is so, in one line; nil when it is not known.
    var cause: String? { get }
    /// How to fix it, in one line; nil when it is not known.
    var hint: String? { get }
    /// What a person needs in order to act, one line each.
    var advice: [String] { get }
    /// The command that shows the rest; nil when there is no more to show.
    var command: String? { get }
    /// All that is known, as in a report for people.
    var lines: [String] { get }

    /// The cells of its row in a table, below the `columns` of its report.
    var row: [IssuePiece] { get }
    /// What is wrong, for a text with markup. The culprit comes first.
    var summary: [IssuePiece] { get }
    /// What else helps to act, one line each, for a text with markup.
    var facts: [[IssuePiece]] { get }
    /// Details that some readers want: a title and lines of text.
    ///
    /// - Parameter bytes: The room in UTF-8.
    /// - Returns: Nil when there are none, or no room for them.
    func details(within bytes: Int) -> (title: String, lines: [String])?

    /// The finding with its retain path and call stacks, which only a run can show; nil for a
    /// mistake in the sources.
    var recorded: Finding? { get }
}

extension ReportedIssue {
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
    /// How bad a mistake is.
    package enum Weight: Sendable {
        case critical
        case major
        /// A warning.
        case minor
    }

    /// Its name in settings, such as `leaked-router`.
    package let id: String
    /// Its name for people, such as `leaked router`.
    package let title: String
    /// What it means, in one or two sentences.
    package let meaning: String
    /// Where to read more, or how to fix it.
    package let help: String
    package let weight: Weight

    package init(id: String, title: String, meaning: String, help: String, weight: Weight) {
        (self.id, self.title, self.meaning) = (id, title, meaning)
        (self.help, self.weight) = (help, weight)
    }

    package var isWarning: Bool { weight == .minor }
}

/// What one line of a list says of a mistake.
package struct IssueGist: Equatable, Sendable {
    package let rule: String
    /// Where it is, such as `Root/Game` or `Sources/Game.swift:12`; nil when that is not stored.
    package let place: String?
    package let type: String

    package init(rule: String, place: String?, type: String) {
        (self.rule, self.place, self.type) = (rule, place, type)
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
