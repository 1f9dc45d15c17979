// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis

extension RunReport {
    /// The report with what the project already knows about each finding: new ones first, then
    /// known and suppressed ones, and the entries of the baseline that are fixed.
    ///
    /// - Parameters:
    ///   - settings: The project's settings, of which the suppressions count here.
    ///   - baseline: The known findings; nil when the project has none.
    ///   - today: The day to compare expiries with.
    /// - Returns: This report, unless the project has a baseline or suppressions.
    package func compared(
        with settings: GateSettings, baseline: Baseline?, today: CalendarDay
    ) -> RunReport {
        guard baseline != nil || !settings.suppressions.isEmpty else { return self }
        let judgement = GateJudgement(
            .run(self), settings: settings, baseline: baseline, today: today)
        let covering = SuppressionUse(settings.suppressions, of: findings, today: today).covering
        let comparisons = baseline.map { _ in Comparisons(judgement) }
        let compared = findings.map { finding in
            var finding = finding
            finding.status = FindingStatus(
                comparison: comparisons?.comparison(of: finding),
                suppression: covering[finding.fingerprint].map {
                    FindingStatus.Suppression(
                        reason: $0.reason, expires: $0.expires.description)
                })
            return finding
        }
        var report = self
        report.isCompared = true
        report.findings =
            compared.filter(\.status.isNew)
            + compared.filter { !$0.status.isNew && $0.status.suppression == nil }
            + compared.filter { $0.status.suppression != nil }
        report.fixed = judgement.fixed
        return report
    }
}

/// The findings of a run beside those of the baseline.
private struct Comparisons {
    private let counts: [KnownFinding: Int]
    private let known: Set<KnownFinding>

    init(_ judgement: GateJudgement) {
        let failing = judgement.allowsGrowth ? [] : judgement.grown
        counts = Dictionary(failing.map { ($0.new, $0.old.count ?? 0) }, uniquingKeysWith: max)
        known = judgement.matched
    }

    func comparison(of finding: Finding) -> FindingStatus.Comparison {
        let entry = KnownFinding(finding)
        return counts[entry].map { .grown(from: $0) } ?? (known.contains(entry) ? .known : .new)
    }
}
