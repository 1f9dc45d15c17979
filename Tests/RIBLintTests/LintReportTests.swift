// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBReport
import Testing

@testable import RIBGate
@testable import RIBLint

/// What a project allows of the mistakes in its sources.
@Suite struct LintReportTests {
    private let strong = LintSamples.finding()
    private let missing = LintSamples.finding("missing-super", line: 30, member: "didLoad()")

    // MARK: - What fails

    @Test func anErrorFailsAndAWarningDoesNot() throws {
        #expect(try LintSamples.report([strong]).outcome == .exceeded)
        #expect(try LintSamples.report([missing]).outcome == .passed)
        #expect(try LintSamples.report([]).outcome == .passed)
    }

    @Test func strictTermsFailForWarnings() throws {
        let report = try LintSamples.report([missing], request: .init(isStrict: true))
        #expect(report.outcome == .exceeded)
        #expect(report.verdict.line == "1 warning. 3 files, 420 lines read.")
    }

    @Test func theSettingsDecideTheSeverity() throws {
        let settings = try LintSamples.settings(
            "rules:\n  strong-listener: warning\n  missing-super: off")
        let report = try LintSamples.report([strong, missing], settings: settings)
        #expect(report.outcome == .passed)
        #expect(report.findings.map(\.rule.id) == ["strong-listener"])
        #expect(report.verdict.line == "1 warning. 3 files, 420 lines read.")
    }

    @Test func aSourceThatCannotBeReadLeavesADoubt() throws {
        let problem = LintDocument.Problem(file: "B.swift", message: "cannot be parsed")
        let report = try LintSamples.report([], problems: [problem])
        #expect(report.outcome == .doubtful)
        #expect(report.doubtLines == ["B.swift: cannot be parsed"])
        #expect(try LintSamples.report([strong], problems: [problem]).outcome == .exceeded)
        let excluding = try LintSamples.settings("exclude: [B.swift]")
        #expect(
            try LintSamples.report([], problems: [problem], settings: excluding).outcome
                == .passed)
    }

    @Test func whatTheAnalyserMendedIsOnlyCounted() throws {
        let report = try LintSamples.report([LintSamples.finding(fixed: true)])
        #expect(report.outcome == .passed)
        #expect(
            report.verdict.line
                == "No mistakes found, 1 mended by --fix. 3 files, 420 lines read.")
    }

    // MARK: - What is suppressed

    @Test func aCommentInTheSourceSuppresses() throws {
        let report = try LintSamples.report([LintSamples.finding(ignored: "its ticket")])
        #expect(report.outcome == .passed)
        #expect(
            report.findings.map(\.status.acceptance)
                == ["suppressed in the source: its ticket"])
    }

    @Test(arguments: [
        "rule: strong-listener", "path: Sources", "type: ProfileInteractor",
        "rule: strong-listener\n    path: Sources/**\n    type: ProfileInteractor",
    ])
    func theSettingsSuppress(pattern: String) throws {
        let report = try LintSamples.report([strong], settings: suppressing(pattern))
        #expect(report.outcome == .passed)
        #expect(
            report.findings.map(\.status.acceptance)
                == ["suppressed until 2026-12-31: its ticket"])
        #expect(
            report.notes.first?.hasPrefix(
                "suppressed: 1; the next to expire, on 2026-12-31: ") == true)
    }

    @Test(arguments: ["rule: missing-super", "path: Tests/**", "type: HomeInteractor"])
    func whatCoversNothingIsNamed(pattern: String) throws {
        let report = try LintSamples.report([strong], settings: suppressing(pattern))
        #expect(report.outcome == .exceeded)
        #expect(report.notes.count == 1)
        #expect(
            report.notes.first?.hasSuffix("its ticket; remove it if all sources were checked")
                == true)
        let partial = try LintSamples.report(
            [strong], settings: suppressing(pattern), request: .init(paths: ["Sources"]))
        #expect(partial.notes == [])
    }

    @Test func anExpiredSuppressionFails() throws {
        let settings = try suppressing("rule: missing-super", until: "2026-11-23")
        let report = try LintSamples.report([missing], settings: settings)
        #expect(report.outcome == .exceeded)
        #expect(
            report.notes == [
                "expired on 2026-11-23: missing-super (.ribleak.yml:3): its ticket; "
                    + "fix what it covers, or set a later expiry"
            ])
    }

    @Test func aSuppressionCoversTheFingerprint() throws {
        let fingerprint = try #require(try LintSamples.report([strong]).findings.first)
            .fingerprint.description
        let settings = try suppressing("fingerprint: \"\(fingerprint)\"")
        #expect(try LintSamples.report([strong], settings: settings).outcome == .passed)
    }

    private func suppressing(
        _ pattern: String, until day: String = "2026-12-31"
    ) throws -> LintSettings {
        try LintSamples.settings(
            "suppressions:\n  - \(pattern)\n    reason: its ticket\n    expires: \(day)")
    }

    // MARK: - What is known

    @Test func theBaselineAcceptsWhatItHas() throws {
        let baseline = try LintSamples.report([strong]).accepted(into: LintSamples.emptyBaseline)
        let moved = LintSamples.finding(in: "Sources/Moved.swift", line: 90)
        let report = try LintSamples.report([moved, missing], baseline: baseline)
        #expect(report.outcome == .passed)
        #expect(report.verdict.line == "1 new warning, 1 known. 3 files, 420 lines read.")
        #expect(report.fixed == [])
    }

    @Test func whatIsGoneIsFixed() throws {
        let baseline = try LintSamples.report([strong, missing])
            .accepted(into: LintSamples.emptyBaseline)
        let report = try LintSamples.report([missing], baseline: baseline)
        #expect(report.fixed.map(\.rule) == ["strong-listener"])
        #expect(report.accepted(into: baseline).lint.map(\.rule) == ["missing-super"])
    }

    @Test(arguments: [
        LintRequest(paths: ["Tests"]), LintRequest(rules: ["missing-super"]),
    ])
    func whatWasNotCheckedIsNotFixed(request: LintRequest) throws {
        let baseline = try LintSamples.report([strong]).accepted(into: LintSamples.emptyBaseline)
        let report = try LintSamples.report([], baseline: baseline, request: request)
        #expect(report.fixed == [])
        #expect(report.accepted(into: baseline).lint.map(\.rule) == ["strong-listener"])
    }

    @Test func aSourceThatCannotBeReadIsNotFixed() throws {
        let baseline = try LintSamples.report([strong]).accepted(into: LintSamples.emptyBaseline)
        let report = try LintSamples.report(
            [], problems: [.init(file: strong.file, message: "cannot be parsed")],
            baseline: baseline)
        #expect(report.fixed == [])
    }

    @Test func theFindingsOfRunsStayInTheBaseline() throws {
        let known = KnownFinding(
            fingerprint: "2750a1a66da24463", kind: "leaked-router", ribPath: "Root", type: "Root")
        let baseline = try LintSamples.report([strong]).accepted(into: Baseline([known]))
        #expect(baseline.entries == [known])
        let again = try Baseline(json: baseline.text, path: "a")
        #expect(again.lint == baseline.lint)
        #expect(again.entries.map(\.fingerprint) == ["2750a1a66da24463"])
    }

    @Test func suppressedOnesStayOutOfTheBaseline() throws {
        let baseline = try LintSamples.report([LintSamples.finding(ignored: "its ticket")])
            .accepted(into: LintSamples.emptyBaseline)
        #expect(baseline.lint == [])
    }
}
