// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBReport
import RIBText

extension LintReport {
    private static let mostProblems = 20

    /// The report for the formats that show mistakes of runs and of sources alike.
    package var issues: IssueReport {
        let broken = Dictionary(findings.map { ($0.rule.id, $0.rule) }) { $0.isWarning ? $1 : $0 }
        var report = IssueReport(
            findings, of: document.rules.compactMap { broken[$0.id] }, verdict)
        report.fixed = fixed.map { ($0.rule, $0.file, $0.type ?? $0.member ?? "") }
        report.otherCounts = otherCounts
        report.doubts = doubtLines
        report.caveats = doubtLines + expired
        (report.tool, report.comment) = ("ribleak lint", "lint")
        report.baselineCommand = "ribleak lint --write-baseline"
        report.judged = "the sources are checked (\(Quantity.counted(document.files, "file")))"
        report.unjudged = "not all sources could be read"
        report.columns = ["rule", "place", "where", "what is wrong", "fix"]
        return report
    }

    package var verdict: Verdict {
        let new = isCompared ? "new " : ""
        let warnings = newFindings.count(where: \.rule.isWarning)
        let errors = newFindings.count - warnings
        let counts = [(errors, "\(new)error"), (warnings, "\(new)warning")].filter { $0.0 > 0 }
            .map { Quantity.counted($0.0, $0.1) }
        let faults = counts.isEmpty ? ["No \(new)mistakes found"] : counts
        let read =
            "\(Quantity.counted(document.files, "file")), \(Quantity.counted(document.lines, "line")) read."
        return Verdict(
            isClean: outcome != .exceeded, isDoubtful: outcome == .doubtful,
            line: (faults + otherCounts).joined(separator: ", ") + ". \(read)")
    }

    private var otherCounts: [String] {
        [
            (findings(.known).count, "known"), (findings(.suppressed).count, "suppressed"),
            (fixed.count, "fixed"), (document.findings.count(where: \.fixed), "mended by --fix"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    }

    /// The sources that could not be read, one line each, but not too many.
    var doubtLines: [String] {
        problems.cut(to: Self.mostProblems) {
            "\(Quantity.counted($0, "more source")) could not be read"
        }
    }
}

extension LintFinding: ReportedIssue {
    package var headline: String { source.message }
    package var count: Int { 1 }
    package var relativePlace: SourcePlace? { place.flatMap { $0.isInRepository ? $0 : nil } }
    package var lastingPlace: String { place?.file ?? path }
    package var listedPlace: String { place.map { "\($0.file):\($0.line)" } ?? path }
    package var type: String { scope.isEmpty ? source.subject : scope }
    package var hint: String? { source.fix.isEmpty ? nil : source.fix }
    package var plainLines: [String] { TextLayout().lines(lines) }
    package var recorded: Finding? { nil }

    package var advice: [String] {
        [headline, hint.map { "Fix: \($0)" }, evidence?.sentence].compactMap { $0 }
    }

    package func row(_ markdown: IssueMarkdown) -> [String] {
        [
            rule.title, place.map(markdown.link) ?? markdown.plain(path), markdown.code(scope),
            markdown.plain(headline), markdown.plain(source.fix),
        ]
    }

    package func summary(_ markdown: IssueMarkdown) -> String {
        (scope.isEmpty ? "" : markdown.code(scope) + ": ") + markdown.plain(headline)
    }

    package func facts(_ markdown: IssueMarkdown) -> [String] {
        let look = place.map { "look at \(markdown.link(to: $0))" }
        return [look, evidence?.sentence.map(markdown.plain)].compactMap { $0 }
    }
}
