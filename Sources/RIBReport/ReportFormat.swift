// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBRuns
import RIBTrace

/// The formats in which a report can be written.
public enum ReportFormat: String, CaseIterable, Sendable {
    case text
    case json
    case html
    case markdown
    case comment
    case github
    case gitlab
    case sarif
    case junit
    case xunit
    case xcode
    case speedscope

    /// Whether it places findings in files of the repository, for code hosts and CI servers.
    var isForRepositories: Bool {
        [.comment, .github, .gitlab, .sarif, .junit].contains(self)
    }

    /// Renders a report.
    ///
    /// - Parameters:
    ///   - report: The report to render.
    ///   - style: The style of text for people. Formats for programs ignore it.
    ///   - details: Reads details that only some formats show. The others do not call it.
    /// - Returns: The document, ending with a line break. Empty if the format has nothing to say.
    public func document(
        for report: RunReport, style: ReportStyle = ReportStyle(),
        details: () -> RunDetails = { .none }
    ) -> String {
        switch self {
        case .text:
            TextReport(
                isColored: style.isColored, limit: style.limit, width: style.width,
                isASCII: style.isASCII
            ).text(for: report)
        case .json: JSONReport().text(for: report)
        case .html: HTMLReport().text(for: report, details())
        case .speedscope: report.speedscope()
        default: issueDocument(for: IssueReport(report), style: style) ?? ""
        }
    }

    /// Renders a report in a format that shows mistakes of runs and of sources alike.
    ///
    /// - Returns: Nil for the other formats.
    package func issueDocument(for report: IssueReport, style: ReportStyle) -> String? {
        switch self {
        case .text, .json, .html, .speedscope: nil
        case .markdown: report.markdown()
        case .comment: style.comment.text(for: report)
        case .github: report.gitHubCommands()
        case .gitlab: report.gitLabList(manifest: style.manifest)
        case .sarif: report.sarif(manifest: style.manifest)
        case .junit: report.junit(isStrict: false)
        case .xunit: report.junit(isStrict: true)
        case .xcode: report.xcodeDiagnostics(root: style.root)
        }
    }
}

/// The style of a report for people.
public struct ReportStyle: Sendable {
    /// Whether to mark kinds and places with colours.
    public var isColored: Bool
    /// How many findings to show, the most damaging first; nil for all.
    public var limit: Int?
    /// The most columns of a line; nil for no limit.
    public var width: Int?
    /// Whether to draw with ASCII and to escape all other characters.
    public var isASCII: Bool
    /// The base of relative paths, for readers that only open absolute ones; may be empty.
    public var root: String
    /// The file of findings of which no file is known, for readers that need one. Relative to the
    /// repository's root.
    public var manifest: String
    /// What a comment says beside the findings.
    package var comment = CommentReport()

    /// Creates a style.
    public init(
        isColored: Bool = false, limit: Int? = TextReport.usualLimit, width: Int? = nil,
        isASCII: Bool = false, root: String = "", manifest: String = "Package.swift"
    ) {
        (self.isColored, self.limit, self.width) = (isColored, limit, width)
        (self.isASCII, self.root, self.manifest) = (isASCII, root, manifest)
    }
}

/// The parts of a run that only some formats show beside its findings: trees, timelines, lists.
public struct RunDetails: Sendable {
    /// One recorded process.
    struct Process: Sendable {
        /// Its index in the `runs` of the report.
        let run: Int
        let tree: TreeChanges
        let timeline: TraceTimeline
        var subscriptions: SubscriptionList
    }

    /// The most changes of a tree that a report can use.
    static let mostChanges = 20_000

    /// No details.
    public static let none = RunDetails()

    private(set) var processes: [Process]
    /// What could not be read or looked up, one line each.
    private(set) var gaps: [String]

    init(_ processes: [Process] = [], gaps: [String] = []) {
        (self.processes, self.gaps) = (processes, gaps)
    }

    /// A copy without the machine's folders.
    package func redactingPaths() -> RunDetails {
        var details = RunDetails(processes, gaps: gaps.map(PathRedaction.text))
        for index in processes.indices {
            details.processes[index].subscriptions =
                processes[index].subscriptions.redactingPaths()
        }
        return details
    }

    /// Reads the traces of a report.
    ///
    /// - Parameters:
    ///   - report: The report. A trace that can no longer be read is left out and listed in `gaps`.
    ///   - symbolizer: Finds functions and lines; called once.
    /// - Complexity: O(events); memory grows with the objects, subscriptions and activations.
    public init(of report: RunReport, symbolizer: some Symbolizing) {
        var parts: [(run: Int, tree: TreeChanges, timeline: TraceTimeline)] = []
        var readings: [SubscriptionReading] = []
        gaps = []
        var room = Self.mostChanges
        for (index, run) in report.runs.enumerated() {
            do throws(TraceError) {
                let replay = try TraceReplay(
                    reading: run.trace, hasTimeline: true, mostChanges: room,
                    listsSubscriptions: true)
                let tree = TreeChanges(of: replay)
                room -= tree.changes.count
                parts.append((index, tree, TraceTimeline(of: replay)))
                readings.append(SubscriptionReading(of: replay, SubscriptionFilter()))
            } catch {
                gaps.append(error.description)
            }
        }
        let lists = SubscriptionReport(readings, symbolizer: symbolizer).lists
        processes = zip(parts, lists).map { part, list in
            Process(run: part.run, tree: part.tree, timeline: part.timeline, subscriptions: list)
        }
        gaps += lists.compactMap(\.gaps)
    }
}

extension RunReport {
    /// A copy in which a finding that no recorded line places in the repository is placed where its
    /// type is declared there. Such findings come from recordings without stacks or symbols.
    ///
    /// Reads the repository's Swift files, but only when one of the formats shows such places and
    /// a finding lacks one.
    ///
    /// - Parameters:
    ///   - formats: The formats to be written.
    ///   - root: The repository's folder, an absolute path.
    package func locatingTypes(for formats: [ReportFormat], in root: String) -> RunReport {
        guard formats.contains(where: \.isForRepositories) else { return self }
        guard findings.contains(where: { $0.relativePlace == nil }) else { return self }
        let sources = SourceDeclarations(in: root)
        var report = self
        for (index, finding) in findings.enumerated() where finding.relativePlace == nil {
            report.findings[index].declaration = sources.place(
                of: SourceDeclaration(type: finding.type))
        }
        return report
    }
}
