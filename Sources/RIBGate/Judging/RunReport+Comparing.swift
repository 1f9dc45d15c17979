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
        report.findings = judgement.findings
        report.isCompared = true
        report.findings =
            report.newFindings + report.knownFindings + report.suppressedFindings
            + report.libraryLeaks
        report.fixed = judgement.fixed
        return report
    }
}
