import Foundation
import RIBAnalysis
import RIBReport

/// What must hold of every report, whatever the traces said.
enum ReportCheck {
    /// Analyses traces and renders what was found.
    static func run(on traces: [String]) {
        guard let report = try? Analysis.report(on: traces, symbolizer: NoSymbols()) else { return }
        check(report)
    }

    static func check(_ report: RunReport) {
        let text = TextReport().text(for: report)
        for scalar in text.unicodeScalars where scalar != "\n" {
            precondition(!isControl(scalar), "the text report lets a control character through")
        }
        _ = TextReport(isColored: true).text(for: report)
        let json = JSONReport().text(for: report)
        for scalar in json.unicodeScalars where scalar != "\n" {
            precondition(!isControl(scalar), "the JSON report lets a control character through")
        }
        // Parsing is slow, and what is always there needs no second look.
        guard !report.findings.isEmpty else { return }
        let parsed = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        precondition(
            parsed?["version"] as? Int == JSONReport.version, "the JSON report is no JSON")
    }

    /// Checks what is to be shown at a terminal.
    static func check(text: String) {
        for scalar in text.unicodeScalars where scalar != "\n" {
            precondition(!isControl(scalar), "a text lets a control character through")
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || scalar.value == 0x7F || (0x80..<0xA0).contains(scalar.value)
            || (0x202A...0x202E).contains(scalar.value)
    }
}
