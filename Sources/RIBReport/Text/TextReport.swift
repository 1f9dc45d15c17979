import RIBAnalysis

/// A report for people at a terminal.
public struct TextReport: Sendable {
    private static let mostRuns = 8

    private let isColored: Bool

    /// Creates a renderer.
    ///
    /// - Parameter isColored: True to mark kinds and places with colours.
    public init(isColored: Bool = false) {
        self.isColored = isColored
    }

    /// The whole report, ending with a line break.
    public func text(for report: RunReport) -> String {
        var lines = head(of: report)
        for (index, finding) in report.findings.enumerated() {
            lines.append(TextLine())
            lines += FindingText(finding: finding)
                .lines(position: "\(index + 1) of \(report.findings.count)")
        }
        return lines.map { $0.rendered(colored: isColored) + "\n" }.joined()
    }

    /// One finding in the same words and without colours, for the message of a failed test.
    public static func lines(for finding: Finding) -> [String] {
        FindingText(finding: finding).lines().map { $0.rendered(colored: false) }
    }

    private func head(of report: RunReport) -> [TextLine] {
        let verdict = Verdict(report)
        let (sign, style): (String, TextStyle) =
            verdict.isDoubtful ? ("!", .caution) : verdict.isClean ? ("✓", .calm) : ("✗", .alarm)
        var lines = [TextLine("\(sign) \(verdict.line)", style)]
        for run in report.runs.prefix(Self.mostRuns) {
            lines.append(
                TextLine("  \(run.processName)")
                    + TextLine(
                        " (process \(run.processID)) at \(run.startedAt), \(run.trace)", .faint))
        }
        let left = report.runs.count - Self.mostRuns
        if left > 0 { lines.append(TextLine("  … \(left) more", .faint)) }
        return lines + CaveatLines.lines(for: report.caveats).map { TextLine("! \($0)", .caution) }
    }
}
