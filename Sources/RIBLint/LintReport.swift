// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBGate
import RIBReport
import RIBText

/// The mistakes in the sources beside what the project allows.
package struct LintReport: Sendable {
    /// New ones first, then known and suppressed ones. Among these, the evidence of a run comes
    /// first, then errors before warnings, then the place.
    package internal(set) var findings: [LintFinding]
    /// The entries of the baseline that no longer occur.
    package let fixed: [KnownLintFinding]
    /// Sources that could not be read, one line each.
    package let problems: [String]
    /// What to do about suppressions, one line each.
    package let notes: [String]
    /// The part of the notes that fails the check.
    let expired: [String]
    let document: LintDocument
    let isCompared: Bool
    let isStrict: Bool

    /// Judges what the analyser found.
    ///
    /// - Parameters:
    ///   - baseline: The known mistakes; nil when none is used.
    ///   - today: The day to compare expiries with.
    ///   - root: The repository, from which reports name files.
    /// - Throws: `UserError` when the settings name a rule that the analyser does not have.
    package init(
        _ document: LintDocument, settings: LintSettings, baseline: Baseline?,
        request: LintRequest, today: CalendarDay, root: RepositoryRoot
    ) throws(UserError) {
        try settings.check(among: document.rules.map(\.id))
        let rules = document.rules(settings)
        let found = document.findings(settings, in: root)
        let use = SuppressionUse(settings.suppressions, of: found, today: today)
        let known = Set(baseline?.lint.map(\.fingerprint) ?? [])
        let judged = found.map { finding in
            var finding = finding
            if baseline != nil {
                let isKnown = known.contains(finding.fingerprint.description)
                finding.status.comparison = isKnown ? .known : .new
            }
            if let suppression = use.covering[finding.fingerprint] {
                finding.status.suppression = FindingStatus.Suppression(
                    reason: suppression.reason, expires: suppression.expires.description)
            }
            return finding
        }
        findings = judged.sorted { $0.rank < $1.rank }
        let unread = document.problems.filter { !settings.excludes($0.file) }
        problems = unread.map { "\($0.file): \($0.message)" }
        let occurring = Set(judged.map(\.fingerprint.description))
        let unknown = Set(unread.map(\.file))
        fixed = (baseline?.lint ?? []).filter { entry in
            !occurring.contains(entry.fingerprint) && request.covers(entry)
                && rules[entry.rule] != nil && !unknown.contains(entry.file)
                && !settings.excludes(entry.file)
        }
        expired = use.expiredLines
        let isWhole = request.paths.isEmpty && request.rules.isEmpty && unread.isEmpty
        notes =
            expired
            + use.usedLines(isWhole ? use.unused : [], certainIf: "all sources were checked")
        self.document = document
        isCompared = baseline != nil
        isStrict = request.isStrict
    }

    /// Exceeded means that a new mistake fails, or a suppression has expired; doubtful, that
    /// nothing fails, but a source could not be read.
    package var outcome: GateOutcome {
        let new = newFindings
        if !expired.isEmpty || new.contains(where: { isStrict || !$0.rule.isWarning }) {
            return .exceeded
        }
        return problems.isEmpty ? .passed : .doubtful
    }

    package var newFindings: [LintFinding] { findings(.new) }

    func findings(_ category: FindingStatus.Category) -> [LintFinding] {
        findings.filter { $0.status.category == category }
    }

    /// The baseline with the mistakes that become known from now on: all but suppressed ones, and
    /// those that this check could not know about.
    package func accepted(into old: Baseline) -> Baseline {
        var baseline = old
        let gone = Set(fixed)
        let names = Set(findings.map(\.fingerprint.description))
        baseline.lint.removeAll { gone.contains($0) || names.contains($0.fingerprint) }
        baseline.lint += findings.filter { $0.status.suppression == nil }.map(\.known)
        baseline.lint.sort()
        return baseline
    }
}

extension LintFinding {
    /// The order in which to show it.
    var rank: (Int, Int, String, Int, Int, String) {
        (
            status.isNew ? 0 : status.category == .known ? 1 : 2,
            (evidence?.rank ?? 0) * 2 + (rule.isWarning ? 1 : 0), path, place?.line ?? 0,
            place?.column ?? 0, rule.id
        )
    }
}
