// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// Findings as a Code Quality report of GitLab, which shows them in merge requests
/// (docs.gitlab.com: Code Quality, "Code Quality report format").
struct GitLabReport {
    /// The file of findings of which no file is known, relative to the repository's root. GitLab
    /// drops entries without one.
    var manifest = "Package.swift"

    /// A JSON list, ending with a line break, without suppressed findings.
    ///
    /// Known ones are in it, since GitLab itself compares the lists of two branches. Library leaks
    /// are in it for information.
    func text(for report: some IssueReport) -> String {
        let issues = report.issues(.new) + report.issues(.known) + report.issues(.libraryLeak)
        return JSONText.encoded(issues.map(entry))
    }

    private func entry(_ issue: some ReportedIssue) -> JSONValue {
        let advice = issue.status.libraryLeak == nil ? issue.hint : issue.status.acceptance
        let description = [issue.headline, issue.cause, advice].compactMap { $0 }
        let place = issue.relativePlace(orManifest: manifest)
        return [
            "description": .string(
                description.map(TerminalEscape.escaped).joined(separator: ". ")),
            "check_name": .string(issue.rule.id),
            "fingerprint": .string(issue.fingerprint.description),
            "severity": issue.status.isNew ? Self.severity(of: issue.rule) : "info",
            "location": [
                "path": .string(place.file), "lines": ["begin": JSONValue(place.line)],
            ],
        ]
    }

    private static func severity(of rule: IssueRule) -> JSONValue {
        switch rule.weight {
        case .critical: "critical"
        case .major: "major"
        case .minor: "minor"
        }
    }
}
