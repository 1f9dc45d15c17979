// SPDX-License-Identifier: Apache-2.0

import RIBFindingText
import RIBText

extension LintReport {
    /// The report for people at a terminal: a line with the counts, then the new mistakes file by
    /// file, then what is known, suppressed and fixed.
    ///
    /// - Parameter limit: How many mistakes to show; nil for all.
    package func lines(limit: Int? = TextReport.usualLimit) -> [TextLine] {
        let new = newFindings
        let shown = new.prefix(limit ?? new.count)
        var lines = [verdict.textLine] + doubtLines.map { TextLine("! \($0)", .caution) }
        lines += Self.groups(Array(shown)) + TextLine.rest(new.count - shown.count, "more mistake")
        return lines + accepted(limit)
            + (notes.isEmpty ? [] : [TextLine()] + notes.map { TextLine($0) })
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
            return gap + finding.lines
        }
    }

    private func accepted(_ limit: Int?) -> [TextLine] {
        TextLine.list(
            findings(.known), limit, "mistake is", "mistakes are", "known from the baseline"
        ) { $0.line }
            + TextLine.list(
                findings(.suppressed), limit, "mistake is", "mistakes are", "suppressed"
            ) { $0.line + TextLine("  \($0.status.acceptance ?? "")", .faint) }
            + TextLine.list(
                fixed, limit, "mistake is", "mistakes are",
                "fixed, and still in the baseline: run ribleak lint --write-baseline"
            ) { entry in
                let whose = [entry.type, entry.member].compactMap { $0 }.joined(separator: ".")
                return TextLine("\(entry.rule) in \(entry.file)")
                    + TextLine(whose.isEmpty ? "" : ": \(whose)")
                    + TextLine("  \(entry.fingerprint)", .faint)
            }
    }
}

extension LintFinding {
    /// Its place, what is wrong, and below it what to do.
    var lines: [TextLine] {
        let head =
            TextLine(spot, .place) + TextLine(": ")
            + TextLine(rule.isWarning ? "warning" : "error", rule.isWarning ? .caution : .alarm)
            + TextLine(": \(source.message) ") + TextLine("(\(rule.id))", .strong)
        let whose = scope.isEmpty ? "" : "in \(scope)  "
        let seen = evidence?.findings.isEmpty == false ? evidence?.sentence : nil
        let rest = [
            hint.map { TextLine("    fix: \($0)", .caution) },
            seen.map { TextLine("    \($0)", .alarm) },
        ]
        return [head] + rest.compactMap { $0 }
            + [TextLine("    \(whose)fingerprint \(fingerprint.description)", .faint)]
    }

    fileprivate var line: TextLine {
        TextLine("\(rule.id) at ") + TextLine(spot, .place)
            + TextLine("  \(fingerprint.description)", .faint)
    }

    /// The place as editors and terminals open it, such as `Sources/Game.swift:12:9`.
    var spot: String {
        guard let place else { return path }
        return "\(path):\(place.line)" + (place.column.map { ":\($0)" } ?? "")
    }

    fileprivate var position: (String, Int, Int, String) {
        (path, place?.line ?? 0, place?.column ?? 0, rule.id)
    }
}
