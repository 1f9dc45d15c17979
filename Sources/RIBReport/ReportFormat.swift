// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis

/// The forms a report can be written in.
public enum ReportFormat: String, CaseIterable, Sendable {
    case text
    case json
    case html
    case markdown
    case github
    case gitlab
    case sarif
    case junit
    case xcode
    case speedscope

    /// Renders a report.
    ///
    /// - Parameters:
    ///   - report: What was found.
    ///   - style: How text for people looks; the formats for programs do not heed it.
    ///   - details: Reads what only some formats show; the others do not ask for it.
    /// - Returns: The document, ending with a line break, or empty where its form has nothing to say.
    public func document(
        for report: RunReport, style: ReportStyle = ReportStyle(),
        details: () -> RunDetails = { .none }
    ) -> String {
        switch self {
        case .text:
            TextReport(isColored: style.isColored, limit: style.limit, width: style.width)
                .text(for: report)
        case .json: JSONReport().text(for: report)
        case .html: HTMLReport().text(for: report, details())
        case .markdown: MarkdownReport().text(for: report)
        case .github: GitHubReport().text(for: report)
        case .gitlab: GitLabReport().text(for: report)
        case .sarif: SARIFReport().text(for: report)
        case .junit: JUnitReport().text(for: report)
        case .xcode: XcodeReport(workingDirectory: style.workingDirectory).text(for: report)
        case .speedscope: SpeedscopeReport().text(for: report)
        }
    }
}

/// How a report for people looks.
public struct ReportStyle: Sendable {
    /// True to mark kinds and places with colours.
    public var isColored: Bool
    /// How many findings are shown, the most damaging ones; nil for all.
    public var limit: Int?
    /// How many columns lines may take; nil for as many as they need.
    public var width: Int?
    /// What relative files are relative to, for readers that only open absolute ones; may be empty.
    public var workingDirectory: String

    /// Creates a style.
    public init(
        isColored: Bool = false, limit: Int? = TextReport.usualLimit, width: Int? = nil,
        workingDirectory: String = ""
    ) {
        self.isColored = isColored
        self.limit = limit
        self.width = width
        self.workingDirectory = workingDirectory
    }
}

/// Which ribleak this is.
package enum ToolVersion {
    /// The version by semver.org, as in the package's tags.
    package static let current = "0.1.0"
}
