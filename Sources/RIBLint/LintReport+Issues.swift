// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBReport
import RIBText

extension LintReport {
    private static let mostProblems = 20

    /// The report for the formats that show mistakes of runs and of sources alike.
    package var issues: IssueReport {
        let broken = Set(findings.map(\.rule.id))
        var report = IssueReport(
            findings, of: rulesInForce.filter { broken.contains($0.id) }, verdict)
        report.fixed = fixed.map {
            IssueReport.entry(rule: $0.rule, place: $0.file, type: $0.type ?? $0.member ?? "")
        }
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
        let outcome = self.outcome
        let new = isCompared ? "new " : ""
        let (errors, warnings) = (
            newFindings.count { !$0.rule.isWarning }, newFindings.count(where: \.rule.isWarning)
        )
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
        let left = problems.count - Self.mostProblems
        return problems.prefix(Self.mostProblems)
            + (left > 0 ? ["\(Quantity.counted(left, "more source")) could not be read"] : [])
    }
}

extension LintFinding: ReportedIssue {
    package var headline: String { source.message }
    package var count: Int { 1 }
    package var relativePlace: SourcePlace? { place.flatMap { $0.isInRepository ? $0 : nil } }
    package var lastingPlace: String { place?.file ?? path }
    package var listedPlace: String { place.map { "\($0.file):\($0.line)" } ?? path }
    package var type: String { scope.isEmpty ? source.subject : scope }
    package var cause: String? { nil }
    package var hint: String? { source.fix.isEmpty ? nil : source.fix }
    package var command: String? { nil }
    package var plainLines: [String] { TextLayout().lines(lines) }
    package var recorded: Finding? { nil }

    package var advice: [String] {
        [headline, hint.map { "Fix: \($0)" }, evidence?.sentence].compactMap { $0 }
    }

    package var row: [IssuePiece] {
        [
            .words(rule.title), place.map(IssuePiece.place) ?? .text(path), .code(scope),
            .text(headline), .text(source.fix),
        ]
    }

    package var summary: [IssuePiece] {
        (scope.isEmpty ? [] : [.code(scope), .words(": ")]) + [.text(headline)]
    }

    package var facts: [[IssuePiece]] {
        let look: [IssuePiece]? = place.map { [.words("look at "), .place($0)] }
        return [look, evidence?.sentence.map { [.text($0)] }].compactMap { $0 }
    }
}
