import RIBAnalysis
import RIBTrees

/// A report for people at a terminal.
public struct TextReport: Sendable {
    /// How many findings it shows unless told: more than anyone reads at once.
    public static let usualLimit = 50
    private static let mostRuns = 8

    private let isColored: Bool
    private let limit: Int?
    private let width: Int?

    /// Creates a renderer.
    ///
    /// - Parameters:
    ///   - isColored: True to mark kinds and places with colours.
    ///   - limit: How many findings it shows, the most damaging ones; nil for all.
    ///   - width: How many columns a line may take where it can be broken between words, at least
    ///     40; nil for as many as it needs.
    public init(isColored: Bool = false, limit: Int? = usualLimit, width: Int? = nil) {
        self.isColored = isColored
        self.limit = limit
        self.width = width
    }

    /// The whole report, ending with a line break.
    public func text(for report: RunReport) -> String {
        var lines = head(of: report)
        let shown = report.findings.prefix(limit ?? report.findings.count)
        for (index, finding) in shown.enumerated() {
            lines.append(TextLine())
            lines += FindingText(finding: finding)
                .lines(position: "\(index + 1) of \(report.findings.count)")
        }
        lines += foot(hiding: report.findings.count - shown.count)
        lines += UnownedText.lines(for: report.unowned)
        if let width { lines = TreeWrapping(width: max(width, 40)).wrapped(lines) }
        return lines.map { $0.rendered(colored: isColored) + "\n" }.joined()
    }

    private func foot(hiding count: Int) -> [TextLine] {
        guard count > 0 else { return [] }
        let more = TextLine("… and \(Quantity.counted(count, "more finding", "more findings"))")
        return [
            TextLine(), more + TextLine("; --limit 0 or --format json shows all", .faint),
        ]
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
