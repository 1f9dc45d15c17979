// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// Findings as a Code Quality report of GitLab, which shows them in merge requests
/// (docs.gitlab.com: Code Quality, "Code Quality report format").
extension IssueReport {
    /// A JSON list, ending with a line break, without suppressed findings.
    ///
    /// Known ones are in it, since GitLab itself compares the lists of two branches. Library leaks
    /// are in it for information. GitLab drops entries without a file.
    func gitLabList(manifest: String) -> String {
        let issues = issues(.new) + issues(.known) + issues(.libraryLeak)
        return JSONText.encoded(issues.map { Self.entry($0, manifest) })
    }

    private static func entry(_ issue: any ReportedIssue, _ manifest: String) -> JSONValue {
        let advice = issue.status.libraryLeak == nil ? issue.hint : issue.status.acceptance
        let description = [issue.headline, issue.cause, advice].compactMap { $0 }
        let place = issue.relativePlace(orManifest: manifest)
        let severity = issue.rule.isLeak ? "critical" : issue.rule.isWarning ? "minor" : "major"
        return JSONValue([
            "description": description.map(TerminalEscape.escaped).joined(separator: ". "),
            "check_name": issue.rule.id, "fingerprint": issue.fingerprint.description,
            "severity": issue.status.isNew ? severity : "info",
            "location": JSONValue([
                "path": place.file, "lines": JSONValue(["begin": place.line]),
            ]),
        ])
    }
}
