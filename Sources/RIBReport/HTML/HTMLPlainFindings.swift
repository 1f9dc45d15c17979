import RIBAnalysis
import RIBTrees

/// The first findings as plain text, for readers without the script.
enum HTMLPlainFindings {
    private static let most = 50

    static func markup(for report: RunReport) -> String {
        var parts = report.findings.prefix(most).enumerated().map { index, finding in
            let lines = FindingText(finding: finding)
                .lines(position: "\(index + 1) of \(report.findings.count)")
                .map { HTMLText.escaped($0.rendered(colored: false)) }
            return "<pre>\(lines.joined(separator: "\n"))</pre>"
        }
        let left = report.findings.count - most
        if left > 0 {
            let more = Quantity.counted(left, "more finding", "more findings")
            parts.append("<p>… and \(more); the page shows all with JavaScript.</p>")
        }
        return parts.joined(separator: "\n")
    }
}
