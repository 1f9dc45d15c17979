// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBFindingText
import RIBRecorder
import RIBText

/// The result of a check: what it found, or why it could not check.
struct LeakVerdict {
    /// False when nothing is recorded, or the test asked not to be judged.
    var isJudged = false
    /// How many detached objects were passed over, since the main queue did not run.
    var unjudged = 0
    /// The complete analysis with warnings, if one was made.
    var report: RunReport?
    /// The findings that fail the test, the most damaging first.
    var findings: [Finding] = []
    /// Violations of the lifecycle by the test's code, which do not fail the test.
    var warnings: [Finding] = []
    /// Findings that would fail the test, but that the project's baseline or settings let pass.
    var known: [Finding] = []
    /// Leaks of platforms and libraries that ribleak knows, which do not fail the test.
    private(set) var libraryLeaks: [Finding] = []
    /// Other reasons to fail the test, one line each.
    var failures: [String] = []
    /// Why growth could not be measured; nil when it was, or nobody asked.
    var obstacleToGrowth: String?
    /// The path of the baseline that knows the known findings.
    private var baseline = ""
    /// Why the baseline cannot be used; nil when it can, or there is none.
    private var obstacle: String?
    /// The suppressions whose day is over.
    private var expired: [Suppression] = []

    /// Divides the findings of the analysis.
    mutating func take(_ report: RunReport) {
        self.report = report
        findings = report.findings.filter { !$0.kind.isWarning && $0.libraryLeak == nil }
        // Other warnings stay in the report. They say what may be wrong, not who caused it.
        warnings = report.findings.filter { $0.kind == .lifecycleViolation }
        libraryLeaks = report.findings.filter { $0.libraryLeak != nil }
    }

    /// Takes out what the project lets pass. This needs its baseline only for a test that would
    /// fail.
    mutating func accept(_ source: BaselineSource) {
        guard var report, !findings.isEmpty else { return }
        let project: ProjectBaseline?
        do throws(UserError) {
            project = try source.read()
        } catch {
            obstacle = TerminalEscape.escaped("All leaks count as new, since \(error)")
            return
        }
        guard let project else { return }
        let today = CalendarDay.today()
        let standings = project.baseline.exceptions.standings(
            of: report.findings, entries: project.baseline.entries, made: report.madeSubscriptions,
            renames: .names(before: project.baseline.names) { Self.names(of: report) },
            today: today)
        report.findings = standings.findings
        report.isCompared = true
        report.findings =
            report.newFindings + report.knownFindings + report.suppressedFindings
            + report.libraryLeaks
        self.report = report
        let failing = Set(findings.map(\.fingerprint))
        let judged = report.findings.filter { failing.contains($0.fingerprint) }
        findings = judged.filter(\.status.isNew)
        known = judged.filter { !$0.status.isNew }
        baseline = project.path
        expired = project.baseline.exceptions.suppressions.filter { $0.expires < today }
    }

    /// The names that this process's build declares. Reading them takes seconds for a large test
    /// bundle, so it happens once, and only where a new finding may be a renamed one.
    private static func names(of report: RunReport) -> DeclaredNames? {
        buildNames.withLock { known in
            if let known { return known }
            let names = report.names
            known = .some(names)
            return names
        }
    }

    private static let buildNames = Protected<DeclaredNames??>(nil)

    /// What to add to a failure: why findings are not let pass.
    var remarks: [String] {
        guard !findings.isEmpty else { return [] }
        return [obstacle].compactMap { $0 }
            + expired.filter { one in findings.contains { $0.isCovered(by: one.pattern) } }.map {
                TerminalEscape.escaped(
                    "A suppression expired on \($0.expires): \($0.name): \($0.reason)")
            }
    }

    /// What to say of each known finding, with its place.
    var acceptances: [(text: String, place: SourcePlace?)] {
        let lines = known.prefix(Self.mostKnown).map { finding in
            let file = finding.status.category == .known ? " \(baseline)" : ""
            let why = (finding.status.acceptance ?? "known") + file
            let text = TerminalEscape.escaped("\(finding.headline), \(why)")
            return (text: text, place: finding.place)
        }
        let left = known.count - lines.count
        return lines + (left > 0 ? [("\(left) more known findings", nil)] : [])
    }

    /// The text of the failure; nil when there is none.
    ///
    /// The findings come first, in the report's words, because test runners show the beginning.
    var message: String? {
        guard !findings.isEmpty || !failures.isEmpty else { return nil }
        let warnings = warnings.prefix(Self.mostWarnings).map(Self.line)
        let reasons = failures + remarks
        let limit = [Finding].mostFailureLines - reasons.count - warnings.count
        // Other processes of the same run have objects of the same numbers.
        let process = ProcessInfo.processInfo
        let named = findings.map { $0.explained(inProcess: Int(process.processIdentifier)) }
        let lines = named.failureLines(within: limit, environment: process.environment)
        return ((lines.isEmpty ? [] : [""] + lines) + reasons + warnings)
            .joined(separator: "\n")
    }

    /// The warnings for a test that does not fail, each with its place.
    var notes: [(text: String, place: SourcePlace?)] {
        guard message == nil else { return [] }
        return warnings.map { (Self.text(of: $0), $0.place) }
    }

    /// The most known findings to say one by one.
    private static let mostKnown = 20

    /// The most warnings to show. The report has the others.
    private static let mostWarnings = 5

    private static func line(for warning: Finding) -> String {
        let place = warning.place.map { "\($0.pathHere):\($0.line): " } ?? ""
        return "\(place)warning: \(text(of: warning))"
    }

    private static func text(of warning: Finding) -> String {
        warning.headline + (warning.hint.map { ". \($0)" } ?? "")
    }
}

extension LeakVerdict {
    private static let toldLibraryLeaks = Protected<Set<String>>([])

    /// The notes on library leaks, one for each that no test of this process has mentioned.
    static func newNotes(on findings: [Finding]) -> [String] {
        findings.compactMap { finding in
            guard let leak = finding.libraryLeak,
                toldLibraryLeaks.withLock({ $0.insert(leak.name).inserted })
            else { return nil }
            return "note: ribleak: \(finding.headline). This is the library leak \(leak.name), "
                + "which fails no test: \(leak.sentence)"
        }
    }
}

extension SourcePlace {
    /// The absolute path of the file.
    var pathHere: String { path(in: RepositoryRoot.current.path) }
}
