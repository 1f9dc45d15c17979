// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// A report of mistakes, of a run or of the sources, for the formats that show both.
package struct IssueReport: Sendable {
    /// The most damaging first.
    package let issues: [any ReportedIssue]
    /// The rules of the issues, in the order in which to show them.
    package let rules: [IssueRule]
    package let verdict: Verdict
    /// What is in the baseline and no longer occurs.
    package var fixed: [Entry] = []
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

    /// What a list says of a mistake.
    package typealias Entry = (rule: String, place: String, type: String)
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

    /// How to fix it, in one line; nil when it is not known.
    var hint: String? { get }
    /// What a person needs in order to act, one line each.
    var advice: [String] { get }

    /// The cells of its row in a table, below the `columns` of its report.
    func row(_ markdown: IssueMarkdown) -> [String]
    /// What is wrong, in Markdown. The culprit comes first.
    func summary(_ markdown: IssueMarkdown) -> String
    /// What else helps to act, one line of Markdown each.
    func facts(_ markdown: IssueMarkdown) -> [String]
    /// All that is known, as in a report for people.
    var plainLines: [String] { get }
    /// The finding with its retain path and call stacks, which only a run can show; nil for a
    /// mistake in the sources.
    var recorded: Finding? { get }
}

extension ReportedIssue {
    var entry: IssueReport.Entry { (rule.id, listedPlace, type) }

    /// Why that is so, in one line; nil when it is not known.
    var cause: String? { recorded?.keeper }

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
    package var isWarning: Bool

    package init(
        id: String, title: String, meaning: String, help: String, isLeak: Bool = false,
        isWarning: Bool
    ) {
        (self.id, self.title, self.meaning, self.help) = (id, title, meaning, help)
        (self.isLeak, self.isWarning) = (isLeak, isWarning)
    }
}

extension IssueReport {
    /// The findings of a run.
    package init(_ report: RunReport) {
        let kinds = Set(report.findings.map(\.kind))
        self.init(
            report.findings, of: FindingKind.allCases.filter(kinds.contains).map(IssueRule.init),
            Verdict(report))
        fixed = report.fixed.map { ($0.kind, Finding.shown(ribPath: $0.ribPath), $0.type) }
        otherCounts = report.otherCounts
        caveats = report.caveats.lines
        doubts = report.doubts.lines
        start = report.runs.map(\.startedAt).min() ?? ""
        let tracked = Quantity.counted(report.summary.tracked, "object")
        judged = "the run is judged (\(tracked) tracked)"
        unjudged = "the run could not be judged"
        columns = ["finding", "RIB path", "culprit", "times", "why it is alive", "place"]
    }
}

extension IssueRule {
    init(_ kind: FindingKind) {
        self.init(
            id: kind.rawValue, title: kind.title, meaning: kind.meaning,
            help: "\(kind.meaning) `\(kind.pageCommand)` shows the cause, an example and the fix; "
                + "`ribleak explain` with the finding's fingerprint shows all facts.",
            isLeak: kind.isLeak, isWarning: kind.isWarning)
    }
}

extension Finding: ReportedIssue {
    package var rule: IssueRule { IssueRule(kind) }
    package var scope: String { ribPath }
    package var lastingPlace: String { ribPath }
    package var listedPlace: String { Self.shown(ribPath: ribPath) }
    package var plainLines: [String] { TextReport.lines(for: self) }
    package var recorded: Finding? { self }

    fileprivate static func shown(ribPath: String) -> String {
        ribPath.isEmpty ? "an unknown place" : ribPath
    }

    package func row(_ markdown: IssueMarkdown) -> [String] {
        [
            kind.title, markdown.plain(ribPath), markdown.code(type), "\(count)",
            markdown.plain(keeper ?? ""), place.map(markdown.link) ?? "",
        ]
    }

    package func summary(_ markdown: IssueMarkdown) -> String {
        var text = "\(markdown.code(type)) \(markdown.plain(complaint))"
        if case .grown(let before, _) = status.comparison {
            text += ", more often than in the baseline, which has \(before)"
        }
        return text + (alsoKept.map { ", and \(markdown.plain($0))" } ?? "")
    }

    package func facts(_ markdown: IssueMarkdown) -> [String] {
        // The innermost line of the project on each stack, such as `made by f() at A.swift:3`.
        let stacks = titledStacks.compactMap { title, stack -> String? in
            guard let frame = stack.flatMap(frame), let place = markdown.at(frame.file, frame.line)
            else { return nil }
            return "\(title) \(frame.function.map(markdown.code) ?? "unknown code")\(place)"
        }
        // The line to look at, when no stack begins with one of the repository.
        let look = stacks.isEmpty ? relativePlace.map { "look at \(markdown.link(to: $0))" } : nil
        let inTest = test.map { "in the test \(markdown.code($0))" }
        let foreseen = foresight.map {
            "ribleak lint already reports it: \(markdown.code($0.rule)) at "
                + markdown.link(to: $0.place)
        }
        return ([suspect(markdown)] + stacks + [look, inTest, foreseen]).compactMap { $0 }
    }

    /// The suspect edge of the retain path.
    private func suspect(_ markdown: IssueMarkdown) -> String? {
        guard let path = retainPath else { return missingPath }
        guard let step = path.suspectStep ?? path.steps.last else {
            return markdown.plain(path.title())
        }
        let verb = path.reason == .cycle ? "keeps itself alive through" : "kept alive by"
        return "\(verb) \(markdown.code(step.holder + step.joinedLabel))"
            + (markdown.at(step.file, step.line) ?? "") + (step.isInferred ? " (inferred)" : "")
    }
}
