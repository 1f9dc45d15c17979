// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBAnalysis
import RIBGate
import RIBHistory
import RIBReport
import RIBRuns
import RIBText
import RIBTrace

/// `ribleak history`: shows findings over time.
struct History: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows, over the imported runs, when each mistake appeared.",
        discussion: """
            The history is an SQLite file: --database, $RIBLEAK_HISTORY, or \
            .ribleak/history.sqlite. Keep it where your CI stores files between jobs.
            """,
        subcommands: [HistoryShow.self, HistoryImport.self], defaultSubcommand: HistoryShow.self)
}

/// The history that a subcommand works on.
struct HistoryArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The history's file. Default: $RIBLEAK_HISTORY or .ribleak/history.sqlite.",
            valueName: "file"))
    var database: String?

    /// The path of the file.
    var path: String {
        let named = ProcessInfo.processInfo.environment["RIBLEAK_HISTORY"] ?? ""
        return database ?? (named.isEmpty ? ".ribleak/history.sqlite" : named)
    }

    /// Whether somebody named a history, or one is at the usual place.
    var isThere: Bool {
        let named = ProcessInfo.processInfo.environment["RIBLEAK_HISTORY"] ?? ""
        return database != nil || !named.isEmpty || FileManager.default.fileExists(atPath: path)
    }
}

/// `ribleak history import`: adds a run.
struct HistoryImport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Adds a run to the history, and creates the history if there is none.",
        discussion: """
            Importing a run twice changes nothing. A run that could not be judged completely is added \
            and marked, and no mistake counts as fixed because of it. Library leaks are not added.
            """)

    @OptionGroup var traces: TraceArguments
    @OptionGroup var history: HistoryArguments
    @OptionGroup var origin: RunOriginArguments
    @OptionGroup var settings: SettingsArguments

    @Option(
        help: ArgumentHelp(
            "When it ran, such as 2026-01-02T03:04:05Z. Default: as recorded.", valueName: "time"),
        transform: HistoryImport.time)
    var time: String?

    func run() throws {
        let settings = try settings.read()
        let report = try traces.read().whole().namingLibraryLeaks(settings)
        StandardStreams.warn(report.caveats)
        try report.refuseWithoutNames(named: "the run", so: "it was not added")
        let revision = origin.resolved(of: report)
        let (commit, branch) = (revision.commit, revision.branch)
        let isNew = try HistoryStore(updating: history.path)
            .add(report, commit: commit, branch: branch, time: time)
        let facts = [commit.map { "commit \($0.prefix(12))" }, branch.map { "branch \($0)" }]
            .compactMap { $0 }.joined(separator: ", ")
        let run = facts.isEmpty ? "the run" : "the run of \(facts)"
        StandardStreams.say(
            isNew ? "\(history.path): added \(run)" : "\(history.path): already has this run")
    }

    /// A time in UTC to the millisecond, as in traces, so that times sort as text.
    private static func time(_ text: String) throws -> String {
        let whole = Date.ISO8601FormatStyle()
        let parts = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        guard CalendarDay.exists(in: text),
            let date = (try? whole.parse(text)) ?? (try? parts.parse(text))
        else { throw ValidationError("give a time such as 2026-01-02T03:04:05Z") }
        return date.formatted(parts)
    }
}

/// The commit and branch of a run.
struct RunOriginArguments: ParsableArguments {
    @Option(help: "The run's commit. Default: as recorded, or else what CI's environment says.")
    var commit: String?

    @Option(help: "The run's branch. Default: as recorded, or else what CI's environment says.")
    var branch: String?

    /// The commit and the branch, as far as they are known.
    ///
    /// - Parameter report: The run. It knows what was tested, which the checkout of later may not be.
    func resolved(
        of report: RunReport,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> SourceRevision {
        let all = Set(report.runs.map(\.revision).filter { $0 != SourceRevision() })
        let revision =
            all.isEmpty ? SourceRevision(in: environment) : all.count == 1 ? all.first : nil
        return SourceRevision(
            commit: commit ?? revision?.commit, branch: branch ?? revision?.branch)
    }

    /// The branch that CI's pull request or merge request is to be merged into; nil elsewhere.
    static var targetBranch: String? {
        let environment = ProcessInfo.processInfo.environment
        return ["GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "CHANGE_TARGET"].lazy
            .compactMap { environment[$0] }.first { !$0.isEmpty }
    }
}

/// `ribleak history show`: shows the trend of each finding.
struct HistoryShow: ParsableCommand {
    /// The output format.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
        case html
    }

    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows the latest runs and what they found.")

    @OptionGroup var history: HistoryArguments

    @Option(help: "Only runs of this branch.")
    var branch: String?

    @Option(help: ArgumentHelp("How many runs are shown.", valueName: "runs"))
    var last = 30

    @Option(help: "For people (text, html) or for programs (json).")
    var format: Format = .text

    @OptionGroup var place: OutputPlaceArguments

    @OptionGroup var colors: ColorArguments
    @OptionGroup var width: WidthArguments

    func validate() throws {
        guard (1...10_000).contains(last) else {
            throw ValidationError("--last must be from 1 to 10000")
        }
    }

    func run() throws {
        let report = try HistoryStore(reading: history.path).report(branch: branch, last: last)
        try place.output.opened().finish(text(for: report))
    }

    private func text(for report: HistoryReport) -> String {
        switch format {
        case .text:
            // A file is UTF-8 and has no width, wherever it is written.
            let layout =
                place.output == .standardOutput
                ? width.layout(colors)
                : TextLayout(isColored: colors.isColored(toTerminal: false))
            return layout.text(for: report)
        case .json: return report.json
        case .html: return report.html
        }
    }
}
