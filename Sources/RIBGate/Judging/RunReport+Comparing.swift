// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText

extension RunReport {
    /// The report with what the project already knows about each finding: new ones first, then
    /// known and suppressed ones and library leaks, and the entries of the baseline that are fixed.
    ///
    /// - Parameters:
    ///   - settings: The project's settings, of which the suppressions and library leaks count
    ///     here.
    ///   - baseline: The known findings; nil when the project has none.
    ///   - today: The day to compare expiries with.
    /// - Returns: A report without comparison, unless the project has a baseline or suppressions.
    package func compared(
        with settings: GateSettings, baseline: Baseline?, today: CalendarDay
    ) -> RunReport {
        var report = namingLibraryLeaks(settings)
        guard baseline != nil || !settings.suppressions.isEmpty else { return report }
        let judgement = GateJudgement(
            .run(report), settings: settings, baseline: baseline, today: today)
        let covering = SuppressionUse(
            settings.suppressions, of: report.findings, today: today
        ).covering
        let comparisons = baseline.map { _ in Comparisons(judgement) }
        for index in report.findings.indices {
            let finding = report.findings[index]
            report.findings[index].status.comparison = comparisons?.comparison(of: finding)
            report.findings[index].status.suppression = covering[finding.fingerprint].map {
                FindingStatus.Suppression(reason: $0.reason, expires: $0.expires.description)
            }
        }
        report.isCompared = true
        report.findings =
            report.newFindings + report.knownFindings + report.suppressedFindings
            + report.libraryLeaks
        report.fixed = judgement.fixed
        return report
    }
}

/// The findings of a run beside those of the baseline.
private struct Comparisons {
    private let counts: [KnownFinding: Int]
    private let known: Set<KnownFinding>

    init(_ judgement: GateJudgement) {
        counts = Dictionary(
            judgement.grown.map { ($0.new, $0.old.count ?? 0) }, uniquingKeysWith: max)
        known = judgement.matched
    }

    func comparison(of finding: Finding) -> FindingStatus.Comparison {
        let entry = KnownFinding(finding)
        let isKnown = known.contains(entry)
        return counts[entry].map { .grown(from: $0, isNew: !isKnown) } ?? (isKnown ? .known : .new)
    }
}
