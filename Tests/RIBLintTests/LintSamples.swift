// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBFindingText
import RIBText

@testable import RIBGate
@testable import RIBLint

/// Documents as `ribleak-lint` prints them, and reports on them.
enum LintSamples {
    static let rules = [
        LintDocument.Rule(
            id: "missing-super", severity: .warning, summary: "An override does not call super.",
            reason: "The runtime misses the call.", fix: "Call super."),
        LintDocument.Rule(
            id: "strong-listener", severity: .error, summary: "A listener is held strongly.",
            reason: "Parent and child keep each other alive.", fix: "Declare it weak."),
        LintDocument.Rule(
            id: "subscription-outlives-activity", severity: .error,
            summary: "A subscription goes on after the deactivation.",
            reason: "It fires while inactive.", fix: "Hold it to the activity."),
        LintDocument.Rule(
            id: "unbalanced-attach", severity: .warning, summary: "A child stays attached.",
            reason: "It goes on out of sight.", fix: "Detach it."),
    ]

    static func finding(
        _ rule: String = "strong-listener", in file: String = "Sources/Profile.swift",
        line: Int = 12, type: String? = "ProfileInteractor", member: String? = nil,
        subject: String = "listener", ignored: String? = nil, fixed: Bool = false,
        severity: String? = nil,
        message: String = "ProfileInteractor holds its listener strongly"
    ) -> LintDocument.Finding {
        LintDocument.Finding(
            rule: rule, file: file, line: line, column: 9, message: message,
            fix: "Declare it weak", type: type, member: member, subject: subject,
            ignored: ignored.map { LintDocument.Ignored(line: line - 1, reason: $0) },
            fixed: fixed, severity: severity)
    }

    static func document(
        _ findings: [LintDocument.Finding], problems: [LintDocument.Problem] = []
    ) -> LintDocument {
        LintDocument(
            tool: "0.1.0", files: 3, lines: 420, rules: rules, findings: findings,
            problems: problems)
    }

    static func report(
        _ findings: [LintDocument.Finding], problems: [LintDocument.Problem] = [],
        settings: LintSettings = LintSettings(), baseline: Baseline? = nil,
        request: LintRequest = LintRequest()
    ) throws -> LintReport {
        try LintReport(
            document(findings, problems: problems), settings: settings, baseline: baseline,
            request: request, today: day, root: root)
    }

    static let emptyBaseline = Baseline([KnownFinding]())
    static let day = CalendarDay("2026-11-24") ?? .today()
    /// No repository, so that paths stay as they are.
    static let root = RepositoryRoot(of: "/nowhere", workspace: nil)

    /// The settings in the section `lint` of a file.
    static func settings(_ yaml: String) throws -> LintSettings {
        let lines = yaml.split(separator: "\n").map { "  \($0)\n" }.joined()
        return try GateSettings(yaml: "lint:\n" + lines, file: ".ribleak.yml").lint
    }
}
