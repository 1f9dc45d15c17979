import RIBAnalysis

/// The forms a report can be written in.
public enum ReportFormat: String, CaseIterable, Sendable {
    case text
    case json
    case html

    /// Renders a report.
    ///
    /// - Parameters:
    ///   - report: What was found.
    ///   - style: How text for people looks; the formats for programs do not heed it.
    ///   - details: Reads what only some formats show; the others do not ask for it.
    /// - Returns: The document, ending with a line break.
    public func document(
        for report: RunReport, style: ReportStyle = ReportStyle(),
        details: () -> RunDetails = { .none }
    ) -> String {
        switch self {
        case .text: TextReport(isColored: style.isColored, limit: style.limit).text(for: report)
        case .json: JSONReport().text(for: report)
        case .html: HTMLReport().text(for: report, details())
        }
    }
}
