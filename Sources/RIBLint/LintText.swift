// SPDX-License-Identifier: Apache-2.0

import RIBFindingText
import RIBReport
import RIBText

/// A report on sources for people at a terminal: a line with the counts, then the new mistakes file
/// by file, then what is known, suppressed and fixed.
package struct LintText: Sendable {
    private let limit: Int?

    /// - Parameter limit: How many mistakes to show; nil for all.
    package init(limit: Int? = TextReport.usualLimit) { self.limit = limit }

    /// The lines of the whole report.
    package func lines(for report: LintReport) -> [TextLine] {
        let new = report.newFindings
        let shown = new.prefix(limit ?? new.count)
        var lines = Self.head(of: report) + Self.groups(Array(shown))
        let left = new.count - shown.count
        if left > 0 {
            let more = TextLine("… and \(Quantity.counted(left, "more mistake"))")
            lines += [
                TextLine(), more + TextLine("; --limit 0 or --format json shows all", .faint),
            ]
        }
        return lines + accepted(in: report) + Self.notes(of: report)
    }

    private static func head(of report: LintReport) -> [TextLine] {
        let verdict = report.verdict
        let (sign, style): (String, TextStyle) =
            verdict.isDoubtful ? ("!", .caution) : verdict.isClean ? ("✓", .calm) : ("✗", .alarm)
        return [TextLine("\(sign) \(verdict.line)", style)]
            + report.doubtLines.map { TextLine("! \($0)", .caution) }
    }

    /// The mistakes, below a title for each evidence, if a run was read.
    private static func groups(_ findings: [LintFinding]) -> [TextLine] {
        let groups = Dictionary(grouping: findings) { $0.evidence?.rank ?? 0 }
        return groups.sorted { $0.key < $1.key }.flatMap { _, findings in
            let title = findings.first?.evidence?.title
            return (title.map { [TextLine(), TextLine($0, .strong)] } ?? []) + files(findings)
        }
    }

    /// The mistakes, with a blank line before each file.
    private static func files(_ findings: [LintFinding]) -> [TextLine] {
        let sorted = findings.sorted { $0.position < $1.position }
        var path: String?
        return sorted.flatMap { finding in
            let gap = finding.path == path ? [] : [TextLine()]
            path = finding.path
            return gap + lines(for: finding)
        }
    }

    /// One mistake: its place, what is wrong, and below it what to do.
    static func lines(for finding: LintFinding) -> [TextLine] {
        let word = finding.rule.isWarning ? "warning" : "error"
        let head =
            TextLine(finding.spot, .place) + TextLine(": ")
            + TextLine(word, finding.rule.isWarning ? .caution : .alarm)
            + TextLine(": \(finding.source.message) ") + TextLine("(\(finding.rule.id))", .strong)
        let whose = finding.scope.isEmpty ? "" : "in \(finding.scope)  "
        var seen: String?
        if case .seen = finding.evidence { seen = finding.evidence?.sentence }
        let rest = [
            finding.hint.map { TextLine("    fix: \($0)", .caution) },
            seen.map { TextLine("    \($0)", .alarm) },
        ]
        return [head] + rest.compactMap { $0 }
            + [TextLine("    \(whose)fingerprint \(finding.fingerprint.description)", .faint)]
    }

    private func accepted(in report: LintReport) -> [TextLine] {
        let text = AcceptedText(limit: limit)
        return text.list(
            report.findings(.known), "mistake is", "mistakes are", "known from the baseline",
            Self.line
        )
            + text.list(
                report.findings(.suppressed), "mistake is", "mistakes are", "suppressed"
            ) { Self.line($0) + TextLine("  \($0.status.acceptance ?? "")", .faint) }
            + text.list(
                report.fixed, "mistake is", "mistakes are",
                "fixed, and still in the baseline: run ribleak lint --write-baseline"
            ) { entry in
                let whose = [entry.type, entry.member].compactMap { $0 }.joined(separator: ".")
                return TextLine("\(entry.rule) in \(entry.file)")
                    + TextLine(whose.isEmpty ? "" : ": \(whose)")
                    + TextLine("  \(entry.fingerprint)", .faint)
            }
    }

    private static func line(_ finding: LintFinding) -> TextLine {
        TextLine("\(finding.rule.id) at ") + TextLine(finding.spot, .place)
            + TextLine("  \(finding.fingerprint.description)", .faint)
    }

    private static func notes(of report: LintReport) -> [TextLine] {
        report.notes.isEmpty ? [] : [TextLine()] + report.notes.map { TextLine($0) }
    }
}

extension LintFinding {
    /// The place as editors and terminals open it, such as `Sources/Game.swift:12:9`.
    var spot: String {
        guard let place else { return path }
        return "\(path):\(place.line)" + (place.column.map { ":\($0)" } ?? "")
    }

    fileprivate var position: (String, Int, Int, String) {
        (path, place?.line ?? 0, place?.column ?? 0, rule.id)
    }
}
