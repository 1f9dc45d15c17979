// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis

/// The formats in which a report can be written.
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

/// The style of a report for people.
public struct ReportStyle: Sendable {
    /// Whether to mark kinds and places with colours.
    public var isColored: Bool
    /// How many findings to show, the most damaging first; nil for all.
    public var limit: Int?
    /// The most columns of a line; nil for no limit.
    public var width: Int?
    /// The base of relative paths, for readers that only open absolute ones; may be empty.
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

/// The version of ribleak.
package enum ToolVersion {
    /// The version by semver.org, as in the package's tags.
    package static let current = "0.1.0"
}
